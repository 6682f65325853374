package document

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
)

// FuzzReview publishes every review that an import accepts, and looks for its
// words in the documents.
func FuzzReview(f *testing.F) {
	for _, r := range reviewtest.Snapshot().Reviews {
		f.Add(r.Author, r.Text, r.SourceURL, "Gazi", "ac-repair")
	}
	f.Add(`"reviews":[]`, `"per_review":{}`, "https://a.example/?a=1&b=%00", `"`, `\`)
	f.Fuzz(func(t *testing.T, author, text, url, technician, service string) {
		r, err := review.Record{
			Source: "google", SourceID: "1", Author: author, Rating: 5, Date: "2026-01-01", Text: text, SourceURL: url,
			Technicians: []string{technician}, Services: []string{service},
		}.Review(20260101)
		if err != nil {
			return
		}
		s := reviewtest.Snapshot()
		s.Reviews = []review.Review{r}
		if diff := cmp.Diff([]ReviewBody{newReviewBody(r)}, decode[ReviewsBody](t, Reviews(s).Body).Reviews); diff != "" {
			t.Errorf("the review changed on the way (-want +got):\n%s", diff)
		}
		if got := decode[JSONFeedBody](t, JSONFeed(s).Body).Items[0].ContentText; got != entryText(r) {
			t.Errorf("JSON Feed shows %q, want %q", got, entryText(r))
		}
		if got := decodeAtom(t, Atom(s).Body).Entries[0].Content.Text; got != entryText(r) {
			t.Errorf("Atom shows %q, want %q", got, entryText(r))
		}
	})
}
