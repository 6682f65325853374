package catalog

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/testkit/pgtest"
	"github.com/reviewdata/reviewdata/services/store/internal/backup"
	"github.com/reviewdata/reviewdata/services/store/internal/postgres"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// contentOf makes a backup and reads it.
func contentOf(t *testing.T, c *Catalog) backup.Content {
	t.Helper()
	var b bytes.Buffer
	if err := c.Backup(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	content, err := backup.Read(&b)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// A backup of one engine is restored into the other one: it publishes the
// same, remembers what was removed for good, and goes on from there.
func TestBackupMovesToAnotherEngine(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	from := newCatalog(t)
	for range 30 {
		randomChange(t, rng, from)
	}
	add(t, from, record("forgotten", 5, ""))
	if _, err := from.Forget(t.Context(), []review.ID{id("forgotten")}, review.Origin{}); err != nil {
		t.Fatal(err)
	}

	db, err := postgres.Open(t.Context(), pgtest.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	to := openCatalog(t, db, options())
	got, err := to.Restore(t.Context(), contentOf(t, from), review.Origin{Actor: "me"})
	if err != nil {
		t.Fatal(err)
	}
	sameState(t, from.State(), got)
	sameState(t, from.State(), openCatalog(t, db, options()).State())
	if to.DataSet() == from.DataSet() {
		t.Error("cursors of the one would be taken by the other")
	}
	if result := add(t, to, record("forgotten", 5, "")); result.Forgotten != 1 || result.Committed {
		t.Errorf("the import of a forgotten review: %+v", result)
	}
	entries, err := to.History(t.Context(), 0, 1000)
	if err != nil || len(entries) < 32 || entries[1].Action != review.ActionRestore || entries[1].Origin.Actor != "me" {
		t.Errorf("history of %d entries begins %+v, %v", len(entries), entries[:2], err)
	}
	randomChange(t, rng, to)
	if events, err := db.Unsent(t.Context(), 10); err != nil || len(events) == 0 || events[0].Revision != from.State().Revision {
		t.Errorf("events %v, %v", events, err)
	}
}

func TestRestoreIntoANewStoreOnly(t *testing.T) {
	t.Parallel()
	c := newCatalog(t)
	add(t, c, record("a", 5, ""))
	content := contentOf(t, c)
	for name, test := range map[string]struct {
		to      *Catalog
		content backup.Content
	}{
		"a store with reviews": {c, content},
		"an empty backup":      {newCatalog(t), backup.Content{}},
	} {
		_, err := test.to.Restore(t.Context(), test.content, review.Origin{})
		if advice, ok := errors.AsType[*reviewdb.AdviceError](err); !ok || !strings.Contains(advice.Advice, "into a new store only") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Another public origin than that of the backup is a revision of its own.
func TestRestoreElsewhere(t *testing.T) {
	t.Parallel()
	from := newCatalog(t)
	add(t, from, record("a", 5, ""))
	o := options()
	o.BaseURL = "https://other.example.com"
	to := openCatalog(t, newDatabase(t), o)
	if s, err := to.Restore(t.Context(), contentOf(t, from), review.Origin{}); err != nil || s.Revision != 2 || s.BaseURL != o.BaseURL {
		t.Errorf("%+v, %v", s, err)
	}
}

// beaten is a database into which another replica commits just before
// something happens to it.
type beaten struct {
	reviewdb.Database

	commit func()
}

func (b beaten) Restore(ctx context.Context, r reviewdb.Restoration) error {
	b.commit()
	return b.Database.Restore(ctx, r)
}

func (b beaten) History(ctx context.Context, before, limit int) ([]review.HistoryEntry, error) {
	b.commit()
	return b.Database.History(ctx, before, limit)
}

// The history of a backup ends with its reviews, whatever other replicas do
// while it is made.
func TestBackupWhileAnotherReplicaImports(t *testing.T) {
	t.Parallel()
	db := newDatabase(t)
	other := openCatalog(t, db, options())
	add(t, other, record("a", 5, ""))
	c := openCatalog(t, beaten{db, func() { add(t, other, record("b", 5, "")) }}, options())
	content := contentOf(t, c)
	if content.State.Revision != 1 || len(content.History) != 1 || content.History[0].Result.Revision != 1 {
		t.Errorf("revision %d with the history %+v", content.State.Revision, content.History)
	}
}

// A replica that is not new any more when its restoration is written says so.
func TestRestoreWhileAnotherReplicaImports(t *testing.T) {
	t.Parallel()
	from := newCatalog(t)
	add(t, from, record("a", 5, ""))
	db := newDatabase(t)
	other := openCatalog(t, db, options())
	to := openCatalog(t, beaten{db, func() { add(t, other, record("b", 5, "")) }}, options())
	_, err := to.Restore(t.Context(), contentOf(t, from), review.Origin{})
	if advice, ok := errors.AsType[*reviewdb.AdviceError](err); !ok || !strings.Contains(advice.Advice, "into a new store only") {
		t.Errorf("%v", err)
	}
}
