package catalog

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/reviewdata/reviewdata/pkg/change"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/tracing"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// difference is what a change makes different. It is empty when nothing is.
type difference struct {
	baseURL  bool             // the one in the options is new
	insights bool             // the assistant knows more
	business *review.Business // nil leaves it as it is
	upserts  []reviewdb.Row   // without revision and time
	removed  []review.ID

	forgotten []review.ID          // removed for good, now or after they were deleted
	dryRun    bool                 // find out only
	cause     *review.HistoryEntry // without number, time and revisions; nil if nobody did it
}

func (d difference) empty() bool {
	return !d.baseURL && !d.insights && d.business == nil && len(d.upserts) == 0 && len(d.removed) == 0 && len(d.forgotten) == 0
}

// history returns the entry that tells of a change.
func (d difference) history(before, after review.Revision, now time.Time) *review.HistoryEntry {
	if d.cause == nil {
		return nil
	}
	e := *d.cause
	e.At, e.Before, e.Result.Revision, e.Result.Committed = now, before, after, after > before
	return &e
}

// change commits what prepare finds to be different from the present state, if
// anything is, and returns the revision after it. When another replica has
// committed in between, prepare is asked again.
func (c *Catalog) change(ctx context.Context, prepare func(before *State) (difference, error)) (review.Revision, error) {
	c.writing.Lock()
	defer c.writing.Unlock()
	for {
		if err := c.catchUp(ctx); err != nil {
			return 0, err
		}
		d, err := prepare(c.State())
		if err == nil && !d.dryRun {
			err = c.carryOut(ctx, d)
		}
		if !errors.Is(err, reviewdb.ErrConflict) {
			return c.State().Revision, err
		}
	}
}

// carryOut commits a difference, or tells the history that there was none, and
// erases what was removed for good. The caller holds c.writing.
func (c *Catalog) carryOut(ctx context.Context, d difference) error {
	if d.empty() {
		if err := c.recordNothing(ctx, d); err != nil {
			return err
		}
	} else if err := c.commit(ctx, d); err != nil {
		return err
	}
	return c.scrub(ctx, d)
}

// recordNothing tells the history of a change that made no difference.
func (c *Catalog) recordNothing(ctx context.Context, d difference) error {
	before := c.State()
	if e := d.history(before.Revision, before.Revision, c.instantAfter(before)); e != nil {
		return c.db.Record(ctx, *e)
	}
	return nil
}

// commit writes a difference from the present state as the next revision and
// puts the next state in place. The caller holds c.writing.
func (c *Catalog) commit(ctx context.Context, d difference) (err error) {
	ctx, span := tracing.Step(ctx, "commit")
	defer func() { tracing.End(span, err) }()
	start := time.Now()
	before := c.State()
	revision := before.Revision + 1
	now := c.instantAfter(before)
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
			Trace:           tracing.Parent(ctx),
		},
		BaseURL:   c.options.BaseURL,
		Business:  d.business,
		Upserts:   d.upserts,
		Removed:   d.removed,
		Mark:      before.mark(d, revision, now),
		Forgotten: d.forgotten,
		History:   d.history(before.Revision, revision, now),
	}
	if err := c.db.Commit(ctx, commit); err != nil {
		return err
	}
	c.take(before.news(commit))
	span.SetAttributes(tracing.Revision(revision))
	c.tell(ctx, commit.Event, time.Since(start))
	return nil
}

// scrubTimeout bounds the erasure of what was removed for good.
const scrubTimeout = time.Minute

// scrub erases what was removed for good. It goes on when the caller has left,
// and comes again when the caller does: what was forgotten before may have been
// committed by one who died, or lost the database, before the erasure.
func (c *Catalog) scrub(ctx context.Context, d difference) error {
	if d.cause == nil || d.cause.Action != review.ActionForget {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), scrubTimeout)
	defer cancel()
	return c.db.Scrub(ctx)
}

// instantAfter returns the time of a commit to before, in whole seconds. It does
// not go back, whatever the clocks of the machine and of other replicas do: a
// client that was told a later Last-Modified would take the commit for nothing
// new (RFC 9110 §13.1.3).
func (c *Catalog) instantAfter(before *State) time.Time {
	now := c.options.Now().UTC().Truncate(time.Second)
	if now.Before(before.ChangedAt) {
		return before.ChangedAt
	}
	return now
}

// tell logs and counts a commit.
func (c *Catalog) tell(ctx context.Context, e change.Event, took time.Duration) {
	if c.options.Committed != nil {
		c.options.Committed(took)
	}
	c.options.Logger.InfoContext(ctx, "committed",
		slog.Uint64("revision", uint64(e.Revision)),
		slog.Int("upserted", e.Upserted),
		slog.Int("deleted", e.Deleted),
		slog.Bool("business_changed", e.BusinessChanged),
		slog.Float64("duration_ms", float64(took.Microseconds())/1000))
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
