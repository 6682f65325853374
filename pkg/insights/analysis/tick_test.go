package analysis_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// What a customer has ticked is read as it stands.
func TestTicks(t *testing.T) {
	t.Parallel()
	a := newAnalyser(t, nil)
	const praise, blame = review.Positive, review.Negative
	for text, want := range map[string]map[string]review.Sentiment{
		"Positive: Responsiveness, Punctuality, Quality, Professionalism, Value…": {
			"responsiveness": praise, "punctuality": praise, "quality": praise, "professionalism": praise, "value": praise,
		},
		"Positive\nQuality and Value":                   {"quality": praise, "value": praise},
		"Positive:\nQuality\nCritical\nPunctuality":     {"quality": praise, "punctuality": blame},
		"They came late.\nPositive\nProfessionalism":    {"punctuality": blame, "professionalism": praise},
		"Critical: Responsiveness":                      {"responsiveness": blame},
		"Positive: they came on time":                   {"punctuality": praise},
		"Positive: Responsiveness, and they were rude.": {"professionalism": blame},
	} {
		got := map[string]review.Sentiment{}
		for _, m := range a.Analyse(review.Review{Text: text}).Aspects {
			got[m.ID] = m.Sentiment
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got)\n%s", text, diff)
		}
	}
}
