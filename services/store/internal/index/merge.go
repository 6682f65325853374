package index

import (
	"slices"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// merge walks through what was found in the segment and in the delta as one
// list, newest first.
type merge struct {
	segment []review.Review
	found   bitset
	at      int // next position to look at in segment
	fresh   []review.Review
}

// skipTo starts after a position; nil starts at the beginning.
func (m *merge) skipTo(after *review.Position) {
	if after == nil {
		return
	}
	beyond := func(r review.Review, p review.Position) int {
		if r.Position().Compare(p) <= 0 {
			return -1
		}
		return 1
	}
	m.at, _ = slices.BinarySearchFunc(m.segment, *after, beyond)
	i, _ := slices.BinarySearchFunc(m.fresh, *after, beyond)
	m.fresh = m.fresh[i:]
}

// next returns the next review, or false at the end.
func (m *merge) next() (review.Review, bool) {
	i := m.found.next(m.at)
	switch {
	case i < 0 && len(m.fresh) == 0:
		return review.Review{}, false
	case i < 0 || len(m.fresh) > 0 && review.Compare(m.fresh[0], m.segment[i]) < 0:
		r := m.fresh[0]
		m.fresh = m.fresh[1:]
		return r, true
	default:
		m.at = i + 1
		return m.segment[i], true
	}
}

// more reports whether next would return a review.
func (m *merge) more() bool { return len(m.fresh) > 0 || m.found.next(m.at) >= 0 }
