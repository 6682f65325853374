package deliver

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/reviewdata/reviewdata/services/hub/internal/broker"
)

// The times of loading shards.
const (
	loadTimeout = time.Minute
	loadRetry   = 250 * time.Millisecond
)

// load fetches the subscriptions of shards, however long that takes. What was
// begun before they were dropped is over then: it was told to stop.
func (e *Engine) load(shards []*shardWork) {
	defer e.leave(shards)
	for _, s := range shards {
		if s.before != nil {
			<-s.before.idle
			s.before = nil
		}
	}
	for {
		numbers, held := e.unloaded(shards)
		if len(numbers) == 0 {
			return
		}
		ctx, cancel := context.WithTimeout(held, loadTimeout)
		entries, err := e.Ledger.Load(ctx, numbers)
		cancel()
		if err == nil {
			e.accept(shards, entries)
			return
		}
		e.Logger.Warn("cannot load subscriptions", slog.Any("error", err))
		time.Sleep(loadRetry)
	}
}

// leave notes that shards are loaded, or need not be any more.
func (e *Engine) leave(shards []*shardWork) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, s := range shards {
		s.busy--
		if s.busy == 0 {
			e.rest(s)
		}
	}
}

// unloaded returns the numbers of the shards that are still ours, and the
// context that ends when the first of them is not any more.
func (e *Engine) unloaded(shards []*shardWork) (numbers []int, held context.Context) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, s := range shards {
		if e.shards[s.number] == s && !e.stopping {
			if numbers == nil {
				held = s.ctx
			}
			numbers = append(numbers, s.number)
		}
	}
	return numbers, held
}

// accept takes what was loaded, and begins the work.
func (e *Engine) accept(shards []*shardWork, entries []broker.Entry) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, entry := range entries {
		if s := e.shards[entry.Key.Shard()]; s != nil && slices.Contains(shards, s) {
			m := newMember(s, entry)
			s.members[m.key] = m
			e.enqueue(m)
		}
	}
	for _, s := range shards {
		s.loaded = true
	}
	e.dispatch()
}

// newMember returns a subscription as the replica before us left it. Where its
// state was lost, it has what all of the shard have, unless its deliveries
// failed.
func newMember(s *shardWork, entry broker.Entry) *member {
	m := &member{key: entry.Key, shard: s, record: entry.Record, version: entry.Version}
	switch {
	case entry.State != nil:
		m.state = *entry.State
	case m.record.Failures == 0:
		m.state.Tag = s.settled[m.key.Topic]
	}
	return m
}
