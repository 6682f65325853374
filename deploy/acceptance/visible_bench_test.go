package acceptance

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/storeclient"
)

// How long a change of one review takes from the commit to the first answer
// that has it, among 10,000 reviews.
func BenchmarkCommitToVisible10k(b *testing.B) {
	s := startEmpty(b)
	var lines strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&lines, `{"source":"google","source_id":"bench-%d","rating":%d,"date":"2026-01-%02d","text":"%s"}`+"\n",
			i, 1+i%5, 1+i%28, strings.Repeat(fmt.Sprintf("word%d and %d more ", i, i*7), 12))
	}
	out, err := s.tryReviewctl(b, lines.String(), "import", "-")
	if err != nil {
		b.Fatalf("import: %v\n%s", err, out)
	}
	s.waitForRevision(b, revisionIn(b, out))
	admin, err := storeclient.DialAdmin(strings.TrimPrefix(s.env[1], "REVIEWS_STORE_ADMIN_ADDR="), s.token)
	if err != nil {
		b.Fatal(err)
	}
	defer admin.Close()
	var took []time.Duration
	for n := 0; b.Loop(); n++ {
		took = append(took, s.commitToVisible(b, admin, n))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-median")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms-p99")
}

// commitToVisible changes one review and watches for it from the moment the
// store has acknowledged the commit.
func (s *stack) commitToVisible(b *testing.B, admin *storeclient.Admin, n int) time.Duration {
	b.Helper()
	run, err := admin.Import(b.Context(), review.ImportOptions{Strict: true}, storeclient.ImportEvents{})
	if err != nil {
		b.Fatal(err)
	}
	record := review.Record{Source: "google", SourceID: "visible", Rating: 5, Date: "2026-01-01", Text: fmt.Sprintf("change %d at %d", n, time.Now().UnixNano())}
	if err := run.Add(1, record); err != nil {
		b.Fatal(err)
	}
	result, err := run.Finish()
	committed := time.Now()
	if err != nil {
		b.Fatal(err)
	}
	s.waitForRevision(b, uint64(result.Revision))
	return time.Since(committed)
}
