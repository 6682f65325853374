package deliver

import (
	"context"
	"errors"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// ErrElsewhere says that the shard of a subscription is not worked on here.
var ErrElsewhere = errors.New("the subscription belongs to another replica")

// Holds reports whether this replica works on a subscription, and the context
// that ends when it does not any more.
func (e *Engine) Holds(key subscription.Key) (context.Context, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.shards[key.Shard()]
	if s == nil || !s.loaded || !e.works(s) || e.edition == nil {
		return nil, false
	}
	return s.ctx, true
}

// Known is the content that a subscriber is taken to have.
type Known struct {
	Revision review.Revision
	Tag      string
}

// NewestOf is the newest content of a topic.
func (e *Engine) NewestOf(topic subscription.Topic) Known {
	newest := e.Newest()
	return Known{newest.Revision, newest.ByTopic[topic].Tag}
}

// Agree makes a subscription what the subscriber has confirmed, or renews it.
// It is on disk then. A new one begins with the next change: its subscriber is
// taken to have the content that was the newest when it was asked to confirm.
// That is sent to the broker before the record: whoever finds a record without
// it believes that the subscriber has what all others have.
func (e *Engine) Agree(ctx context.Context, key subscription.Key, r subscription.Record, newest Known) error {
	return e.with(ctx, key, func(m *member) error { //nolint:contextcheck // what was begun is finished, though the caller may go
		if m.absent {
			e.change(m, func() {
				m.from = newest.Revision
				m.state.Delivered, m.state.Tag = newest.Revision, newest.Tag
			})
		}
		if !e.write(m, r) {
			return ErrElsewhere
		}
		return nil
	})
}

// End removes a subscription for a reason. One that is not there is no error.
func (e *Engine) End(ctx context.Context, key subscription.Key, reason subscription.Reason) error {
	return e.with(ctx, key, func(m *member) error { //nolint:contextcheck // likewise
		if !m.absent {
			e.end(m, reason)
		}
		return nil
	})
}

// Redeliver delivers the newest content again, at once.
func (e *Engine) Redeliver(ctx context.Context, key subscription.Key) error {
	return e.with(ctx, key, func(m *member) error {
		if m.absent {
			return nil
		}
		e.change(m, func() { m.state.Tag, m.record.NextAttemptAt = "", time.Time{} })
		return nil
	})
}

// with does something about a subscription while nobody else works on it. One
// that is not there is absent for it; it stays so unless it gets a record.
func (e *Engine) with(ctx context.Context, key subscription.Key, do func(*member) error) error {
	m, err := e.claim(ctx, key)
	if err != nil {
		return err
	}
	defer e.work.Done()
	defer e.release(m)
	return do(m)
}

// claim waits until nobody works on a subscription, and seizes it.
func (e *Engine) claim(ctx context.Context, key subscription.Key) (*member, error) {
	for {
		m, turn, err := e.tryClaim(key)
		if err != nil || turn == nil {
			return m, err
		}
		select {
		case <-ctx.Done():
			e.giveUp(m) //nolint:contextcheck // likewise
			return nil, ctx.Err()
		case <-turn:
		}
	}
}

// giveUp lets attempts go on that a wanted subscription has put off.
func (e *Engine) giveUp(m *member) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.enqueue(m)
	e.dispatch()
}

// tryClaim seizes a subscription, or returns what to wait for.
func (e *Engine) tryClaim(key subscription.Key) (*member, <-chan struct{}, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.shards[key.Shard()]
	if s == nil || !s.loaded || !e.works(s) {
		return nil, nil, ErrElsewhere
	}
	m := s.members[key]
	if m == nil {
		m = &member{key: key, shard: s, absent: true}
		s.members[key] = m
	}
	if m.busy {
		turn := make(chan struct{})
		m.turns = append(m.turns, turn)
		return m, turn, nil
	}
	e.work.Add(1)
	e.seize(m)
	return m, nil, nil
}
