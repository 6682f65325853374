package board

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/reviewdata/reviewdata/pkg/follow"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
	"github.com/reviewdata/reviewdata/services/gateway/internal/coding"
)

// memory is a source inside the test, because the network has no place in a
// synctest bubble.
type memory struct {
	snapshot *review.Snapshot // nil: out of reach
}

func (m *memory) Revision(context.Context) (review.Revision, error) {
	if m.snapshot == nil {
		return 0, review.ErrUnavailable
	}
	return m.snapshot.Revision, nil
}

func (m *memory) Snapshot(context.Context, review.Revision, review.Revision) (*review.Snapshot, error) {
	if m.snapshot == nil {
		return nil, review.ErrUnavailable
	}
	return m.snapshot, nil
}

// at returns the sample as of a revision.
func at(revision review.Revision) *review.Snapshot {
	s := reviewtest.Snapshot()
	s.Revision = revision
	s.ChangedAt = time.Date(2026, 3, 2, 0, 0, int(revision), 0, time.UTC)
	return s
}

func newBoard(t testing.TB, source follow.Source) *Board {
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

// run runs the board until the test ends or the returned function is
// called.
func run(t testing.TB, b *Board) (stop func()) {
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
