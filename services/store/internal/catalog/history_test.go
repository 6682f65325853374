package catalog

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/insights/roster"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
)

// randomChange does one thing an operator does.
func randomChange(t *testing.T, rng *rand.Rand, c *Catalog) {
	t.Helper()
	switch rng.IntN(8) {
	case 0:
		b := reviewtest.Business()
		b.Technicians = b.Technicians[:rng.IntN(3)]
		b.Services = b.Services[:1+rng.IntN(2)]
		apply(t, c, b)
	case 1, 2:
		reviews := c.State().Reviews
		var ids []review.ID
		for range min(len(reviews), 1+rng.IntN(4)) {
			ids = append(ids, reviews[rng.IntN(len(reviews))].ID)
		}
		if _, err := c.Remove(t.Context(), ids, review.Origin{}); err != nil {
			t.Fatal(err)
		}
	default:
		records := map[string]review.Record{}
		for range rng.IntN(12) {
			r := randomRecord(rng)
			records[r.SourceID] = r
		}
		var list []review.Record
		for _, r := range records {
			list = append(list, r)
		}
		add(t, c, list...)
	}
}

// randomRecord returns one of a few reviews in one of a few versions.
func randomRecord(rng *rand.Rand) review.Record {
	words := []string{"Gazi", "zoë", "AC repair", "air conditioning", "late", "Straße", "great"}
	r := record(strconv.Itoa(rng.IntN(40)), 1+rng.IntN(5), words[rng.IntN(len(words))]+" "+words[rng.IntN(len(words))])
	r.Date = "2026-03-" + strconv.Itoa(10+rng.IntN(19))
	r.Unverified = rng.IntN(10) == 0
	if rng.IntN(4) == 0 {
		r.Technicians = []string{"Zoë O'Neil"}
	}
	return r
}

// Whatever was done, a catalog that is opened anew publishes the same, and a
// search finds what looking at every review finds.
func TestRandomHistory(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	db := newDatabase(t)
	c := openCatalog(t, db, options())
	for i := range 120 {
		before := c.State()
		randomChange(t, rng, c)
		if after := c.State(); after.Revision > before.Revision+1 {
			t.Fatalf("revision %d after %d", after.Revision, before.Revision)
		}
		if i%20 == 19 {
			fresh := openCatalog(t, db, options())
			sameState(t, fresh.State(), c.State())
			if diff := cmp.Diff(fresh.given, c.given); diff != "" {
				t.Fatalf("given mentions (-fresh +grown)\n%s", diff)
			}
		}
		checkMentions(t, c)
		checkSearch(t, rng, c.State())
	}
}

// checkMentions finds the mentions of every review again, with the present
// profile and what the import gave.
func checkMentions(t *testing.T, c *Catalog) {
	t.Helper()
	names := roster.New(c.State().Business)
	for _, r := range c.State().Reviews {
		if want := complete(names, r, c.given[r.ID]); !want.SameContent(r) {
			t.Fatalf("review mentions %q %q, want %q %q", r.Technicians, r.Services, want.Technicians, want.Services)
		}
	}
}

// checkSearch compares a random search with a look at every review.
func checkSearch(t *testing.T, rng *rand.Rand, s *State) {
	t.Helper()
	q := review.Query{Limit: review.MaxLimit}
	if rng.IntN(2) == 0 {
		q.MinRating = float64(1 + rng.IntN(5))
	}
	if rng.IntN(2) == 0 {
		q.Text = []string{"strasse", "GAZI", "r c", "ë a", "e"}[rng.IntN(5)]
	}
	if rng.IntN(4) == 0 {
		q.Technician = []string{"Gazi Rahman", "Zoë O'Neil"}[rng.IntN(2)]
	}
	if rng.IntN(4) == 0 {
		q.Service = "ac-repair"
	}
	var want []review.ID
	for _, r := range s.Reviews {
		if float64(r.Rating) >= q.MinRating && strings.Contains(review.Fold(r.Text), review.Fold(q.Text)) &&
			(q.Technician == "" || slices.Contains(r.Technicians, q.Technician)) &&
			(q.Service == "" || slices.Contains(r.Services, q.Service)) {
			want = append(want, r.ID)
		}
	}
	page := s.Search(q)
	var got []review.ID
	for _, r := range page.Reviews {
		got = append(got, r.ID)
	}
	if diff := cmp.Diff(want, got); diff != "" || page.Matched != len(want) {
		t.Fatalf("%+v: matched %d (-want +got)\n%s", q, page.Matched, diff)
	}
	if !slices.IsSortedFunc(page.Reviews, review.Compare) {
		t.Fatal("not newest first")
	}
}
