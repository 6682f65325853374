package catalog

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// attempt imports records, all of which must be accepted.
func attempt(t *testing.T, c *Catalog, o review.ImportOptions, records ...review.Record) (review.ImportResult, []review.Difference, error) {
	t.Helper()
	run := c.NewImport(1000)
	for i, r := range records {
		if err := run.Add(i+1, r); err != nil {
			t.Fatalf("record %d: %v", i+1, err)
		}
	}
	return run.Commit(t.Context(), o)
}

// A dry run tells each difference and leaves everything as it was, the history
// included; the same import then does what was told.
func TestDryRun(t *testing.T) {
	t.Parallel()
	c := newCatalog(t)
	add(t, c, record("same", 5, "x"), record("edited", 5, "x"), record("withheld", 5, "x"), record("missing", 5, "x"))
	edited := record("edited", 4, "y")
	edited.Author = "Jane Doe"
	records := []review.Record{record("same", 5, "x"), edited, unverified("withheld"), record("new", 3, "")}
	o := review.ImportOptions{DryRun: true, Prune: true}
	result, got, err := attempt(t, c, o, records...)
	want := []review.Difference{
		{Kind: review.DifferenceChanged, ID: id("edited"), Line: 2, Members: []string{"author", "rating", "text"}},
		{Kind: review.DifferenceWithheld, ID: id("withheld"), Line: 3},
		{Kind: review.DifferenceAdded, ID: id("new"), Line: 4},
		{Kind: review.DifferencePruned, ID: id("missing")},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("differences (-want +got)\n%s%v", diff, err)
	}
	counts := review.ImportResult{Revision: 1, Added: 1, Changed: 1, Unchanged: 1, Withheld: 1, Removed: 1, Pruned: 1}
	if diff := cmp.Diff(counts, result); diff != "" {
		t.Errorf("result (-want +got)\n%s", diff)
	}
	if entries, err := c.History(t.Context(), 0, 10); err != nil || len(entries) != 1 || c.State().Revision != 1 {
		t.Errorf("revision %d, history %v, %v", c.State().Revision, entries, err)
	}
	o = review.ImportOptions{Prune: true, PruneLimit: 1}
	counts.Revision, counts.Committed = 2, true
	if result, _, err := attempt(t, c, o, records...); err != nil || result != counts {
		t.Errorf("%+v, %v; want %+v", result, err, counts)
	}
}

// Pruning looks at the platforms of the import only, spares what was rejected,
// and stops when too much is missing.
func TestPrune(t *testing.T) {
	t.Parallel()
	c := newCatalog(t)
	other := record("a", 5, "")
	other.Source = "yelp"
	all := []review.Record{other}
	for key := range strings.SplitSeq("abcdefghijklmnopqrst", "") {
		all = append(all, record(key, 5, ""))
	}
	add(t, c, all...)

	google := all[1:]
	if result, _, err := attempt(t, c, review.ImportOptions{Prune: true}, google[2:]...); err != nil || result.Pruned != 2 {
		t.Errorf("a tenth is missing: %+v, %v", result, err)
	}
	_, _, err := attempt(t, c, review.ImportOptions{Prune: true}, google[5:]...)
	advice, ok := errors.AsType[*reviewdb.AdviceError](err)
	if !ok || !strings.Contains(advice.Advice, "lacks 3 of the 18 published reviews of google, and at most 1 may be pruned") {
		t.Errorf("more than a tenth is missing: %v", err)
	}
	if result, _, err := attempt(t, c, review.ImportOptions{Prune: true, PruneLimit: 3}, google[5:]...); err != nil || result.Pruned != 3 {
		t.Errorf("with a higher limit: %+v, %v", result, err)
	}
	if result, _, err := attempt(t, c, review.ImportOptions{Prune: true}); err != nil || result.Pruned != 0 {
		t.Errorf("an empty file: %+v, %v", result, err)
	}
	if n := len(c.State().Reviews); n != 16 {
		t.Errorf("%d reviews are left, want 15 and that of the other platform", n)
	}

	run := c.NewImport(10)
	if err := run.Add(1, record("t", 5, "")); err != nil {
		t.Fatal(err)
	}
	if err := run.Add(2, record("s", 9, "")); err == nil {
		t.Fatal("no error")
	}
	if result, _, err := run.Commit(t.Context(), review.ImportOptions{Prune: true, PruneLimit: 100}); err != nil || result.Committed || result.Rejected != 1 {
		t.Errorf("with a rejected record: %+v, %v", result, err)
	}
}

// What was removed for good stays away, on this replica and after a restart,
// and can be removed so after it was deleted.
func TestForget(t *testing.T) {
	t.Parallel()
	db := newDatabase(t)
	c := openCatalog(t, db, options())
	records := []review.Record{record("a", 5, "x"), record("b", 5, "x"), record("c", 5, "x")}
	add(t, c, records...)
	if _, err := c.Remove(t.Context(), []review.ID{id("a")}, review.Origin{}); err != nil {
		t.Fatal(err)
	}
	got, err := c.Forget(t.Context(), []review.ID{id("a"), id("b"), id("b")}, review.Origin{})
	if want := (Removed{Revision: 3, Count: 1}); err != nil || got != want {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	if got, err := c.Forget(t.Context(), []review.ID{id("a"), id("b")}, review.Origin{}); err != nil || got != (Removed{Revision: 3}) {
		t.Errorf("again: %+v, %v", got, err)
	}
	if _, err := c.Forget(t.Context(), []review.ID{id("never")}, review.Origin{}); !errors.Is(err, review.ErrNotFound) {
		t.Errorf("never there: %v", err)
	}
	for range 2 {
		if got, want := add(t, c, records...), (review.ImportResult{Revision: 3, Unchanged: 1, Forgotten: 2}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		c = openCatalog(t, db, options())
	}
	if s := c.State(); len(s.Reviews) != 1 || len(s.Tombstones) != 2 {
		t.Errorf("%d reviews, %d tombstones", len(s.Reviews), len(s.Tombstones))
	}
}

// The history tells what was done, by whom and with which outcome, whether or
// not anything changed.
func TestHistory(t *testing.T) {
	t.Parallel()
	c := newCatalog(t)
	origin := review.Origin{Actor: "me@here", File: "reviews.jsonl"}
	for range 2 {
		if _, _, err := attempt(t, c, review.ImportOptions{Origin: origin}, record("a", 5, ""), record("b", 5, "")); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.Remove(t.Context(), []review.ID{id("a")}, origin); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Forget(t.Context(), []review.ID{id("a")}, origin); err != nil {
		t.Fatal(err)
	}
	got, err := c.History(t.Context(), 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	for i := range got {
		if got[i].At.IsZero() || got[i].Origin != origin {
			t.Errorf("entry %+v", got[i])
		}
		got[i].At, got[i].Origin = got[0].At, review.Origin{}
	}
	at := got[0].At
	want := []review.HistoryEntry{
		{Number: 4, At: at, Action: review.ActionForget, Before: 2, Result: review.ImportResult{Revision: 3, Committed: true}},
		{Number: 3, At: at, Action: review.ActionRemove, Before: 1, Result: review.ImportResult{Revision: 2, Committed: true, Removed: 1}},
		{Number: 2, At: at, Action: review.ActionImport, Before: 1, Result: review.ImportResult{Revision: 1, Unchanged: 2}},
		{Number: 1, At: at, Action: review.ActionImport, Result: review.ImportResult{Revision: 1, Committed: true, Added: 2}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("history (-want +got)\n%s", diff)
	}
	if page, err := c.History(t.Context(), 3, 1); err != nil || len(page) != 1 || page[0].Number != 2 {
		t.Errorf("one entry before the third: %v, %v", page, err)
	}
}
