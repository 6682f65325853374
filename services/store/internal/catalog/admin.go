package catalog

import (
	"context"
	"reflect"
	"slices"

	"github.com/reviewdata/reviewdata/pkg/insights"
	"github.com/reviewdata/reviewdata/pkg/insights/roster"
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
func (c *Catalog) ApplyBusiness(ctx context.Context, b *review.Business, origin review.Origin) (Applied, error) {
	if err := b.Validate(); err != nil {
		return Applied{}, err
	}
	if _, err := insights.New(b); err != nil {
		return Applied{}, err
	}
	var out Applied
	revision, err := c.change(ctx, func(before *State) (difference, error) {
		out = Applied{}
		cause := &review.HistoryEntry{Action: review.ActionApplyBusiness, Origin: origin}
		if reflect.DeepEqual(before.Business, b) {
			return difference{cause: cause}, nil
		}
		d := difference{business: b, cause: cause}
		names := roster.New(b)
		for _, r := range before.Reviews {
			if row := complete(names, r, c.given[r.ID]); !row.SameContent(r) {
				d.upserts = append(d.upserts, row)
			}
		}
		out = Applied{Changed: true, ReviewsChanged: len(d.upserts)}
		cause.Result.Changed = len(d.upserts)
		return d, nil
	})
	if err != nil {
		return Applied{}, err
	}
	out.Revision = revision
	return out, nil
}

// complete returns a review with its mentions: those given and those found.
func complete(names *roster.Roster, r review.Review, given reviewdb.Mentions) reviewdb.Row {
	r.Technicians, r.Services = given.Technicians, given.Services
	r.Technicians, r.Services = names.Mentions(r)
	return reviewdb.Row{Review: r, Given: given}
}

// Removed says what removing reviews did.
type Removed struct {
	Revision review.Revision
	Count    int
}

// Remove deletes reviews. Those that were deleted before do not count; if one
// was never there, nothing is deleted and the error is review.ErrNotFound.
func (c *Catalog) Remove(ctx context.Context, ids []review.ID, origin review.Origin) (Removed, error) {
	return c.remove(ctx, ids, review.HistoryEntry{Action: review.ActionRemove, Origin: origin})
}

// Forget deletes reviews for good: nothing that was written stays in the
// database, and imports leave the reviews out from now on. It is for those that
// were deleted before, too.
func (c *Catalog) Forget(ctx context.Context, ids []review.ID, origin review.Origin) (Removed, error) {
	return c.remove(ctx, ids, review.HistoryEntry{Action: review.ActionForget, Origin: origin})
}

func (c *Catalog) remove(ctx context.Context, ids []review.ID, cause review.HistoryEntry) (Removed, error) {
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	var out Removed
	revision, err := c.change(ctx, func(before *State) (difference, error) {
		d, err := before.removal(ids)
		if cause.Action == review.ActionForget {
			d.forgotten = slices.DeleteFunc(slices.Clone(ids), func(id review.ID) bool { return c.forgotten[id] })
		}
		cause.Result.Removed = len(d.removed)
		d.cause = &cause
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
	for _, id := range ids {
		state, err := s.Review(id)
		if err != nil {
			return difference{}, err
		}
		if state.Upsert != nil {
			d.removed = append(d.removed, id)
		}
	}
	return d, nil
}

// History returns what was done, latest first: entries before the numbered
// one, or with 0 the latest.
func (c *Catalog) History(ctx context.Context, before, limit int) ([]review.HistoryEntry, error) {
	return c.db.History(ctx, before, limit)
}
