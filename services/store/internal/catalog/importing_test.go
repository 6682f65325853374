package catalog

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// unverified returns a record that nobody checked.
func unverified(key string) review.Record {
	r := record(key, 5, "")
	r.Unverified = true
	return r
}

// One import after another on the same catalog.
func TestImport(t *testing.T) {
	t.Parallel()
	c := newCatalog(t)
	for _, test := range []struct {
		name    string
		records []review.Record
		want    review.ImportResult
	}{
		{"nothing", nil, review.ImportResult{}},
		{
			"new reviews",
			[]review.Record{record("a", 5, "good"), record("b", 1, "bad"), record("c", 3, "")},
			review.ImportResult{Revision: 1, Committed: true, Added: 3},
		},
		{
			"the same again",
			[]review.Record{record("a", 5, "good"), record("b", 1, "bad"), record("c", 3, "")},
			review.ImportResult{Revision: 1, Unchanged: 3},
		},
		{
			"some of each",
			[]review.Record{record("a", 5, "good"), record("b", 2, "not that bad"), record("d", 4, "")},
			review.ImportResult{Revision: 2, Committed: true, Added: 1, Changed: 1, Unchanged: 1},
		},
		{
			"a record twice",
			[]review.Record{record("a", 5, "good"), record("a", 5, "good")},
			review.ImportResult{Revision: 2, Unchanged: 2},
		},
		{
			"nobody verified it any more",
			[]review.Record{unverified("c"), unverified("unknown")},
			review.ImportResult{Revision: 3, Committed: true, Withheld: 2, Removed: 1},
		},
		{
			"it comes back",
			[]review.Record{record("c", 3, "")},
			review.ImportResult{Revision: 4, Committed: true, Added: 1},
		},
	} {
		if diff := cmp.Diff(test.want, add(t, c, test.records...)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", test.name, diff)
		}
	}
	s := c.State()
	revisions := map[review.ID]review.Revision{}
	for _, r := range s.Reviews {
		revisions[r.ID] = r.Revision
	}
	want := map[review.ID]review.Revision{id("a"): 1, id("b"): 2, id("c"): 4, id("d"): 2}
	if diff := cmp.Diff(want, revisions); diff != "" || len(s.Tombstones) != 0 {
		t.Errorf("revisions (-want +got)\n%s\ntombstones %v", diff, s.Tombstones)
	}
}

// A wrong record is told with its reason; the others go in, unless strict.
func TestImportWithWrongRecords(t *testing.T) {
	t.Parallel()
	c := newCatalog(t)
	run := func() *Import {
		run := c.NewImport(3)
		for i, r := range []struct {
			record review.Record
			want   review.Code // code of the one issue
		}{
			{record("a", 5, "good"), ""},
			{record("a", 4, "other"), review.CodeDuplicate},
			{record("b", 6, ""), review.CodeOutOfRange},
			{record("c", 5, ""), ""},
			{record("d", 5, ""), ""},
			{unverified("c"), review.CodeDuplicate},  // the same content, but to be withheld
			{record("e", 5, ""), review.CodeTooLong}, // one more than the limit
		} {
			err := run.Add(i+1, r.record)
			issues, _ := errors.AsType[review.Issues](err)
			if r.want == "" && err != nil || r.want != "" && (len(issues) != 1 || issues[0].Code != r.want) {
				t.Errorf("record %d: %v, want %q", i+1, err, r.want)
			}
		}
		return run
	}
	want := review.ImportResult{Rejected: 4}
	if got, _, err := run().Commit(t.Context(), review.ImportOptions{Strict: true}); err != nil || got != want {
		t.Errorf("strict: %+v, %v; want %+v", got, err, want)
	}
	if s := c.State(); s.Revision != 0 {
		t.Errorf("revision %d after a strict import that failed", s.Revision)
	}
	want = review.ImportResult{Revision: 1, Committed: true, Added: 3, Rejected: 4}
	if got, _, err := run().Commit(t.Context(), review.ImportOptions{}); err != nil || got != want {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
}

// Where it is tomorrow already, a review of tomorrow is of today.
func TestImportOfTomorrow(t *testing.T) {
	t.Parallel()
	c := newCatalog(t) // on 2026-04-01
	for date, want := range map[string]bool{"2026-04-01": true, "2026-04-02": true, "2026-04-03": false} {
		r := record(date, 5, "")
		r.Date = date
		if err := c.NewImport(1).Add(1, r); (err == nil) != want {
			t.Errorf("%s: %v, want accepted %t", date, err, want)
		}
	}
}

// Nothing of an import is visible before its commit.
func TestImportIsVisibleWhole(t *testing.T) {
	t.Parallel()
	c := newCatalog(t)
	run := c.NewImport(10)
	if err := run.Add(1, record("a", 5, "")); err != nil {
		t.Fatal(err)
	}
	if s := c.State(); len(s.Reviews) != 0 {
		t.Errorf("%d reviews before the commit", len(s.Reviews))
	}
}

// Marks remember the latest date that a change reached, the one a review had
// before it moved or went included.
func TestMarks(t *testing.T) {
	t.Parallel()
	c := newCatalog(t)
	dated := func(key, date string) review.Record {
		r := record(key, 5, "")
		r.Date = date
		return r
	}
	add(t, c, dated("a", "2026-03-05"), dated("b", "2026-03-01"))
	add(t, c, dated("b", "2026-02-01"))
	add(t, c, dated("c", "2026-01-01"), dated("d", "2025-12-01"))
	add(t, c, dated("e", "2025-01-01"))
	if _, err := c.Remove(t.Context(), []review.ID{id("d")}, review.Origin{}); err != nil {
		t.Fatal(err)
	}
	var got []review.Mark
	for _, m := range c.State().Marks {
		got = append(got, review.Mark{Date: m.Date, Revision: m.Revision})
	}
	want := []review.Mark{{Date: 20260305, Revision: 1}, {Date: 20260301, Revision: 2}, {Date: 20260101, Revision: 3}, {Date: 20251201, Revision: 5}}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("marks (-want +got)\n%s", diff)
	}
}
