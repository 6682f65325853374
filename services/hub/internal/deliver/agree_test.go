package deliver

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/testkit/callbacktest"
	"github.com/reviewdata/reviewdata/services/hub/internal/shard"
	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// What changes while a subscriber is asked to confirm is delivered to it: it may
// have fetched the topic before.
func TestChangeWhileConfirming(t *testing.T) {
	t.Parallel()
	r, c := begin(t)
	asked := r.NewestOf(subscription.Atom)
	r.publish(2)
	r.agreeAs(c, asked, nil)
	r.await("the change is there", func() bool { return c.Newest() == 2 })
}

// A content is what all of a shard have only as long as nobody comes who does not
// have it yet.
func TestSettledIsTakenBack(t *testing.T) {
	t.Parallel()
	r, c := begin(t)
	asked := r.NewestOf(subscription.Atom)
	r.publish(2)
	c.OnDelivery(callbacktest.Hang)
	r.Deadline = time.Hour
	number := subscription.NewKey(subscription.Atom, c.URL).Shard()
	if tags := r.Settled()[number]; tags[subscription.Atom] != "2" {
		t.Fatalf("nobody has nothing to get, but %v is settled", tags)
	}
	r.agreeAs(c, asked, nil)
	if tag, there := r.Settled()[number][subscription.Atom]; there {
		t.Errorf("%q is settled, which one has not got", tag)
	}
	if tags := r.Settled()[number]; tags[subscription.Full] != "2" {
		t.Errorf("of a topic that the new one did not ask for %v is settled", tags)
	}
}

// A subscription whose replica dies as soon as it has written the record gets what
// changed while its subscriber was asked to confirm, though all others of its
// shard had that before.
func TestDeathAfterRecord(t *testing.T) {
	t.Parallel()
	s := newSystem(t)
	var r *replica
	var dies atomic.Bool
	s.options = func(o *Options) {
		o.Ledger = faulty{Ledger: o.Ledger, written: func() {
			if dies.Load() {
				r.Drop(errTaken)
			}
		}}
	}
	r = s.start()
	r.publish(1)
	r.await("the shards are loaded", func() bool { return len(r.Settled()) == subscription.Shards })
	asked := r.NewestOf(subscription.Atom)
	r.publish(2)
	settled := r.Settled()
	dies.Store(true)
	c := r.sink.Callback("")
	r.agreeAs(c, asked, nil)
	dies.Store(false)

	a := r.assignment()
	for n, tags := range settled {
		a.Settled[n] = tags
	}
	r.Assign(a)
	r.await("the change is there", func() bool { return c.Newest() == 2 })
}

// The state of a new subscription outlives a broker that loses its states before the
// record is written.
func TestStateLostBeforeRecord(t *testing.T) {
	t.Parallel()
	s := newSystem(t)
	var restart atomic.Bool
	s.options = func(o *Options) {
		o.Ledger = faulty{Ledger: o.Ledger, saving: func(context.Context) {
			if restart.CompareAndSwap(true, false) {
				s.nats.Restart()
			}
		}}
	}
	r := s.start()
	r.publish(1)
	r.await("the shards are loaded", func() bool { return len(r.Settled()) == subscription.Shards })
	restart.Store(true)
	key := r.agree(r.sink.Callback(""), nil)
	r.await("the state is there", func() bool {
		history, err := r.broker.History(t.Context(), key)
		return err == nil && len(history) > 0 && history[0].Tag == "1"
	})
}

// Who has no record yet takes nothing back.
func TestSettledWhileAgreeing(t *testing.T) {
	t.Parallel()
	s := newSystem(t)
	var r *replica
	var tags shard.Tags
	number := -1
	s.options = func(o *Options) {
		o.Ledger = faulty{Ledger: o.Ledger, saving: func(context.Context) {
			if number >= 0 && tags == nil {
				tags = r.Settled()[number]
			}
		}}
	}
	r = s.start()
	r.publish(1)
	r.await("the shards are loaded", func() bool { return len(r.Settled()) == subscription.Shards })
	asked := r.NewestOf(subscription.Atom)
	r.publish(2)
	c := r.sink.Callback("")
	number = subscription.NewKey(subscription.Atom, c.URL).Shard()
	r.agreeAs(c, asked, nil)
	if tags[subscription.Atom] != "2" {
		t.Errorf("%v is settled while somebody subscribes", tags)
	}
}
