package review_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
)

func TestIssuesAsError(t *testing.T) {
	t.Parallel()
	if err := review.Issues(nil).Err(); err != nil {
		t.Errorf("no issues are the error %v", err)
	}
	issues := review.Issues{{Message: "rating is required"}, {Message: "date is required"}}
	if diff := cmp.Diff(issues, issues.Err()); diff != "" {
		t.Errorf("error (-want +got):\n%s", diff)
	}
	if got, want := issues.Error(), "rating is required; date is required"; got != want {
		t.Errorf("Error() = %q, want %q", got, want)
	}
}

func TestExcerpt(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"":                         "",
		"as it is":                 "as it is",
		"line\nend\ttab":           "line\uFFFDend\uFFFDtab",
		"\x1b[31mred":              "\uFFFD[31mred",
		"\u202eright to left":      "\uFFFDright to left",
		"cut \xc3":                 "cut \uFFFD",
		strings.Repeat("é", 100):   strings.Repeat("é", 100),
		strings.Repeat("é", 101):   strings.Repeat("é", 100) + "…",
		strings.Repeat("x", 1<<20): strings.Repeat("x", 100) + "…",
	} {
		if got := review.Excerpt(s); got != want {
			t.Errorf("Excerpt(%.40q) = %q, want %q", s, got, want)
		}
	}
}
