package catalog

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/reviewdata/reviewdata/pkg/change"
	"github.com/reviewdata/reviewdata/pkg/insights"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// difference is what a change makes different. It is empty when nothing is.
type difference struct {
	baseURL  bool             // the one in the options is new
	business *review.Business // nil leaves it as it is
	upserts  []reviewdb.Row   // without revision and time
	removed  []review.ID
}

func (d difference) empty() bool {
	return !d.baseURL && d.business == nil && len(d.upserts) == 0 && len(d.removed) == 0
}

// commit writes a difference from the present state as the next revision and
// puts the next state in place. The caller holds c.writing.
func (c *Catalog) commit(ctx context.Context, d difference) error {
	start := time.Now()
	before := c.State()
	revision := before.Revision + 1
	now := c.options.Now().UTC().Truncate(time.Second)
	for i := range d.upserts {
		d.upserts[i].Revision, d.upserts[i].UpdatedAt = revision, now
	}
	commit := reviewdb.Commit{
		Event: change.Event{
			Revision:        revision,
			ChangedAt:       now,
			Upserted:        len(d.upserts),
			Deleted:         len(d.removed),
			BusinessChanged: d.business != nil,
		},
		BaseURL:  c.options.BaseURL,
		Business: d.business,
		Upserts:  d.upserts,
		Removed:  d.removed,
		Mark:     before.mark(d, revision, now),
	}
	if err := c.db.Commit(ctx, commit); err != nil {
		return err
	}
	c.remember(d)
	c.replace(before.after(commit))
	c.options.Logger.InfoContext(ctx, "committed",
		slog.Uint64("revision", uint64(revision)),
		slog.Int("upserted", len(d.upserts)),
		slog.Int("deleted", len(d.removed)),
		slog.Bool("business_changed", d.business != nil),
		slog.Duration("duration", time.Since(start)))
	return nil
}

// remember keeps what the next change needs to know of this one.
func (c *Catalog) remember(d difference) {
	if d.business != nil {
		c.roster = insights.NewRoster(d.business)
	}
	for _, row := range d.upserts {
		c.keepGiven(row)
	}
	for _, id := range d.removed {
		delete(c.given, id)
	}
}

// mark returns the mark of a change: at the latest date that a review it adds,
// changes or removes has or had.
func (s *State) mark(d difference, revision review.Revision, now time.Time) review.Mark {
	var latest review.Date
	reach := func(id review.ID) {
		if r, ok := s.get(id); ok {
			latest = max(latest, r.Date)
		}
	}
	for _, row := range d.upserts {
		latest = max(latest, row.Date)
		reach(row.ID)
	}
	for _, id := range d.removed {
		reach(id)
	}
	if latest.IsZero() {
		return review.Mark{}
	}
	return review.Mark{Date: latest, Revision: revision, ChangedAt: now}
}

// after returns the state after a commit.
func (s *State) after(c reviewdb.Commit) *State {
	next := *s.Snapshot
	next.Revision, next.ChangedAt, next.BaseURL = c.Event.Revision, c.Event.ChangedAt, c.BaseURL
	if c.Business != nil {
		next.Business = c.Business
	}
	upserts := make([]review.Review, len(c.Upserts))
	for i, row := range c.Upserts {
		upserts[i] = row.Review
	}
	next.Reviews = merge(s.Reviews, upserts, c.Removed)
	next.Tombstones = bury(s.Tombstones, upserts, c)
	if !c.Mark.Date.IsZero() {
		next.Marks = review.AddMark(s.Marks, c.Mark)
	}
	x := s.index.Apply(next.Reviews, upserts, c.Removed, next.Business)
	return newState(&next, x, s.dataSet)
}

// merge returns old without the reviews that changed or went, and with
// upserts, newest first.
func merge(old, upserts []review.Review, removed []review.ID) []review.Review {
	gone := make(map[review.ID]bool, len(upserts)+len(removed))
	for _, r := range upserts {
		gone[r.ID] = true
	}
	for _, id := range removed {
		gone[id] = true
	}
	upserts = slices.SortedFunc(slices.Values(upserts), review.Compare)
	out := make([]review.Review, 0, len(old)+len(upserts))
	for _, r := range old {
		if gone[r.ID] {
			continue
		}
		for len(upserts) > 0 && review.Compare(upserts[0], r) < 0 {
			out = append(out, upserts[0])
			upserts = upserts[1:]
		}
		out = append(out, r)
	}
	return append(out, upserts...)
}

// bury returns the tombstones after a commit, oldest first: reviews that came
// back lose theirs, those that went get one.
func bury(old []review.Tombstone, upserts []review.Review, c reviewdb.Commit) []review.Tombstone {
	alive := make(map[review.ID]bool, len(upserts))
	for _, r := range upserts {
		alive[r.ID] = true
	}
	out := make([]review.Tombstone, 0, len(old)+len(c.Removed))
	for _, t := range old {
		if !alive[t.ID] {
			out = append(out, t)
		}
	}
	for _, id := range slices.Sorted(slices.Values(c.Removed)) {
		out = append(out, review.Tombstone{ID: id, Revision: c.Event.Revision, DeletedAt: c.Event.ChangedAt})
	}
	return out
}
