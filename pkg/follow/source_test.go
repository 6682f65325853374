package follow

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
)

// memory is a source inside the test, because the network has no place in a
// synctest bubble. It keeps to what the store promises.
type memory struct {
	mu       sync.Mutex
	snapshot *review.Snapshot // nil: out of reach
	hanging  bool             // it answers nothing
	asked    int
}

// set makes s what the source has.
func (m *memory) set(s *review.Snapshot) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.snapshot = s
}

func (m *memory) hang(hanging bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.hanging = hanging
}

func (m *memory) get(ctx context.Context) (*review.Snapshot, error) {
	m.mu.Lock()
	s, hanging := m.snapshot, m.hanging
	m.asked++
	m.mu.Unlock()
	if hanging {
		<-ctx.Done()
	}
	if hanging || s == nil {
		return nil, review.ErrUnavailable
	}
	return s, nil
}

func (m *memory) Revision(ctx context.Context) (review.Revision, error) {
	s, err := m.get(ctx)
	if err != nil {
		return 0, err
	}
	return s.Revision, nil
}

func (m *memory) Snapshot(ctx context.Context, min, known review.Revision) (*review.Snapshot, error) {
	s, err := m.get(ctx)
	switch {
	case err != nil:
		return nil, err
	case s.Revision < min:
		return nil, review.ErrUnavailable
	case known > 0 && s.Revision == known:
		return nil, nil
	}
	return s, nil
}

// at returns the sample as of a revision.
func at(revision review.Revision) *review.Snapshot {
	s := reviewtest.Snapshot()
	s.Revision = revision
	return s
}

// taker is a follower that keeps the last snapshot.
type taker struct {
	*Follower
	current atomic.Pointer[review.Snapshot]
}

func newTaker(source Source) *taker {
	t := &taker{}
	t.Follower = New(source, slog.New(slog.DiscardHandler), func(_ context.Context, s *review.Snapshot, _ time.Time) { t.current.Store(s) })
	return t
}

// Current returns the last snapshot, nil before the first.
func (t *taker) Current() *review.Snapshot { return t.current.Load() }

// Revision returns that of the last snapshot, 0 before the first.
func (t *taker) Revision() review.Revision {
	if s := t.Current(); s != nil {
		return s.Revision
	}
	return 0
}

// run follows until the test ends or the returned function is called.
func run(t testing.TB, f *taker) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() {
		if err := f.Run(ctx); err != nil {
			t.Errorf("the follower ended with %v", err)
		}
	})
	stop = func() { cancel(); running.Wait() }
	t.Cleanup(stop)
	return stop
}
