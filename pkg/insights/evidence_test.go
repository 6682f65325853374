package insights

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// A sentence that praises and blames is cut down to the words that say so, which are
// shown for one of both where they are the same.
func TestEvidenceIsNotShownTwice(t *testing.T) {
	t.Parallel()
	r := &reading{review: review.Review{ID: "1", Text: "Nobody answered at first, but they called back within the hour."}}
	blame, praise := span{"Nobody answered at first", 0, 24}, span{"but they called back within the hour", 26, 62}
	for name, test := range map[string]struct {
		also span // is said to blame
		want []string
	}{
		"other words": {blame, []string{"positive: " + praise.quote, "negative: " + blame.quote}},
		"the same":    {praise, []string{"positive: " + praise.quote}},
	} {
		var e evidence
		e.offer(r, review.Positive, 1, praise)
		e.offer(r, review.Negative, 1, test.also)
		var got []string
		for _, shown := range e.list() {
			got = append(got, string(shown.Sentiment)+": "+shown.Quote)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", name, diff)
		}
	}
}
