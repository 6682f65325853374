package board

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// How the board keeps in touch with the store.
const (
	pollInterval    = 2 * time.Second
	firstRetry      = 100 * time.Millisecond // doubles with each failure up to pollInterval
	revisionTimeout = 2 * time.Second
	snapshotTimeout = time.Minute
)

// Follow keeps the board up to date until ctx ends. It returns nil.
func (b *Board) Follow(ctx context.Context) error {
	failures := 0
	for {
		err := b.refresh(ctx)
		if ctx.Err() != nil {
			return nil //nolint:nilerr // being stopped is no failure
		}
		b.note(ctx, err)
		failures++
		if err == nil {
			failures = 0
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause(failures)):
		case <-b.news:
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

// refresh fetches and publishes what is newer than the current edition.
func (b *Board) refresh(ctx context.Context) error {
	began := time.Now()
	known := b.Revision()
	there, err := b.newest(ctx, known)
	if err != nil || there == known && b.Current() != nil {
		return err
	}
	s, err := b.snapshot(ctx, there, known)
	if err != nil || s == nil {
		return err
	}
	b.publish(ctx, s, began)
	return nil
}

// newest returns the revision to fetch. An event tells which there is; without
// one, the store is asked. What an event told is forgotten at once: should the
// store never reach that revision, because it was set up anew, the next try
// asks what it has.
func (b *Board) newest(ctx context.Context, known review.Revision) (review.Revision, error) {
	there := review.Revision(b.heard.Swap(0))
	if there > known {
		return there, nil
	}
	there, err := b.revision(ctx)
	if err == nil && there < known {
		err = fmt.Errorf("%w: revision %d after %d", errBehind, there, known)
	}
	return there, err
}

// errBehind says that the store has less than the board. That is a replica
// that catches up, or an older copy of the data; for the latter the gateway
// must be started anew.
var errBehind = errors.New("the store is behind the documents")

func (b *Board) revision(ctx context.Context) (review.Revision, error) {
	ctx, cancel := context.WithTimeout(ctx, revisionTimeout)
	defer cancel()
	return b.options.Source.Revision(ctx)
}

func (b *Board) snapshot(ctx context.Context, there, known review.Revision) (*review.Snapshot, error) {
	ctx, cancel := context.WithTimeout(ctx, snapshotTimeout)
	defer cancel()
	return b.options.Source.Snapshot(ctx, there, known)
}

// note logs when the store goes away or comes back, and keeps it for the
// metrics.
func (b *Board) note(ctx context.Context, err error) {
	away := err != nil
	if b.metrics.away.Swap(away) == away {
		return
	}
	if away {
		b.options.Logger.WarnContext(ctx, "cannot follow the store",
			slog.Uint64("revision", uint64(b.Revision())), slog.Any("error", err))
		return
	}
	b.options.Logger.InfoContext(ctx, "following the store", slog.Uint64("revision", uint64(b.Revision())))
}
