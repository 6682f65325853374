package deliver

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"

	"github.com/reviewdata/reviewdata/services/hub/internal/shard"
	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// Why work is given up. None of it is the fault of a subscriber.
var (
	errStopping = errors.New("the hub is stopping")
	errTaken    = errors.New("the shard is not ours any more")
)

// Assign makes the engine work on these shards and no others.
func (e *Engine) Assign(a shard.Assignment) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for number, s := range e.shards {
		if !slices.Contains(a.Mine, number) {
			e.drop(s, errTaken)
		}
	}
	e.surplus = map[int]bool{}
	for _, number := range a.Surplus {
		e.surplus[number] = true
	}
	var fresh []*shardWork
	again := false
	for _, number := range a.Mine {
		s := e.shards[number]
		switch {
		case s == nil && !e.surplus[number] && !e.stopping:
			fresh = append(fresh, e.take(number, a.Settled[number]))
		case s != nil && s.leaving != e.surplus[number]:
			s.leaving = e.surplus[number]
			again = true
		}
	}
	if len(fresh) > 0 {
		e.work.Go(func() { e.load(fresh) })
	}
	if a.Floor != e.floor || again {
		e.floor = a.Floor
		e.lookAtAll()
	}
}

func (e *Engine) take(number int, settled shard.Tags) *shardWork {
	ctx, cancel := context.WithCancelCause(context.Background())
	s := &shardWork{
		number: number, ctx: ctx, cancel: cancel, members: map[subscription.Key]*member{}, settled: maps.Clone(settled),
		before: e.dropped[number], idle: make(chan struct{}), busy: 1, // who loads it
	}
	delete(e.dropped, number)
	if s.settled == nil {
		s.settled = shard.Tags{}
	}
	e.shards[number] = s
	return s
}

// Drop gives up all shards at once.
func (e *Engine) Drop(cause error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, s := range e.shards {
		e.drop(s, cause)
	}
}

// drop gives up a shard: who works on a member of it is told to stop, and what
// comes of that does not matter any more.
func (e *Engine) drop(s *shardWork, cause error) {
	delete(e.shards, s.number)
	e.dropped[s.number] = s
	s.cancel(cause)
	if s.busy == 0 {
		close(s.idle)
	}
	for _, m := range s.members {
		m.stopTimer()
		m.wake()
	}
}

// Freed returns the surplus shards that are not worked on any more.
func (e *Engine) Freed() []int {
	e.mu.Lock()
	defer e.mu.Unlock()
	var freed []int
	for number := range e.surplus {
		if e.free(number) {
			freed = append(freed, number)
		}
	}
	return freed
}

// free reports whether nobody is at a shard, or will be. An attempt may still
// be ending in one that was dropped.
func (e *Engine) free(number int) bool {
	if s := e.shards[number]; s != nil {
		return s.leaving && s.busy == 0
	}
	last := e.dropped[number]
	return last == nil || last.busy == 0
}

// Settled returns the contents that all subscribers of a shard have. One whose
// deliveries fail is left out: the failures are on disk, and tell that it has
// something to get.
func (e *Engine) Settled() map[int]shard.Tags {
	e.mu.Lock()
	defer e.mu.Unlock()
	settled := map[int]shard.Tags{}
	if e.edition == nil {
		return settled
	}
	for number, s := range e.shards {
		if s.loaded {
			e.settle(s)
			settled[number] = maps.Clone(s.settled)
		}
	}
	return settled
}

// settle notes what all subscribers of a shard have. What they had is taken back,
// with the next beat, when one comes that does not: should its state be lost after
// that, it is not taken to have it.
func (e *Engine) settle(s *shardWork) {
	open := map[subscription.Topic]bool{}
	for _, m := range s.members {
		if !m.absent && m.record.Failures == 0 && !m.state.Has(e.edition.ByTopic[m.key.Topic].Tag) {
			open[m.key.Topic] = true
		}
	}
	for topic, d := range e.edition.ByTopic {
		switch {
		case !open[topic]:
			s.settled[topic] = d.Tag
		case s.settled[topic] == d.Tag:
			delete(s.settled, topic)
		}
	}
}

// Resave saves all states again, after the broker has lost them: also those of
// subscriptions whose record is about to be written.
func (e *Engine) Resave() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, s := range e.shards {
		for _, m := range s.members {
			if !m.absent || m.state.Tag != "" {
				e.save(m)
			}
		}
	}
}

// save sends the state of a member to the broker.
func (e *Engine) save(m *member) {
	if err := e.Ledger.SaveState(m.key, m.state); err != nil {
		e.Logger.Debug("cannot save a state", slog.Any("error", err))
	}
}
