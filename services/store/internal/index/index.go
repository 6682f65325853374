package index

import (
	"slices"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// maxDelta is how many reviews are compared one by one before they get a
// segment: comparing so many takes a fraction of a millisecond.
const maxDelta = 512

// Index finds the reviews of one revision. It is immutable and safe for
// concurrent use.
type Index struct {
	business *review.Business
	segment  *segment
	dead     bitset  // positions of the segment that are no longer so
	delta    []entry // newest first
}

// entry is a review outside the segment, with its folded text.
type entry struct {
	review.Review
	text string
}

// New returns the index of reviews, newest first. The business, which may be
// nil, gives the labels of services.
func New(reviews []review.Review, business *review.Business) *Index {
	return &Index{business: business, segment: newSegment(reviews), dead: newBitset(len(reviews))}
}

// Apply returns the index of all, the reviews after a change: upserts are new
// or changed, removed are gone.
func (x *Index) Apply(all, upserts []review.Review, removed []review.ID, business *review.Business) *Index {
	if len(x.delta)+len(upserts) > maxDelta {
		return New(all, business)
	}
	stale := map[review.ID]bool{}
	for _, id := range removed {
		stale[id] = true
	}
	for _, r := range upserts {
		stale[r.ID] = true
	}
	next := &Index{business: business, segment: x.segment, dead: slices.Clone(x.dead)}
	for _, e := range x.delta {
		if !stale[e.ID] {
			next.delta = append(next.delta, e)
		}
	}
	for _, r := range upserts {
		next.delta = append(next.delta, entry{r, review.Fold(r.Text)})
	}
	slices.SortFunc(next.delta, func(a, b entry) int { return review.Compare(a.Review, b.Review) })
	for i, r := range x.segment.reviews {
		if stale[r.ID] {
			next.dead.set(i)
		}
	}
	return next
}

// Search returns the page that q asks for, without revision.
func (x *Index) Search(q review.Query) review.SearchPage {
	f := newFilter(q, x.business)
	found := x.segment.find(f)
	found.without(x.dead)
	var fresh []review.Review
	for _, e := range x.delta {
		if f.matches(e.Review, e.text) {
			fresh = append(fresh, e.Review)
		}
	}
	page := review.SearchPage{Matched: found.count() + len(fresh)}
	merged := merge{segment: x.segment.reviews, found: found, fresh: fresh}
	merged.skipTo(q.After)
	for len(page.Reviews) < q.Limit {
		r, ok := merged.next()
		if !ok {
			return page
		}
		page.Reviews = append(page.Reviews, r)
	}
	if last := page.Reviews[len(page.Reviews)-1]; merged.more() {
		page.NextCursor = q.Cursor(last.Position())
	}
	return page
}
