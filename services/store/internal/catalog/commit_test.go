package catalog

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/change"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// An event counts what its revision did; its time is that of the reviews.
func TestEventsTellWhatRevisionsDid(t *testing.T) {
	t.Parallel()
	db := newDatabase(t)
	o := options()
	second := 0
	o.Now = func() time.Time { // it is asked for the date of an import too
		second++
		return time.Date(2026, 4, 1, 0, 0, second, 999, time.UTC)
	}
	c := openCatalog(t, db, o)
	add(t, c, record("a", 5, "Gazi came"), record("b", 5, ""), record("c", 5, ""))
	add(t, c, record("a", 5, "Gazi came"))
	add(t, c, record("b", 4, ""), unverified("c"))
	apply(t, c, reviewtest.Business())
	if _, err := c.Remove(t.Context(), []review.ID{id("a"), id("b")}, review.Origin{}); err != nil {
		t.Fatal(err)
	}
	want := []change.Event{
		{Revision: 1, Upserted: 3},
		{Revision: 2, Upserted: 1, Deleted: 1},
		{Revision: 3, Upserted: 1, BusinessChanged: true},
		{Revision: 4, Deleted: 2},
	}
	got, err := db.Unsent(t.Context(), 10)
	if err != nil {
		t.Fatal(err)
	}
	last := c.State().ChangedAt
	if last.Nanosecond() != 0 || last != got[len(got)-1].ChangedAt || last != c.State().Tombstones[2].DeletedAt {
		t.Errorf("the last commit was at %s", last)
	}
	for i := range got {
		got[i].ChangedAt = time.Time{}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("events (-want +got)\n%s", diff)
	}
}

// A clock that is set back, or that of another replica, does not take the time
// of the documents with it.
func TestTimeDoesNotGoBack(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)
	o := options()
	o.Now = func() time.Time { return now }
	c := openCatalog(t, newDatabase(t), o)
	for i, test := range []struct{ turn, want time.Duration }{{0, 0}, {-time.Hour, 0}, {time.Second, time.Second}} {
		now = time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC).Add(test.turn)
		add(t, c, record("a", 1+i, ""))
		want := time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC).Add(test.want)
		if s := c.State(); s.ChangedAt != want || s.Reviews[0].UpdatedAt != want {
			t.Errorf("clock turned by %s: changed at %s, review updated at %s, want %s", test.turn, s.ChangedAt, s.Reviews[0].UpdatedAt, want)
		}
	}
}

// broken is a database that refuses commits while err is set.
type broken struct {
	reviewdb.Database

	err error
}

func (b *broken) Commit(ctx context.Context, c reviewdb.Commit) error {
	if b.err != nil {
		return b.err
	}
	return b.Database.Commit(ctx, c)
}

// What the database refuses is not published, and does not stand in the way of
// what comes after.
func TestCommitThatFails(t *testing.T) {
	t.Parallel()
	db := &broken{Database: newDatabase(t)}
	c := openCatalog(t, db, options())
	add(t, c, record("a", 5, ""))
	before := c.State()
	run := c.NewImport(10)
	given := record("b", 5, "")
	given.Technicians = []string{"Gazi Rahman"}
	if err := run.Add(1, given); err != nil {
		t.Fatal(err)
	}

	db.err = errors.New("no room")
	if result, _, err := run.Commit(t.Context(), review.ImportOptions{}); !errors.Is(err, db.err) || result != (review.ImportResult{}) {
		t.Errorf("import: %+v, %v", result, err)
	}
	if _, err := c.ApplyBusiness(t.Context(), reviewtest.Business(), review.Origin{}); !errors.Is(err, db.err) {
		t.Errorf("profile: %v", err)
	}
	if removed, err := c.Remove(t.Context(), []review.ID{id("a")}, review.Origin{}); !errors.Is(err, db.err) || removed != (Removed{}) {
		t.Errorf("removal: %+v, %v", removed, err)
	}
	if c.State() != before || len(c.given) != 0 {
		t.Errorf("the state moved on to revision %d", c.State().Revision)
	}

	db.err = nil
	want := review.ImportResult{Revision: 2, Committed: true, Added: 1}
	if got, _, err := run.Commit(t.Context(), review.ImportOptions{}); err != nil || got != want {
		t.Errorf("the same import again: %+v, %v; want %+v", got, err, want)
	}
}
