// Package content has the newest content of the topics: the bytes that a GET
// of them is answered with.
package content

import (
	"context"
	"sync"
	"time"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/tracing"
	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// Edition is the content of all topics at one revision. It does not change.
type Edition struct {
	Revision  review.Revision
	ChangedAt time.Time // when that was committed
	BaseURL   string
	Trace     string // in which it was heard of, as of tracing.Parent
	ByTopic   map[subscription.Topic]document.Document
}

// Shelf renders snapshots, and hands an edition out when nothing newer has
// come for a moment.
type Shelf struct {
	calm     time.Duration
	out      func(*Edition)
	renderer *document.Renderer

	turn    chan struct{} // has room for the one call of out that goes on
	mu      sync.Mutex
	newest  *Edition
	pending bool // an edition waits for its moment to be over
}

// NewShelf returns a shelf that calls out with the newest edition, at most
// once in the time calm.
func NewShelf(calm time.Duration, out func(*Edition)) *Shelf {
	return &Shelf{calm: calm, out: out, renderer: document.NewRenderer(), turn: make(chan struct{}, 1)}
}

// Newest returns the newest edition, nil before the first.
func (s *Shelf) Newest() *Edition {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.newest
}

// Take renders a snapshot. It is called by one goroutine.
func (s *Shelf) Take(ctx context.Context, snapshot *review.Snapshot, _ time.Time) {
	set := s.renderer.Render(snapshot)
	e := &Edition{
		Revision:  snapshot.Revision,
		ChangedAt: snapshot.ChangedAt,
		BaseURL:   snapshot.BaseURL,
		Trace:     tracing.Parent(ctx),
		ByTopic: map[subscription.Topic]document.Document{
			subscription.Atom:     set.Atom,
			subscription.JSONFeed: set.JSONFeed,
			subscription.Full:     set.Reviews,
		},
	}
	if s.put(e) {
		s.release()
	}
}

// put makes an edition the newest, and reports whether it goes out at once:
// the first does. The newest of those that follow each other within a moment
// goes out at the end of it.
func (s *Shelf) put(e *Edition) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	first := s.newest == nil
	s.newest = e
	if !first && !s.pending {
		s.pending = true
		time.AfterFunc(s.calm, s.release)
	}
	return first
}

// release hands the newest edition out. One call waits for the other: an older
// edition never comes after a newer one.
func (s *Shelf) release() {
	s.turn <- struct{}{}
	defer func() { <-s.turn }()
	s.mu.Lock()
	s.pending = false
	e := s.newest
	s.mu.Unlock()
	s.out(e)
}
