package catalog

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
)

func apply(t *testing.T, c *Catalog, b *review.Business) Applied {
	t.Helper()
	applied, err := c.ApplyBusiness(t.Context(), b, review.Origin{})
	if err != nil {
		t.Fatal(err)
	}
	return applied
}

// A profile finds its people and services in reviews that came before it; a
// new one forgets those it no longer names, but not what an import gave.
func TestApplyBusinessFindsMentionsAnew(t *testing.T) {
	t.Parallel()
	c := newCatalog(t)
	given := record("given", 5, "no names")
	given.Technicians, given.Services = []string{"gaz"}, []string{"Duct cleaning"}
	add(t, c, record("found", 5, "Gazi came for the air conditioning."), given, record("none", 5, "thanks"))
	mentions := func(key string) [2][]string {
		r, _ := c.State().get(id(key))
		return [2][]string{r.Technicians, r.Services}
	}

	want := Applied{Revision: 2, Changed: true, ReviewsChanged: 2}
	if got := apply(t, c, reviewtest.Business()); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	for key, want := range map[string][2][]string{
		"found": {{"Gazi Rahman"}, {"ac-repair"}},
		"given": {{"Gazi Rahman"}, {"duct-cleaning"}},
	} {
		if diff := cmp.Diff(want, mentions(key)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", key, diff)
		}
	}
	if r, _ := c.State().get(id("none")); r.Revision != 1 {
		t.Errorf("a review without mentions changed with revision %d", r.Revision)
	}
	if got, want := apply(t, c, reviewtest.Business()), (Applied{Revision: 2}); got != want {
		t.Errorf("the same profile: %+v, want %+v", got, want)
	}

	other := reviewtest.Business()
	other.Technicians, other.Services = nil, other.Services[:1]
	if got := apply(t, c, other); got.ReviewsChanged != 2 {
		t.Errorf("%+v, want two reviews changed", got)
	}
	if got := mentions("found"); len(got[0]) != 0 || len(got[1]) != 1 {
		t.Errorf("still mentions %v", got)
	}
	if got := mentions("given")[0]; len(got) != 1 || got[0] != "gaz" {
		t.Errorf("what was given became %v", got)
	}
}

func TestApplyBusinessRefusesAWrongProfile(t *testing.T) {
	t.Parallel()
	c := newCatalog(t)
	_, err := c.ApplyBusiness(t.Context(), &review.Business{ID: "Not an id"}, review.Origin{})
	if issues, ok := errors.AsType[review.Issues](err); !ok || len(issues) == 0 {
		t.Errorf("%v, want issues", err)
	}
	if s := c.State(); s.Revision != 0 {
		t.Errorf("revision %d", s.Revision)
	}
}

func TestRemove(t *testing.T) {
	t.Parallel()
	c := newCatalog(t)
	add(t, c, record("a", 5, ""), record("b", 5, ""), record("c", 5, ""))
	for _, test := range []struct {
		name string
		ids  []review.ID
		want Removed
		err  error
	}{
		{"one of them is unknown", []review.ID{id("a"), id("x")}, Removed{}, review.ErrNotFound},
		{"two, one of them twice", []review.ID{id("a"), id("b"), id("a")}, Removed{Revision: 2, Count: 2}, nil},
		{"again", []review.ID{id("a"), id("b")}, Removed{Revision: 2}, nil},
		{"one that is there", []review.ID{id("a"), id("c")}, Removed{Revision: 3, Count: 1}, nil},
		{"none", nil, Removed{Revision: 3}, nil},
	} {
		got, err := c.Remove(t.Context(), test.ids, review.Origin{})
		if got != test.want || !errors.Is(err, test.err) {
			t.Errorf("%s: %+v, %v; want %+v, %v", test.name, got, err, test.want, test.err)
		}
	}
	if s := c.State(); len(s.Reviews) != 0 || len(s.Tombstones) != 3 {
		t.Errorf("%d reviews, %d tombstones", len(s.Reviews), len(s.Tombstones))
	}
}
