package reviewdbtest

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reviewdata/reviewdata/pkg/change"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// Place is where one database is: opening it again, after closing it, finds
// what was left there.
type Place func(t *testing.T) reviewdb.Database

// Run runs the suite. Each call of newPlace returns an empty place.
func Run(t *testing.T, newPlace func(t *testing.T) Place) {
	for _, test := range []struct {
		name string
		run  func(t *testing.T, at Place)
	}{
		{"a new database is empty", testEmpty},
		{"what is committed is there after a restart", testRoundTrip},
		{"a review that comes back loses its tombstone", testRevival},
		{"a commit that is not the next is refused whole", testConflict},
		{"a commit that is cut off leaves nothing", testCancelled},
		{"a commit of thousands is one revision", testLargeCommit},
		{"events wait in order until they are sent", testOutbox},
		{"a random history ends like the model's", testHistory},
		{"what is forgotten and why is remembered", testForgotten},
		{"a restored state is there whole", testRestore},
		{"waiting ends with the context", testAwait},
		{"the claim can be renewed and ended", testClaim},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.run(t, newPlace(t))
		})
	}
	t.Run("each database has an id of its own", func(t *testing.T) {
		t.Parallel()
		testDataSet(t, newPlace(t), newPlace(t))
	})
}

// open opens the database, and closes it with the test.
func open(t *testing.T, at Place) reviewdb.Database {
	t.Helper()
	db := at(t)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func reopen(t *testing.T, at Place, db reviewdb.Database) reviewdb.Database {
	t.Helper()
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return open(t, at)
}

func commit(t *testing.T, db reviewdb.Database, c reviewdb.Commit) {
	t.Helper()
	if err := db.Commit(t.Context(), c); err != nil {
		t.Fatal(err)
	}
}

func load(t *testing.T, db reviewdb.Database) reviewdb.State {
	t.Helper()
	s, err := db.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// equal compares states; that of the model knows no data set.
func equal(t *testing.T, want, got reviewdb.State) {
	t.Helper()
	want.DataSet = got.DataSet
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("state (-want +got)\n%s", diff)
	}
}

func testEmpty(t *testing.T, at Place) {
	equal(t, reviewdb.State{}, load(t, open(t, at)))
}

func testRoundTrip(t *testing.T, at Place) {
	db, want := open(t, at), model{}
	sample := reviewtest.Snapshot()
	first := newCommit(1)
	first.Business = sample.Business
	for _, r := range sample.Reviews {
		r.Revision, r.UpdatedAt = 1, committedAt(1)
		first.Upserts = append(first.Upserts, reviewdb.Row{Review: r, Given: reviewdb.Mentions{Technicians: r.Technicians, Services: []string{"AC repair"}}})
	}
	first.Mark = review.Mark{Date: 20260301, Revision: 1, ChangedAt: committedAt(1)}
	second := newCommit(2)
	second.BaseURL = "https://other.example.com"
	second.Removed = []review.ID{sample.Reviews[0].ID}
	for _, c := range []reviewdb.Commit{first, second} {
		commit(t, db, c)
		want.commit(c)
	}
	equal(t, want.state, load(t, db))
	equal(t, want.state, load(t, reopen(t, at, db)))
}

func testRevival(t *testing.T, at Place) {
	db, rng := open(t, at), rand.New(rand.NewPCG(1, 2))
	first := newCommit(1)
	first.Upserts = []reviewdb.Row{newRow(rng, 1)}
	gone := newCommit(2)
	gone.Removed = []review.ID{first.Upserts[0].ID}
	back := newCommit(3)
	back.Upserts = []reviewdb.Row{newRow(rng, 3)}
	back.Upserts[0].ID = gone.Removed[0]
	for _, c := range []reviewdb.Commit{first, gone, back} {
		commit(t, db, c)
	}
	if s := load(t, db); len(s.Tombstones) != 0 || len(s.Reviews) != 1 {
		t.Errorf("%d reviews and %d tombstones, want one review", len(s.Reviews), len(s.Tombstones))
	}
}

func testConflict(t *testing.T, at Place) {
	db, rng := open(t, at), rand.New(rand.NewPCG(3, 4))
	commit(t, db, newCommit(1))
	want := load(t, db)
	for _, r := range []review.Revision{1, 3, 9} {
		c := newCommit(r)
		c.Business = reviewtest.Business()
		c.Upserts = []reviewdb.Row{newRow(rng, r)}
		if err := db.Commit(t.Context(), c); !errors.Is(err, reviewdb.ErrConflict) {
			t.Errorf("commit of revision %d after 1: %v, want a conflict", r, err)
		}
	}
	equal(t, want, load(t, db))
	if events, err := db.Unsent(t.Context(), 10); err != nil || len(events) != 1 {
		t.Errorf("events %v, %v; want that of revision 1", events, err)
	}
}

// testCancelled cuts commits off at moments spread over the time that a whole
// one takes: each is there or is not, as it was said.
func testCancelled(t *testing.T, at Place) {
	const moments = 8
	db, rng, want := open(t, at), rand.New(rand.NewPCG(5, 6)), model{}
	next := func() reviewdb.Commit {
		c := newCommit(want.state.Revision + 1)
		for range 300 {
			c.Upserts = append(c.Upserts, newRow(rng, c.Event.Revision))
		}
		return c
	}
	whole, start := next(), time.Now()
	commit(t, db, whole)
	took := time.Since(start)
	want.commit(whole)
	for moment := range moments + 1 {
		c := next()
		ctx, cancel := context.WithTimeout(t.Context(), took*time.Duration(moment)/moments)
		err := db.Commit(ctx, c)
		cancel()
		switch {
		case err == nil && moment == 0:
			t.Error("a commit that had ended before it began succeeded")
		case err == nil:
			want.commit(c) // it was faster than its end
		}
		equal(t, want.state, load(t, db))
	}
	db = reopen(t, at, db)
	equal(t, want.state, load(t, db))
	if events, err := db.Unsent(t.Context(), 100); len(events) != len(want.outbox) || err != nil {
		t.Errorf("%d events for %d commits, %v", len(events), len(want.outbox), err)
	}
}

func testLargeCommit(t *testing.T, at Place) {
	db, rng, want := open(t, at), rand.New(rand.NewPCG(7, 8)), model{}
	add, remove := newCommit(1), newCommit(2)
	for range 1500 {
		row := newRow(rng, 1)
		add.Upserts = append(add.Upserts, row)
		remove.Removed = append(remove.Removed, row.ID)
	}
	remove.Removed = remove.Removed[:1200]
	for _, c := range []reviewdb.Commit{add, remove} {
		commit(t, db, c)
		want.commit(c)
		equal(t, want.state, load(t, db))
	}
}

func testOutbox(t *testing.T, at Place) {
	db, want := open(t, at), model{}
	unsent := func(limit int, want []change.Event) {
		t.Helper()
		got, err := db.Unsent(t.Context(), limit)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("unsent (-want +got)\n%s", diff)
		}
	}
	for r := range review.Revision(5) {
		c := newCommit(r + 1)
		c.Event.BusinessChanged, c.Event.Upserted, c.Event.Deleted = r == 1, int(r), 2*int(r)
		commit(t, db, c)
		want.commit(c)
	}
	unsent(10, want.outbox)
	unsent(2, want.outbox[:2])
	for _, through := range []review.Revision{2, 2, 1, 4, 9} {
		if err := db.MarkSent(t.Context(), through); err != nil {
			t.Fatal(err)
		}
		want.markSent(through)
		unsent(10, want.outbox)
		db = reopen(t, at, db)
		unsent(10, want.outbox)
	}
}

func testHistory(t *testing.T, at Place) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	db, want := open(t, at), model{}
	states := []reviewdb.State{{}}
	for range 40 {
		c := randomCommit(rng, want.state)
		commit(t, db, c)
		want.commit(c)
		states = append(states, want.state)
		if rng.IntN(8) == 0 {
			db = reopen(t, at, db)
		}
	}
	equal(t, want.state, load(t, db))
	for _, old := range states {
		news, err := db.Changes(t.Context(), old.Revision)
		if err != nil {
			t.Fatal(err)
		}
		equal(t, want.since(old.Revision), news)
	}
}

func testAwait(t *testing.T, at Place) {
	db := open(t, at)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := db.Await(ctx, 0); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("waiting ended with %v", err)
	}
}

func testClaim(t *testing.T, at Place) {
	db := open(t, at)
	for _, lease := range []time.Duration{time.Minute, time.Minute, 0} {
		if held, err := db.Claim(t.Context(), "one", lease); !held || err != nil {
			t.Errorf("claim for %s: %t, %v", lease, held, err)
		}
	}
}

func testDataSet(t *testing.T, one, two Place) {
	db := open(t, one)
	id := load(t, db).DataSet
	if again := load(t, reopen(t, one, db)).DataSet; again != id {
		t.Errorf("data set %x became %x", id, again)
	}
	if other := load(t, open(t, two)).DataSet; other == id || other == (reviewdb.DataSet{}) {
		t.Errorf("two databases are data set %x", other)
	}
}
