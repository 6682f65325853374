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
	db := open(t, filepath.Join(dir, databaseName))
	forget(t, db)
	if !found(t, dir, "secret") {
		t.Fatal("the test looks in the wrong place")
	}
	if err := db.Scrub(t.Context()); err != nil {
		t.Fatal(err)
	}
	expectErased(t, dir)
}

// What a process that was killed was about to erase is erased when the file is
// opened again.
func TestOpenScrubs(t *testing.T) {
	t.Parallel()
	dir, after := t.TempDir(), t.TempDir()
	forget(t, open(t, filepath.Join(dir, databaseName)))
	if err := os.CopyFS(after, os.DirFS(dir)); err != nil { // as a kill leaves it
		t.Fatal(err)
	}
	if !found(t, after, "secret") {
		t.Fatal("the test looks in the wrong place")
	}
	open(t, filepath.Join(after, databaseName))
	expectErased(t, after)
}

// forget commits a review and that it is to be forgotten.
func forget(t *testing.T, db *Database) {
	t.Helper()
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
}

// expectErased complains of what can still be read of the review.
func expectErased(t *testing.T, dir string) {
	t.Helper()
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
