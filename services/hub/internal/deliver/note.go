package deliver

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"

	"github.com/reviewdata/reviewdata/services/hub/internal/broker"
	"github.com/reviewdata/reviewdata/services/hub/internal/egress"
	"github.com/reviewdata/reviewdata/services/hub/internal/shard"
	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// The times of what follows an attempt.
const (
	denialTimeout = 10 * time.Second
	writeTimeout  = 3 * time.Second
	writeRetry    = 100 * time.Millisecond
)

// note notes how an attempt ended. A failure, or that those before are forgiven,
// is on disk before the state tells of it. An attempt of which nobody could note
// the end does not count: the subscriber may have accepted it.
func (e *Engine) note(m *member, tag string, o subscription.Outcome, a egress.Answer) {
	now := time.Now()
	switch {
	case o.Result == delivered:
		if m.record.Failures > 0 && !e.write(m, m.record.Succeed()) {
			return
		}
		e.change(m, func() { m.state = m.state.Deliver(o, tag) })
	case a.Status == http.StatusGone:
		e.change(m, func() { m.state = m.state.Release(o) })
		e.end(m, subscription.Gone)
	case a.Status == 0 && e.Outlook.Broken(now):
		e.change(m, func() {
			m.state = m.state.Release(o)
			m.record.NextAttemptAt = now.Add(jitter(e.Delays[0]))
		})
	default:
		e.strike(m, o, a.RetryAfter, now)
	}
}

// strike counts a failure against a subscriber.
func (e *Engine) strike(m *member, o subscription.Outcome, retryAfter time.Duration, now time.Time) {
	failed := m.record.Fail(now, func(failures int) time.Duration {
		return max(jitter(e.Delays[min(failures, len(e.Delays))-1]), retryAfter)
	})
	if !e.write(m, failed) {
		return
	}
	e.change(m, func() { m.state = m.state.Release(o) })
	if m.record.Ended != "" {
		e.end(m, m.record.Ended)
	}
}

// jitter varies a delay by up to a fifth, so that those who failed together
// do not come back together.
func jitter(d time.Duration) time.Duration {
	const fifth = 0.2
	return time.Duration(float64(d) * (1 - fifth + 2*fifth*rand.Float64())) //nolint:gosec // nobody gains by guessing it
}

// end removes a subscription. One that did not ask for it is told, which is
// tried once (W3C WebSub §5.2).
func (e *Engine) end(m *member, reason subscription.Reason) {
	if denial := reason.Denial(); denial != "" {
		ended := m.record
		ended.Ended = reason
		if m.record.Ended == "" && !e.write(m, ended) {
			return
		}
		e.deny(m, denial)
	}
	if e.erase(m) {
		e.Metrics.Removed.WithLabelValues(string(reason)).Inc()
		e.Logger.Info("subscription removed", slog.String("subscription", m.key.String()), slog.String("reason", string(reason)))
	}
}

func (e *Engine) deny(m *member, reason string) {
	ctx, cancel := context.WithTimeout(m.shard.ctx, denialTimeout)
	defer cancel()
	edition := e.Newest()
	if edition == nil {
		return
	}
	parameters := "hub.mode=denied&hub.topic=" + url.QueryEscape(m.key.Topic.URL(edition.BaseURL)) + "&hub.reason=" + url.QueryEscape(reason)
	if _, err := e.Client.Get(ctx, m.record.Callback, parameters); err != nil {
		e.Logger.Debug("denial not delivered", slog.String("subscription", m.key.String()), slog.Any("error", err))
	}
}

// write puts a record on disk, however long that takes, and reports whether it
// is there. It is not when the shard is not ours any more.
func (e *Engine) write(m *member, r subscription.Record) bool {
	return e.insist(m, func(ctx context.Context) error {
		version, err := e.Ledger.SaveRecord(ctx, m.key, r, m.version)
		if errors.Is(err, shard.ErrConflict) {
			version, err = e.reconcile(ctx, m, r)
		}
		if err == nil {
			e.mu.Lock()
			m.record, m.version, m.absent = r, version, false
			e.mu.Unlock()
		}
		return err
	})
}

// erase removes a record from disk, however long that takes.
func (e *Engine) erase(m *member) bool {
	return e.insist(m, func(ctx context.Context) error {
		err := e.Ledger.RemoveRecord(ctx, m.key, m.version)
		if errors.Is(err, shard.ErrConflict) {
			if _, found := e.Ledger.Find(ctx, m.key); errors.Is(found, broker.ErrNotFound) {
				err = nil // we have removed it, and did not hear of it
			}
		}
		if err == nil {
			e.mu.Lock()
			m.absent = true
			e.mu.Unlock()
		}
		return err
	})
}

// reconcile resolves a conflict: either we have written that very record, and
// did not hear of it, or the shard is not ours.
func (e *Engine) reconcile(ctx context.Context, m *member, r subscription.Record) (uint64, error) {
	there, err := e.Ledger.Find(ctx, m.key)
	if err != nil {
		return 0, err
	}
	ours, err1 := subscription.EncodeRecord(r)
	theirs, err2 := subscription.EncodeRecord(there.Record)
	if err1 == nil && err2 == nil && bytes.Equal(ours, theirs) {
		return there.Version, nil
	}
	return 0, shard.ErrConflict
}

// insist tries a write until it is done. A conflict means that the shard is
// not ours, whatever we believe.
func (e *Engine) insist(m *member, try func(context.Context) error) bool {
	for m.shard.ctx.Err() == nil {
		ctx, cancel := context.WithTimeout(m.shard.ctx, writeTimeout)
		err := try(ctx)
		cancel()
		if err == nil {
			return true
		}
		e.Logger.Warn("cannot write a subscription", slog.String("subscription", m.key.String()), slog.Any("error", err))
		if errors.Is(err, shard.ErrConflict) {
			e.mu.Lock()
			if e.shards[m.shard.number] == m.shard {
				e.drop(m.shard, errTaken)
			}
			e.mu.Unlock()
			return false
		}
		select {
		case <-m.shard.ctx.Done():
		case <-time.After(writeRetry):
		}
	}
	return false
}
