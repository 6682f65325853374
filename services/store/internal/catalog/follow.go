package catalog

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"time"

	"github.com/reviewdata/reviewdata/pkg/insights"
	"github.com/reviewdata/reviewdata/pkg/insights/roster"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

const (
	pause       = time.Second / 2 // between two tries to follow a database that is away
	takeTimeout = time.Minute     // for what others have committed, during which nobody can write
)

// errRewound says that the database has lost what was published: it was put
// back to a backup.
var errRewound = errors.New("the database is at an earlier revision than it was: the store has to be started again to read it anew")

// Follow takes over what other replicas commit, until ctx ends. While the
// database is away the state stays as it is. It is an error when the database
// has lost what is in the state.
func (c *Catalog) Follow(ctx context.Context) error {
	for {
		err := c.follow(ctx)
		if ctx.Err() != nil {
			return nil //nolint:nilerr // being stopped is no failure
		}
		if errors.Is(err, errRewound) {
			return err
		}
		switch was := c.away.Swap(err != nil); {
		case err == nil && was:
			c.options.Logger.InfoContext(ctx, "the database is back")
		case err != nil && !was:
			c.options.Logger.WarnContext(ctx, "the database is away", slog.Any("error", err))
		}
		if err != nil {
			wait(ctx, pause)
		}
	}
}

// follow waits for the next commit and takes it over.
func (c *Catalog) follow(ctx context.Context) error {
	if err := c.db.Await(ctx, c.State().Revision); err != nil {
		return err
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	ctx, cancel := context.WithTimeout(ctx, takeTimeout)
	defer cancel()
	return c.catchUp(ctx)
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// catchUp takes over what others have committed. The caller holds c.writing.
func (c *Catalog) catchUp(ctx context.Context) error {
	have := c.State().Revision
	news, err := c.db.Changes(ctx, have)
	switch {
	case err != nil:
		return err
	case news.Revision < have:
		return fmt.Errorf("revision %d after %d: %w", news.Revision, have, errRewound)
	case news.Revision > have:
		c.take(news)
	}
	return nil
}

// take puts the state after the news in place and keeps what the next change
// needs to know of it. The caller holds c.writing.
func (c *Catalog) take(news reviewdb.State) {
	before := c.State()
	if !reflect.DeepEqual(before.Business, news.Business) {
		c.roster = roster.New(news.Business)
		c.readWith(news.Business)
	}
	c.remember(news)
	c.replace(c.timed(func() *State { return before.after(news, c.deriver) }))
}

// readWith lets reviews be read with a profile from now on. One that came from a
// replica of another version may be of no use here; the insights then stay with
// the one before.
func (c *Catalog) readWith(b *review.Business) {
	deriver, err := c.deriver.For(b)
	if err != nil {
		c.options.Logger.Error("insights are derived with the former profile", slog.Any("error", err))
		return
	}
	c.deriver = deriver
}

// news returns what a commit to s makes different.
func (s *State) news(c reviewdb.Commit) reviewdb.State {
	out := reviewdb.State{
		DataSet:   s.dataSet,
		Revision:  c.Event.Revision,
		ChangedAt: c.Event.ChangedAt,
		BaseURL:   c.BaseURL,
		Business:  s.Business,
		Reviews:   c.Upserts,
		Forgotten: c.Forgotten,
	}
	if c.Business != nil {
		out.Business = c.Business
	}
	for _, id := range slices.Sorted(slices.Values(c.Removed)) {
		out.Tombstones = append(out.Tombstones, review.Tombstone{ID: id, Revision: c.Event.Revision, DeletedAt: c.Event.ChangedAt})
	}
	if !c.Mark.Date.IsZero() {
		out.Marks = []review.Mark{c.Mark}
	}
	return out
}

// after returns the state after the news.
func (s *State) after(news reviewdb.State, d *insights.Deriver) *State {
	next := *s.Snapshot
	next.Revision, next.ChangedAt, next.BaseURL, next.Business = news.Revision, news.ChangedAt, news.BaseURL, news.Business
	upserts := reviewsOf(news.Reviews)
	removed := make([]review.ID, len(news.Tombstones))
	for i, t := range news.Tombstones {
		removed[i] = t.ID
	}
	next.Reviews = merge(s.Reviews, upserts, removed)
	next.Tombstones = bury(s.Tombstones, upserts, news.Tombstones)
	for _, m := range news.Marks {
		next.Marks = review.AddMark(next.Marks, m)
	}
	x := s.index.Apply(next.Reviews, upserts, removed, next.Business)
	return newState(&next, x, s.dataSet, d)
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

// bury returns the tombstones after a change, oldest first: reviews that came
// back lose theirs, those that went get one.
func bury(old []review.Tombstone, upserts []review.Review, fresh []review.Tombstone) []review.Tombstone {
	gone := make(map[review.ID]bool, len(upserts)+len(fresh))
	for _, r := range upserts {
		gone[r.ID] = true
	}
	for _, t := range fresh {
		gone[t.ID] = true
	}
	kept := slices.DeleteFunc(slices.Clone(old), func(t review.Tombstone) bool { return gone[t.ID] })
	return append(kept, fresh...)
}
