package review_test

import (
	"cmp"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
)

func TestCompareOrdersNewestFirst(t *testing.T) {
	t.Parallel()
	want := []review.Review{
		{Date: 20260302, ID: "A"},
		{Date: 20260301, ID: "C"},
		{Date: 20260301, ID: "B"},
		{Date: 20251231, ID: "Z"},
		{ID: "A"},
	}
	for i, a := range want {
		for j, b := range want {
			if got := review.Compare(a, b); got != cmp.Compare(i, j) {
				t.Errorf("Compare(%v, %v) = %d, want %d", a.Position(), b.Position(), got, cmp.Compare(i, j))
			}
		}
	}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, review.Compare)
	for i := range want {
		if got[i].Position() != want[i].Position() {
			t.Errorf("place %d has %v, want %v", i, got[i].Position(), want[i].Position())
		}
	}
}

// TestSameContentLooksAtEveryPublishedMember changes each member of a review
// in turn: all of them count, except those that say when it was written.
func TestSameContentLooksAtEveryPublishedMember(t *testing.T) {
	t.Parallel()
	whole := review.Review{
		ID: "A", Author: "a", AuthorAvatarURL: "u", Rating: 1, Date: 20260101, Text: "t", Source: "s", SourceURL: "v",
		OwnerReply: &review.OwnerReply{Text: "r", Date: 20260102}, Technicians: []string{"x"}, Services: []string{"y"},
		UpdatedAt: time.Unix(1, 0), Revision: 1,
	}
	for i := range reflect.TypeFor[review.Review]().NumField() {
		field := reflect.TypeFor[review.Review]().Field(i)
		changed := whole
		reflect.ValueOf(&changed).Elem().Field(i).SetZero()
		want := field.Name == "UpdatedAt" || field.Name == "Revision"
		if got := whole.SameContent(changed); got != want {
			t.Errorf("without %s: same content is %t, want %t", field.Name, got, want)
		}
		if got := changed.SameContent(whole); got != want {
			t.Errorf("without %s, the other way: same content is %t, want %t", field.Name, got, want)
		}
	}
	other := whole
	other.OwnerReply = &review.OwnerReply{Text: "r", Date: 20260103}
	if whole.SameContent(other) {
		t.Error("the date of the reply does not count")
	}
	other.OwnerReply = &review.OwnerReply{Text: "r", Date: 20260102}
	if !whole.SameContent(other) {
		t.Error("two equal replies are not the same")
	}
}

func TestAChangeHasTheRevisionAndIDOfWhatChanged(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	r := reviewtest.Review(rng, 7)
	for name, test := range map[string]struct {
		change   review.Change
		revision review.Revision
		id       review.ID
	}{
		"upsert": {review.Change{Upsert: &r}, 7, r.ID},
		"delete": {review.Change{Delete: &review.Tombstone{ID: "X", Revision: 9}}, 9, "X"},
	} {
		if got := test.change.Revision(); got != test.revision {
			t.Errorf("%s: revision %d, want %d", name, got, test.revision)
		}
		if got := test.change.ID(); got != test.id {
			t.Errorf("%s: id %s, want %s", name, got, test.id)
		}
	}
}
