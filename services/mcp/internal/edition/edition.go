// Package edition holds what is answered from memory: the newest snapshot of
// the store, with those parts of the published documents that answers are
// made from. What is taken from here is what the documents say.
package edition

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// Edition is what is answered from at one revision. It is immutable.
type Edition struct {
	Snapshot *review.Snapshot
	Reviews  document.ReviewsBody  // without the reviews
	Insights document.InsightsBody // without what single reviews say

	reviews map[review.ID]int // where in the snapshot they are
	deleted map[review.ID]int // where in the snapshot their tombstones are
}

// New returns the edition of a snapshot.
func New(s *review.Snapshot) *Edition {
	e := &Edition{
		Snapshot: s,
		Reviews:  document.ReviewsHead(s),
		Insights: document.InsightsHead(s),
		reviews:  make(map[review.ID]int, len(s.Reviews)),
		deleted:  make(map[review.ID]int, len(s.Tombstones)),
	}
	for i, r := range s.Reviews {
		e.reviews[r.ID] = i
	}
	for i, t := range s.Tombstones {
		e.deleted[t.ID] = i
	}
	return e
}

// Review returns one review.
func (e *Edition) Review(id review.ID) (review.Review, bool) {
	i, ok := e.reviews[id]
	if !ok {
		return review.Review{}, false
	}
	return e.Snapshot.Reviews[i], true
}

// Tombstone returns what remains of a review that was deleted.
func (e *Edition) Tombstone(id review.ID) (review.Tombstone, bool) {
	i, ok := e.deleted[id]
	if !ok {
		return review.Tombstone{}, false
	}
	return e.Snapshot.Tombstones[i], true
}

// Business returns the profile, an empty one when the operator has applied
// none.
func (e *Edition) Business() *review.Business {
	if b := e.Snapshot.Business; b != nil {
		return b
	}
	return &review.Business{}
}

// Shelf holds the newest edition. It is safe for concurrent use.
type Shelf struct {
	current atomic.Pointer[Edition]
	filled  chan struct{} // closed with the first edition
	logger  *slog.Logger
}

// NewShelf returns a shelf that holds nothing yet.
func NewShelf(logger *slog.Logger) *Shelf { return &Shelf{filled: make(chan struct{}), logger: logger} }

// Current returns the newest edition, nil before the first.
func (s *Shelf) Current() *Edition { return s.current.Load() }

// Await returns when there is an edition, or after a while without one.
func (s *Shelf) Await(ctx context.Context, limit time.Duration) {
	select {
	case <-s.filled:
	case <-ctx.Done():
	case <-time.After(limit):
	}
}

// Take makes a snapshot, which was noticed at the time began, the newest
// edition. It is for one goroutine.
func (s *Shelf) Take(ctx context.Context, snapshot *review.Snapshot, began time.Time) {
	if s.current.Swap(New(snapshot)) == nil {
		close(s.filled)
	}
	s.logger.InfoContext(ctx, "took",
		slog.Uint64("revision", uint64(snapshot.Revision)),
		slog.Int("reviews", len(snapshot.Reviews)),
		slog.Float64("duration_ms", float64(time.Since(began).Microseconds())/1000))
}
