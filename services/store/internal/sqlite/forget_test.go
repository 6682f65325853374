package sqlite

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/change"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// After scrubbing, no byte of what was removed is in any file.
func TestScrub(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := open(t, filepath.Join(dir, "reviews.db"))
	secret := strings.Repeat("my neighbour's secret ", 300) // more than a page
	id := review.NewID("google", "a")
	for _, c := range []reviewdb.Commit{
		{Upserts: []reviewdb.Row{{Review: review.Review{ID: id, Rating: 1, Author: "Jane Secretive", Text: secret}}}},
		{Removed: []review.ID{id}, Forgotten: []review.ID{id}},
	} {
		s, err := db.Load(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		c.Event = change.Event{Revision: s.Revision + 1, ChangedAt: time.Unix(1, 0)}
		if err := db.Commit(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	if !found(t, dir, "secret") {
		t.Fatal("the test looks in the wrong place")
	}
	if err := db.Scrub(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"secret", "Secretive"} {
		if found(t, dir, text) {
			t.Errorf("%q can still be read", text)
		}
	}
}

// found reports whether any file in dir has the text.
func found(t *testing.T, dir, text string) bool {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(b, []byte(text)) {
			return true
		}
	}
	return false
}
