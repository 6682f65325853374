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
	var out Applied
	revision, err := c.change(ctx, func(before *State) (difference, error) {
		out = Applied{}
		if reflect.DeepEqual(before.Business, b) {
			return difference{}, nil
		}
		d := difference{business: b}
		roster := insights.NewRoster(b)
		for _, r := range before.Reviews {
			if row := complete(roster, r, c.given[r.ID]); !row.SameContent(r) {
				d.upserts = append(d.upserts, row)
			}
		}
		out = Applied{Changed: true, ReviewsChanged: len(d.upserts)}
		return d, nil
	})
	if err != nil {
		return Applied{}, err
	}
	out.Revision = revision
	return out, nil
}

// complete returns a review with its mentions: those given and those found.
func complete(roster *insights.Roster, r review.Review, given reviewdb.Mentions) reviewdb.Row {
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
	var out Removed
	revision, err := c.change(ctx, func(before *State) (difference, error) {
		d, err := before.removal(ids)
		out = Removed{Count: len(d.removed)}
		return d, err
	})
	if err != nil {
		return Removed{}, err
	}
	out.Revision = revision
	return out, nil
}

// removal returns the deletion of those reviews among ids that are published.
func (s *State) removal(ids []review.ID) (difference, error) {
	var d difference
	seen := map[review.ID]bool{}
	for _, id := range ids {
		state, err := s.Review(id)
		if err != nil {
			return difference{}, err
		}
		if state.Upsert != nil && !seen[id] {
			seen[id] = true
			d.removed = append(d.removed, id)
		}
	}
	return d, nil
}
