package catalog

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
	"github.com/reviewdata/reviewdata/services/store/internal/sqlite"
)

const baseURL = "https://reviews.example.com"

// options has a clock that moves on by a minute with each look.
func options() Options {
	now := time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)
	return Options{
		BaseURL: baseURL,
		Now:     func() time.Time { now = now.Add(time.Minute); return now },
		Logger:  slog.New(slog.DiscardHandler),
	}
}

// newDatabase returns an empty database of the test.
func newDatabase(t testing.TB) reviewdb.Database {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "reviews.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func openCatalog(t testing.TB, db reviewdb.Database, o Options) *Catalog {
	t.Helper()
	c, err := Open(t.Context(), db, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// newCatalog returns a catalog on an empty database.
func newCatalog(t testing.TB) *Catalog {
	t.Helper()
	return openCatalog(t, newDatabase(t), options())
}

// record returns a record of the platform google.
func record(key string, rating int, text string) review.Record {
	return review.Record{Source: "google", SourceID: key, Author: "Jane D.", Rating: rating, Date: "2026-03-01", Text: text}
}

func id(key string) review.ID { return review.NewID("google", key) }

// add imports records and returns what that did.
func add(t *testing.T, c *Catalog, records ...review.Record) review.ImportResult {
	t.Helper()
	run := c.NewImport(1000)
	for i, r := range records {
		if err := run.Add(i+1, r); err != nil {
			t.Fatalf("record %d: %v", i+1, err)
		}
	}
	result, _, err := run.Commit(t.Context(), review.ImportOptions{Strict: true})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// sameState compares what two catalogs publish, whatever way they came there.
func sameState(t *testing.T, want, got *State) {
	t.Helper()
	if diff := cmp.Diff(want.Snapshot, got.Snapshot, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("snapshot (-want +got)\n%s", diff)
	}
}

func TestNewCatalogIsEmpty(t *testing.T) {
	t.Parallel()
	s := newCatalog(t).State()
	if s.Revision != 0 || len(s.Reviews) != 0 || s.Business != nil || s.BaseURL != baseURL {
		t.Errorf("state %+v", s.Snapshot)
	}
}

// Another public origin is part of every document and so a revision; the same
// one is none.
func TestNewBaseURLIsARevision(t *testing.T) {
	t.Parallel()
	db := newDatabase(t)
	add(t, openCatalog(t, db, options()), record("a", 5, ""))
	if r := openCatalog(t, db, options()).State().Revision; r != 1 {
		t.Errorf("revision %d after opening again, want 1", r)
	}
	o := options()
	o.BaseURL = "https://other.example.com"
	s := openCatalog(t, db, o).State()
	if s.Revision != 2 || s.BaseURL != o.BaseURL || s.Reviews[0].Revision != 1 {
		t.Errorf("revision %d at %s, review of revision %d", s.Revision, s.BaseURL, s.Reviews[0].Revision)
	}
	events, err := db.Unsent(t.Context(), 10)
	if err != nil || len(events) != 2 {
		t.Errorf("events %v, %v; want one for each revision", events, err)
	}
}

// A reader that has heard of a revision waits for it, but not for ever.
func TestStateAtWaits(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "reviews.db")
	synctest.Test(t, func(t *testing.T) {
		db, err := sqlite.Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = db.Close() }()
		c := openCatalog(t, db, options())

		start := time.Now()
		if _, err := c.StateAt(t.Context(), 1); !errors.Is(err, review.ErrUnavailable) || time.Since(start) != maxWait {
			t.Errorf("%v after %s, want unavailable after %s", err, time.Since(start), maxWait)
		}
		found := make(chan error, 1)
		go func() {
			s, err := c.StateAt(t.Context(), 2)
			if err == nil && s.Revision < 2 {
				err = fmt.Errorf("revision %d", s.Revision)
			}
			found <- err
		}()
		for _, key := range []string{"a", "b"} {
			synctest.Wait()
			add(t, c, record(key, 5, ""))
		}
		if err := <-found; err != nil {
			t.Error(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := c.StateAt(ctx, 3); !errors.Is(err, review.ErrUnavailable) {
			t.Errorf("a caller that left: %v", err)
		}
	})
}
