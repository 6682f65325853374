// Package follow keeps a process in touch with the store: it fetches each new
// snapshot soon after the store has committed it, and goes on with the last
// one while the store is away.
//
// It hears of a revision by [Follower.Hear], which whoever listens to the
// events of the broker calls, and asks for it every two seconds anyway. What
// it hands over never goes back to an older revision.
package follow

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/trace"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/tracing"
)

// How a follower keeps in touch with the store.
const (
	pollInterval    = 2 * time.Second
	firstRetry      = 100 * time.Millisecond // doubles with each failure up to pollInterval
	revisionTimeout = 2 * time.Second
	snapshotTimeout = time.Minute
)

// Source is where snapshots come from: the store.
type Source interface {
	// Revision returns the current revision.
	Revision(ctx context.Context) (review.Revision, error)
	// Snapshot returns the state at revision min or later, and nil when that
	// is the known one.
	Snapshot(ctx context.Context, min, known review.Revision) (*review.Snapshot, error)
}

// Take is what a follower hands a snapshot to. Began is when it noticed that
// there is one.
type Take func(ctx context.Context, s *review.Snapshot, began time.Time)

// errBehind says that the store has less than was taken from it. That is a
// replica that catches up, or an older copy of the data; for the latter the
// process must be started anew.
var errBehind = errors.New("the store is behind the snapshot")

// Follower hands each new snapshot over. Hear, Away and Confirmed are safe
// for concurrent use.
type Follower struct {
	source Source
	take   Take
	logger *slog.Logger

	heard atomic.Pointer[news] // the last that an event told
	wake  chan struct{}        // filled when there may be a new revision
	away  atomic.Bool          // the last try failed

	confirmed atomic.Int64 // when a try last succeeded, in nanoseconds since 1970

	began bool            // a snapshot was taken; of the goroutine that runs Run
	known review.Revision // of the snapshot that was taken last; likewise
}

// news is what an event told.
type news struct {
	revision review.Revision
	span     trace.Span // of the event
}

// New returns a follower that hands snapshots to take, one after the other,
// in ascending revision.
func New(source Source, logger *slog.Logger, take Take) *Follower {
	return &Follower{source: source, take: take, logger: logger, wake: make(chan struct{}, 1)}
}

// Hear tells that the store has committed a revision; 0 means that it may
// have. What follows belongs to the trace of ctx.
func (f *Follower) Hear(ctx context.Context, revision review.Revision) {
	f.heard.Store(&news{revision: revision, span: trace.SpanFromContext(ctx)})
	select {
	case f.wake <- struct{}{}:
	default: // there is a call already that will see it
	}
}

// Away reports whether the last try to ask the store failed.
func (f *Follower) Away() bool { return f.away.Load() }

// Confirmed returns when the store was last asked with success: what had been
// taken then was all there was. It is the zero time before the first success.
func (f *Follower) Confirmed() time.Time {
	if at := f.confirmed.Load(); at > 0 {
		return time.Unix(0, at)
	}
	return time.Time{}
}

// Run follows the store until ctx ends. It returns nil.
func (f *Follower) Run(ctx context.Context) error {
	failures := 0
	for {
		err := f.refresh(ctx)
		if ctx.Err() != nil {
			return nil //nolint:nilerr // being stopped is no failure
		}
		f.note(ctx, err)
		failures++
		if err == nil {
			failures = 0
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause(failures)):
		case <-f.wake:
		}
	}
}

// pause returns how long to wait for news after so many failures in a row.
func pause(failures int) time.Duration {
	const doublings = 5 // enough to get from firstRetry to pollInterval
	if failures == 0 || failures > doublings {
		return pollInterval
	}
	return min(firstRetry<<(failures-1), pollInterval)
}

// refresh fetches and hands over what is newer than the last snapshot.
func (f *Follower) refresh(ctx context.Context) (err error) {
	began := time.Now()
	var told review.Revision
	if n := f.heard.Swap(nil); n != nil {
		told = n.revision
		var span trace.Span
		ctx, span = tracing.Step(trace.ContextWithSpan(ctx, n.span), "refresh", tracing.Revision(told))
		defer func() { tracing.End(span, err) }()
	}
	there, err := f.newest(ctx, told)
	if err != nil || there == f.known && f.began {
		return err
	}
	s, err := f.snapshot(ctx, there)
	if err != nil || s == nil {
		return err
	}
	f.began, f.known = true, s.Revision
	f.take(ctx, s, began)
	return nil
}

// newest returns the revision to fetch. An event tells which there is; without
// one, the store is asked. What an event told is forgotten at once: should the
// store never reach that revision, because it was set up anew, the next try
// asks what it has.
func (f *Follower) newest(ctx context.Context, told review.Revision) (review.Revision, error) {
	if told > f.known {
		return told, nil
	}
	ctx, cancel := context.WithTimeout(ctx, revisionTimeout)
	defer cancel()
	there, err := f.source.Revision(ctx)
	if err == nil && there < f.known {
		err = fmt.Errorf("%w: revision %d after %d", errBehind, there, f.known)
	}
	return there, err
}

func (f *Follower) snapshot(ctx context.Context, there review.Revision) (*review.Snapshot, error) {
	ctx, cancel := context.WithTimeout(ctx, snapshotTimeout)
	defer cancel()
	return f.source.Snapshot(ctx, there, f.known)
}

// note logs when the store goes away or comes back, and keeps it for Away and
// Confirmed.
func (f *Follower) note(ctx context.Context, err error) {
	away := err != nil
	if !away {
		f.confirmed.Store(time.Now().UnixNano())
	}
	if f.away.Swap(away) == away {
		return
	}
	if away {
		f.logger.WarnContext(ctx, "cannot follow the store", slog.Uint64("revision", uint64(f.known)), slog.Any("error", err))
		return
	}
	f.logger.InfoContext(ctx, "following the store", slog.Uint64("revision", uint64(f.known)))
}
