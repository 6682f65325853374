package board

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
	"github.com/reviewdata/reviewdata/services/gateway/internal/coding"
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
	s.ChangedAt = time.Date(2026, 3, 2, 0, 0, int(revision), 0, time.UTC)
	return s
}

func newBoard(t testing.TB, source Source) *Board {
	t.Helper()
	encoder, err := coding.NewEncoder()
	if err != nil {
		t.Fatal(err)
	}
	return New(Options{
		Source:       source,
		CacheControl: "public, max-age=60",
		Encoder:      encoder,
		Logger:       slog.New(slog.DiscardHandler),
		Registry:     prometheus.NewRegistry(),
	})
}

// follow runs the board until the test ends or the returned function is
// called.
func follow(t testing.TB, b *Board) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	for _, run := range []func(context.Context) error{b.Follow, b.Compress} {
		running.Go(func() {
			if err := run(ctx); err != nil {
				t.Errorf("the board ended with %v", err)
			}
		})
	}
	stop = func() { cancel(); running.Wait() }
	t.Cleanup(stop)
	return stop
}
