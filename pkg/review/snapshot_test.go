package review_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
)

func TestSince(t *testing.T) {
	t.Parallel()
	s := &review.Snapshot{Reviews: []review.Review{
		{Date: 20260302, ID: "A"}, {Date: 20260301, ID: "C"}, {Date: 20260301, ID: "B"}, {Date: 20240229, ID: "Z"},
	}}
	for date, want := range map[review.Date]int{
		20260303: 0, 20260302: 1, 20260301: 3, 20260228: 3, 20240301: 3, 20240229: 4, 10101: 4, 0: 4,
	} {
		if got := len(s.Since(date)); got != want {
			t.Errorf("since %s: %d reviews, want %d", date, got, want)
		}
	}
	if got := (&review.Snapshot{}).Since(20260101); len(got) != 0 {
		t.Errorf("%d reviews of none", len(got))
	}
}

func TestSinceIsAFilter(t *testing.T) {
	t.Parallel()
	s := reviewtest.Random(rand.New(rand.NewPCG(9, 10)), 500)
	for _, r := range s.Reviews {
		want := slices.DeleteFunc(slices.Clone(s.Reviews), func(other review.Review) bool { return other.Date < r.Date })
		if diff := cmp.Diff(want, s.Since(r.Date)); diff != "" {
			t.Fatalf("since %s (-want +got):\n%s", r.Date, diff)
		}
	}
}

// TestSinceLeavesTheSnapshotAlone: appending to a listing must not write into
// the reviews after it.
func TestSinceLeavesTheSnapshotAlone(t *testing.T) {
	t.Parallel()
	s := &review.Snapshot{Reviews: []review.Review{{Date: 20260302, ID: "A"}, {Date: 20260301, ID: "B"}}}
	_ = append(s.Since(20260302), review.Review{ID: "C"})
	if got := s.Reviews[1].ID; got != "B" {
		t.Errorf("the next review is %s now", got)
	}
}

// TestMarksRememberEveryListing plays random commits and compares the marks
// with what they stand for: the last revision at which the listing since a date
// was another one than before.
func TestMarksRememberEveryListing(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 11))
		history := newHistory()
		for range 60 {
			history.commit(rng)
			history.check(t)
		}
	}
}

// history is a data set of a few reviews on a few days, and what is known of
// each of its listings.
type history struct {
	revision review.Revision
	reviews  map[review.ID]review.Review
	marks    []review.Mark
	listings map[review.Date]map[review.ID]review.Review // since each day, at its last change
	changed  map[review.Date]review.Revision             // of each listing
	touched  map[review.Date]review.Revision             // the last commit with a review that is, or was, in it
}

const (
	firstDay review.Date = 20260101
	lastDay  review.Date = 20260112
)

func newHistory() *history {
	return &history{
		reviews:  map[review.ID]review.Review{},
		listings: map[review.Date]map[review.ID]review.Review{},
		changed:  map[review.Date]review.Revision{},
		touched:  map[review.Date]review.Revision{},
	}
}

// commit adds, changes, moves and removes some reviews and marks the latest
// day among them, old and new, as the store does.
func (h *history) commit(rng *rand.Rand) {
	h.revision++
	latest := review.Date(0)
	for range 1 + rng.IntN(3) {
		id := review.ID(rune('A' + rng.IntN(8)))
		old, known := h.reviews[id]
		latest = max(latest, old.Date)
		if known && rng.IntN(3) == 0 {
			delete(h.reviews, id)
			continue
		}
		r := review.Review{ID: id, Date: firstDay + review.Date(rng.IntN(int(lastDay-firstDay)+1)), Revision: h.revision}
		latest = max(latest, r.Date)
		h.reviews[id] = r
	}
	changedAt := time.Unix(int64(h.revision), 0)
	h.marks = review.AddMark(h.marks, review.Mark{Date: latest, Revision: h.revision, ChangedAt: changedAt})
	for day := firstDay; day <= lastDay; day++ {
		if day <= latest {
			h.touched[day] = h.revision
		}
		listing := maps.Clone(h.reviews)
		maps.DeleteFunc(listing, func(_ review.ID, r review.Review) bool { return r.Date < day })
		if !maps.EqualFunc(listing, h.listings[day], func(a, b review.Review) bool { return a.Date == b.Date && a.Revision == b.Revision }) {
			h.listings[day], h.changed[day] = listing, h.revision
		}
	}
}

// check compares the marks with the listings. A mark is that of the last commit
// which concerned the listing. It may be newer than the last difference, when a
// review came and left again within a commit, but never older: a reader who
// relies on it would miss a change.
func (h *history) check(t *testing.T) {
	t.Helper()
	s := &review.Snapshot{Marks: h.marks}
	for day := firstDay; day <= lastDay; day++ {
		mark, ok := s.SinceMark(day)
		if ok != (mark.Revision > 0) || mark.Revision != h.touched[day] || mark.Revision < h.changed[day] {
			t.Fatalf("revision %d: the listing since %s is marked %+v, it was concerned at %d and changed at %d",
				h.revision, day, mark, h.touched[day], h.changed[day])
		}
		if ok && !mark.ChangedAt.Equal(time.Unix(int64(mark.Revision), 0)) {
			t.Fatalf("revision %d: mark %+v has the time of another one", h.revision, mark)
		}
	}
	if _, ok := s.SinceMark(lastDay + 1); ok {
		t.Fatalf("revision %d: the listing since %s is marked, nothing was ever in it", h.revision, lastDay+1)
	}
	if !slices.IsSortedFunc(h.marks, func(a, b review.Mark) int { return int(b.Date) - int(a.Date) }) {
		t.Fatalf("marks out of order: %+v", h.marks)
	}
	if len(h.marks) > int(lastDay-firstDay)+1 {
		t.Fatalf("%d marks of %d days", len(h.marks), lastDay-firstDay+1)
	}
}

func TestAddMark(t *testing.T) {
	t.Parallel()
	marks := []review.Mark{{Date: 20260301, Revision: 1}, {Date: 20260201, Revision: 2}, {Date: 20260101, Revision: 3}}
	for _, test := range []struct {
		date review.Date
		want []review.Mark
	}{
		{20260401, []review.Mark{{Date: 20260401, Revision: 4}}},
		{20260301, []review.Mark{{Date: 20260301, Revision: 4}}},
		{20260215, []review.Mark{{Date: 20260301, Revision: 1}, {Date: 20260215, Revision: 4}}},
		{20251231, append(slices.Clone(marks), review.Mark{Date: 20251231, Revision: 4})},
	} {
		before := slices.Clone(marks)
		got := review.AddMark(marks, review.Mark{Date: test.date, Revision: 4})
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("mark at %s (-want +got):\n%s", test.date, diff)
		}
		if diff := cmp.Diff(before, marks); diff != "" {
			t.Errorf("mark at %s changed the marks it was given (-before +after):\n%s", test.date, diff)
		}
	}
}
