package document

import (
	"bytes"
	"errors"
	"flag"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden compares each body with the file that shows it. A difference is a
// change of the public contract.
func TestGolden(t *testing.T) {
	t.Parallel()
	s, empty := reviewtest.Snapshot(), &review.Snapshot{BaseURL: "https://reviews.example.com"}
	for name, got := range map[string][]byte{
		"reviews.json":        Reviews(s).Body,
		"insights.json":       Insights(s).Body,
		"feed.json":           JSONFeed(s).Body,
		"feed.xml":            Atom(s).Body,
		"since.json":          Since(s, 20260210).Body,
		"search.json":         Search(searchPage(s)).Body,
		"changes.json":        Changes(changePage(s)).Body,
		"review.json":         Review(s, s.Reviews[0]).Body,
		"error.json":          Error(http.StatusBadRequest, "Invalid query parameters", "", parameterIssues()),
		"error-detail.json":   Error(http.StatusNotFound, "Not found", "No review has this id.", nil),
		"empty-reviews.json":  Reviews(empty).Body,
		"empty-insights.json": Insights(empty).Body,
		"empty-feed.json":     JSONFeed(empty).Body,
		"empty-feed.xml":      Atom(empty).Body,
		"empty-since.json":    Since(empty, 20260210).Body,
		"empty-search.json":   Search(review.SearchPage{}).Body,
		"empty-changes.json":  Changes(review.ChangePage{NextCursor: "AQ"}).Body,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkGolden(t, filepath.Join("testdata", name), got)
			if !bytes.HasSuffix(got, []byte("\n")) || bytes.HasSuffix(got, []byte("\n\n")) {
				t.Error("the body does not end in exactly one newline")
			}
		})
	}
}

func checkGolden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("differs from the golden file (-want +got):\n%s", diff)
	}
}

func searchPage(s *review.Snapshot) review.SearchPage {
	return review.SearchPage{Revision: s.Revision, Matched: 5, Reviews: s.Reviews[:2], NextCursor: "AQID"}
}

func changePage(s *review.Snapshot) review.ChangePage {
	return review.ChangePage{
		Revision:   s.Revision,
		Changes:    []review.Change{{Upsert: &s.Reviews[0]}, {Delete: &s.Tombstones[0]}, {Upsert: &s.Reviews[3]}},
		NextCursor: "AQID",
		HasMore:    true,
	}
}

func parameterIssues() review.Issues {
	issues, _ := errors.AsType[review.Issues](review.NoParameters("rating=%3Cb%3E&empty="))
	return issues
}
