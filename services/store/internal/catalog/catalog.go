package catalog

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/reviewdata/reviewdata/pkg/insights"
	"github.com/reviewdata/reviewdata/pkg/insights/roster"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/store/internal/index"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// Options are what a catalog needs beside its database.
type Options struct {
	BaseURL   string           // public origin, without a trailing slash
	Now       func() time.Time // the clock
	Logger    *slog.Logger
	Committed func(took time.Duration) // told of every commit; may be nil
	Indexed   func(took time.Duration) // told whenever a state was made; may be nil
	Assistant insights.Assistant       // helps with the insights; may be nil
}

// Catalog holds the present state and changes it, one change at a time. It is
// safe for concurrent use.
type Catalog struct {
	options Options
	db      reviewdb.Database
	state   atomic.Pointer[State]

	away    atomic.Bool // the database cannot be followed
	writing sync.Mutex  // held by the one who prepares and commits a change
	roster  *roster.Roster
	deriver *insights.Deriver
	given   map[review.ID]reviewdb.Mentions // of reviews whose import gave some

	forgotten map[review.ID]bool // removed for good: imports leave them out

	waiting sync.Mutex
	changed chan struct{} // closed when the state is replaced
}

// Open loads the state from the database.
func Open(ctx context.Context, db reviewdb.Database, o Options) (*Catalog, error) {
	loaded, err := db.Load(ctx)
	if err != nil {
		return nil, err
	}
	deriver, err := insights.New(loaded.Business)
	if err != nil {
		return nil, err
	}
	if o.Assistant != nil {
		deriver.Assist(o.Assistant)
	}
	c := &Catalog{
		options: o,
		db:      db,
		roster:  roster.New(loaded.Business),
		deriver: deriver,
		given:   map[review.ID]reviewdb.Mentions{},

		forgotten: map[review.ID]bool{},
		changed:   make(chan struct{}),
	}
	snapshot := &review.Snapshot{
		Revision:   loaded.Revision,
		ChangedAt:  loaded.ChangedAt,
		BaseURL:    cmp.Or(loaded.BaseURL, o.BaseURL),
		Business:   loaded.Business,
		Reviews:    reviewsOf(loaded.Reviews),
		Tombstones: loaded.Tombstones,
		Marks:      loaded.Marks,
	}
	c.remember(loaded)
	c.state.Store(c.timed(func() *State {
		return newState(snapshot, index.New(snapshot.Reviews, snapshot.Business), loaded.DataSet, deriver)
	}))
	_, err = c.change(ctx, c.moved)
	return c, err
}

// State returns the present state.
func (c *Catalog) State() *State { return c.state.Load() }

// Snapshot returns the present snapshot.
func (c *Catalog) Snapshot() *review.Snapshot { return c.State().Snapshot }

// Refresh derives the insights anew, because the assistant knows more, and
// publishes them as a revision of their own.
func (c *Catalog) Refresh(ctx context.Context) error {
	_, err := c.change(ctx, func(*State) (difference, error) { return difference{insights: true}, nil })
	return err
}

// DataSet tells the database behind the catalog from others.
func (c *Catalog) DataSet() reviewdb.DataSet { return c.State().dataSet }

// Away reports whether the database cannot be followed: what other replicas
// commit does not arrive.
func (c *Catalog) Away() bool { return c.away.Load() }

// maxWait is how long a reader waits for a revision that has not come yet: it
// has heard of it from an event, so it cannot be far.
const maxWait = 2 * time.Second

// StateAt returns the present state once its revision is at least min. If that
// takes too long the error is review.ErrUnavailable.
func (c *Catalog) StateAt(ctx context.Context, min review.Revision) (*State, error) {
	limit, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	for {
		changed := c.NextChange()
		if s := c.State(); s.Revision >= min {
			return s, nil
		}
		select {
		case <-changed:
		case <-limit.Done():
			return nil, fmt.Errorf("%w: revision %d has not come", review.ErrUnavailable, min)
		}
	}
}

// NextChange returns a channel that is closed with the next change of state.
func (c *Catalog) NextChange() <-chan struct{} {
	c.waiting.Lock()
	defer c.waiting.Unlock()
	return c.changed
}

// replace puts a new state in place and wakes who waits for it.
func (c *Catalog) replace(s *State) {
	c.state.Store(s)
	c.waiting.Lock()
	close(c.changed)
	c.changed = make(chan struct{})
	c.waiting.Unlock()
}

// timed makes a state and tells how long that took.
func (c *Catalog) timed(make func() *State) *State {
	start := time.Now()
	s := make()
	if c.options.Indexed != nil {
		c.options.Indexed(time.Since(start))
	}
	return s
}

// remember keeps what later changes need to know of news and nobody reads: the
// mentions that came with reviews, and what was removed for good.
func (c *Catalog) remember(news reviewdb.State) {
	for _, row := range news.Reviews {
		if len(row.Given.Technicians)+len(row.Given.Services) == 0 {
			delete(c.given, row.ID)
			continue
		}
		c.given[row.ID] = row.Given
	}
	for _, t := range news.Tombstones {
		delete(c.given, t.ID)
	}
	for _, id := range news.Forgotten {
		c.forgotten[id] = true
	}
}

// reviewsOf returns the reviews of rows.
func reviewsOf(rows []reviewdb.Row) []review.Review {
	out := make([]review.Review, len(rows))
	for i, row := range rows {
		out[i] = row.Review
	}
	return out
}

// today is the latest date a review can have. Somewhere it is tomorrow already.
func (c *Catalog) today() review.Date {
	return review.DateOf(c.options.Now().UTC().AddDate(0, 0, 1))
}
