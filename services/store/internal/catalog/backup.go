package catalog

import (
	"context"
	"errors"
	"io"
	"math"
	"slices"

	"github.com/reviewdata/reviewdata/pkg/change"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/tracing"
	"github.com/reviewdata/reviewdata/services/store/internal/backup"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// Backup writes everything the store keeps, as it is at one moment.
func (c *Catalog) Backup(ctx context.Context, w io.Writer) error {
	content, err := c.content(ctx)
	if err != nil {
		return err
	}
	return backup.Write(w, content)
}

// content reads the database while this replica writes nothing.
func (c *Catalog) content(ctx context.Context) (backup.Content, error) {
	c.writing.Lock()
	defer c.writing.Unlock()
	state, err := c.db.Load(ctx)
	if err != nil {
		return backup.Content{}, err
	}
	history, err := c.db.History(ctx, 0, math.MaxInt32)
	history = slices.DeleteFunc(history, func(e review.HistoryEntry) bool { return e.Result.Revision > state.Revision }) // of another replica, since
	return backup.Content{State: state, History: history}, err
}

// errNotNew says that a store has held something.
var errNotNew = errors.New("the store is not new")

// Restore puts a backup into a store that has never held anything, and returns
// the state after it.
func (c *Catalog) Restore(ctx context.Context, content backup.Content, origin review.Origin) (*State, error) {
	if err := c.restore(ctx, content, origin); err != nil {
		return nil, err
	}
	if _, err := c.change(ctx, c.moved); err != nil {
		return nil, err
	}
	return c.State(), nil
}

func (c *Catalog) restore(ctx context.Context, content backup.Content, origin review.Origin) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	if err := c.catchUp(ctx); err != nil {
		return err
	}
	s := content.State
	if c.State().Revision > 0 || s.Revision == 0 {
		return notNew(errNotNew)
	}
	entry := review.HistoryEntry{
		Action: review.ActionRestore,
		Origin: origin,
		At:     c.instantAfter(c.State()),
		Result: review.ImportResult{Revision: s.Revision, Committed: true, Added: len(s.Reviews)},
	}
	err := c.db.Restore(ctx, reviewdb.Restoration{
		State:   s,
		History: append([]review.HistoryEntry{entry}, content.History...),
		Event:   change.Event{Revision: s.Revision, ChangedAt: s.ChangedAt, Upserted: len(s.Reviews), BusinessChanged: true, Trace: tracing.Parent(ctx)},
	})
	if errors.Is(err, reviewdb.ErrConflict) { // another replica was faster
		return notNew(err)
	}
	if err != nil {
		return err
	}
	return c.catchUp(ctx)
}

func notNew(err error) error {
	return &reviewdb.AdviceError{Advice: "a backup with reviews is restored into a new store only: start one with an empty database", Err: err}
}

// moved is the change to the public origin of the options: it is part of every
// document, so a new one is a revision.
func (c *Catalog) moved(before *State) (difference, error) {
	return difference{baseURL: before.Revision > 0 && before.BaseURL != c.options.BaseURL}, nil
}
