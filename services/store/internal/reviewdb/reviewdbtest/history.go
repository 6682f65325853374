package reviewdbtest

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// newEntry returns the entry of an import that led to a revision.
func newEntry(r review.Revision) *review.HistoryEntry {
	return &review.HistoryEntry{
		At:     committedAt(r),
		Action: review.ActionImport,
		Origin: review.Origin{Actor: "me@here", File: "Gästebuch.csv"},
		Before: r - 1,
		Result: review.ImportResult{Revision: r, Committed: true, Added: 1, Pruned: 2, Forgotten: 3},
	}
}

func testForgotten(t *testing.T, at Place) {
	db := open(t, at)
	one, two := newCommit(1), newCommit(2)
	one.Forgotten, one.History = []review.ID{review.NewID("a", "1")}, newEntry(1)
	two.Forgotten, two.History = []review.ID{review.NewID("a", "2")}, newEntry(2)
	commit(t, db, one)
	commit(t, db, two)
	if err := db.Record(t.Context(), *newEntry(3)); err != nil {
		t.Fatal(err)
	}
	if err := db.Scrub(t.Context()); err != nil {
		t.Fatal(err)
	}
	// A commit that is refused tells nothing.
	conflict := newCommit(9)
	conflict.Forgotten, conflict.History = []review.ID{review.NewID("a", "9")}, newEntry(9)
	if err := db.Commit(t.Context(), conflict); !errors.Is(err, reviewdb.ErrConflict) {
		t.Errorf("%v, want a conflict", err)
	}
	db = reopen(t, at, db)
	if got := load(t, db).Forgotten; len(got) != 2 {
		t.Errorf("forgotten %v, want both", got)
	}
	news, err := db.Changes(t.Context(), 1)
	if diff := cmp.Diff(two.Forgotten, news.Forgotten); diff != "" || err != nil {
		t.Errorf("forgotten after revision 1 (-want +got)\n%s%v", diff, err)
	}
	want := []review.HistoryEntry{*newEntry(3), *newEntry(2), *newEntry(1)}
	for i := range want {
		want[i].Number = 3 - i
	}
	for _, page := range []struct {
		before, limit int
		want          []review.HistoryEntry
	}{{0, 10, want}, {0, 1, want[:1]}, {3, 10, want[1:]}, {1, 10, nil}} {
		got, err := db.History(t.Context(), page.before, page.limit)
		if diff := cmp.Diff(page.want, got); diff != "" || err != nil {
			t.Errorf("%d before %d (-want +got)\n%s%v", page.limit, page.before, diff, err)
		}
	}
}

func testRestore(t *testing.T, at Place) {
	db, rng, want := open(t, at), rand.New(rand.NewPCG(9, 10)), model{}
	for range 20 {
		want.commit(randomCommit(rng, want.state))
	}
	want.state.Forgotten = []review.ID{review.NewID("a", "1"), review.NewID("a", "2")}
	r := reviewdb.Restoration{State: want.state, History: []review.HistoryEntry{*newEntry(2), *newEntry(1)}, Event: newCommit(want.state.Revision).Event}
	if err := db.Restore(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if err := db.Restore(t.Context(), r); !errors.Is(err, reviewdb.ErrConflict) {
		t.Errorf("restoring again: %v, want a conflict", err)
	}
	db = reopen(t, at, db)
	got := load(t, db)
	if len(got.Forgotten) != 2 {
		t.Errorf("forgotten %v", got.Forgotten)
	}
	want.state.Forgotten = got.Forgotten
	equal(t, want.state, got)
	if events, err := db.Unsent(t.Context(), 10); err != nil || len(events) != 1 || events[0] != r.Event {
		t.Errorf("events %v, %v", events, err)
	}
	if entries, err := db.History(t.Context(), 0, 10); err != nil || len(entries) != 2 || entries[1].Before != 0 {
		t.Errorf("history %v, %v", entries, err)
	}
	commit(t, db, newCommit(want.state.Revision+1))
}
