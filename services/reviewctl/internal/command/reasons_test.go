package command

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
)

func issues(messages ...string) review.Issues {
	var out review.Issues
	for _, m := range messages {
		out = append(out, review.Issue{Message: m})
	}
	return out
}

func TestReasons(t *testing.T) {
	t.Parallel()
	var r reasons
	r.add(issues("date is required", "the row has 2 fields"))
	r.add(issues("the row has 31 fields"))
	r.add(issues("rating is required"))
	want := []string{"2: the row has 2 fields", "1: date is required", "1: rating is required"}
	if diff := cmp.Diff(want, r.lines()); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
}

// TestReasonsAreBounded: messages that all differ do not fill the memory or
// the screen.
func TestReasonsAreBounded(t *testing.T) {
	t.Parallel()
	var r reasons
	const all = 5000
	for i := range all {
		r.add(issues(fmt.Sprintf("%c%c is not a member of a review", 'A'+i%100, 'A'+i/100)))
	}
	got := r.lines()
	if len(r.byText) > maxReasons || len(got) != maxSummaries+1 {
		t.Errorf("%d reasons, %d lines", len(r.byText), len(got))
	}
	if want := fmt.Sprintf("%d: other reasons", all-maxSummaries); got[len(got)-1] != want {
		t.Errorf("last line %q, want %q", got[len(got)-1], want)
	}
}
