package catalog

import (
	"context"
	"reflect"

	"github.com/reviewdata/reviewdata/pkg/insights"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// Applied says what applying a profile did.
type Applied struct {
	Revision       review.Revision
	Changed        bool
	ReviewsChanged int
}

// ApplyBusiness makes b the profile of the business. The mentions of all
// reviews are found again with its names. What is wrong with b is returned as
// review.Issues.
func (c *Catalog) ApplyBusiness(ctx context.Context, b *review.Business) (Applied, error) {
	if err := b.Validate(); err != nil {
		return Applied{}, err
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	before := c.State()
	if reflect.DeepEqual(before.Business, b) {
		return Applied{Revision: before.Revision}, nil
	}
	d := difference{business: b}
	roster := insights.NewRoster(b)
	for _, r := range before.Reviews {
		row := c.row(roster, r, c.given[r.ID])
		if !row.SameContent(r) {
			d.upserts = append(d.upserts, row)
		}
	}
	if err := c.commit(ctx, d); err != nil {
		return Applied{}, err
	}
	return Applied{Revision: c.State().Revision, Changed: true, ReviewsChanged: len(d.upserts)}, nil
}

// row completes a review with its mentions: those given and those found.
func (c *Catalog) row(roster *insights.Roster, r review.Review, given reviewdb.Mentions) reviewdb.Row {
	r.Technicians, r.Services = given.Technicians, given.Services
	r.Technicians, r.Services = roster.Mentions(r)
	return reviewdb.Row{Review: r, Given: given}
}

// Removed says what removing reviews did.
type Removed struct {
	Revision review.Revision
	Count    int
}

// Remove deletes reviews. Those that were deleted before do not count; if one
// was never there, nothing is deleted and the error is review.ErrNotFound.
func (c *Catalog) Remove(ctx context.Context, ids []review.ID) (Removed, error) {
	c.writing.Lock()
	defer c.writing.Unlock()
	before := c.State()
	var d difference
	seen := map[review.ID]bool{}
	for _, id := range ids {
		state, err := before.Review(id)
		if err != nil {
			return Removed{}, err
		}
		if state.Upsert != nil && !seen[id] {
			seen[id] = true
			d.removed = append(d.removed, id)
		}
	}
	if d.empty() {
		return Removed{Revision: before.Revision}, nil
	}
	if err := c.commit(ctx, d); err != nil {
		return Removed{}, err
	}
	return Removed{Revision: c.State().Revision, Count: len(d.removed)}, nil
}
