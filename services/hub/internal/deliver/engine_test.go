package deliver

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/testkit/callbacktest"
	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// A subscriber that takes its time gets the newest content, not all of them.
func TestCoalesce(t *testing.T) {
	t.Parallel()
	r, c := begin(t)
	c.OnDelivery(callbacktest.After(200*time.Millisecond, callbacktest.Statuses(204)))
	r.agree(c, nil)
	for revision := review.Revision(2); revision < 30; revision++ {
		r.publish(revision)
		time.Sleep(5 * time.Millisecond)
	}
	r.await("the newest is there", func() bool { return c.Newest() == 29 })
	if n := len(c.Deliveries()); n < 2 || n > 4 {
		t.Errorf("%d deliveries of 28 contents, want two or three", n)
	}
	if faults := c.Faults(); len(faults) > 0 {
		t.Errorf("stale, or two at once: %v", faults)
	}
}

// Content that the table of shards does not allow is not delivered.
func TestFloor(t *testing.T) {
	t.Parallel()
	r, c := begin(t)
	r.agree(c, nil)
	a := r.assignment()
	a.Floor = 3 // another replica has delivered this
	r.Assign(a)
	behind := *r.content.Load()
	behind.Revision = 2
	behind.ByTopic = map[subscription.Topic]document.Document{subscription.Atom: {Body: []byte("revision 2"), Tag: "2"}}
	r.SetEdition(&behind)
	time.Sleep(100 * time.Millisecond)
	if n := len(c.Deliveries()); n != 0 {
		t.Fatalf("%d deliveries below the floor", n)
	}
	r.publish(3)
	if got := c.AwaitDeliveries(t, 1); string(got[0].Body) != "revision 3" {
		t.Errorf("delivered %q", got[0].Body)
	}
}

// The subscription outlives two failures, and the third removes it.
func TestStrikes(t *testing.T) {
	t.Parallel()
	r, c := begin(t)
	c.OnDelivery(callbacktest.Statuses(500, 500, 204, 500, 500, 500))
	key := r.agree(c, nil)
	r.publish(2)
	c.AwaitDeliveries(t, 3)
	r.await("the failures are forgotten", func() bool {
		e, err := r.broker.Find(t.Context(), key)
		return err == nil && e.Record.Failures == 0
	})
	r.publish(3)
	c.AwaitDenials(t, 1)
	r.await("the subscription is gone", func() bool {
		_, err := r.broker.Find(t.Context(), key)
		return err != nil
	})
	if n := len(c.Deliveries()); n != 6 {
		t.Errorf("%d deliveries, want 6", n)
	}
}

// What a replica leaves behind when it dies in an attempt is tried again, and
// does not count: nobody knows how it ended.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	r, c := begin(t)
	r.Deadline = time.Hour // it hangs until it is dead
	c.OnDelivery(func(n int, _ callbacktest.Request) callbacktest.Answer {
		return callbacktest.Answer{Status: 500, Hang: n == 1}
	})
	key := r.agree(c, nil)
	r.publish(2)
	c.AwaitDeliveries(t, 2)
	next := r.start()
	c.AwaitDenials(t, 1)
	if n := len(c.Deliveries()); n != 4 {
		t.Errorf("%d deliveries, want 4: three that failed, and the one that was interrupted", n)
	}
	next.await("the subscription is gone", func() bool {
		_, err := next.broker.Find(t.Context(), key)
		return err != nil
	})
}

// When states are lost, a subscriber that has the content does not get it
// again, and one whose delivery failed does.
func TestStatesLost(t *testing.T) {
	t.Parallel()
	r, c := begin(t)
	failing := r.sink.Callback("").OnDelivery(callbacktest.Statuses(500, 204))
	r.agree(c, nil)
	r.Delays[0] = time.Hour
	r.agree(failing, nil)
	r.publish(2)
	c.AwaitDeliveries(t, 1)
	failing.AwaitDeliveries(t, 1)
	r.await("the failure is on disk", func() bool {
		e, err := r.broker.Find(t.Context(), subscription.NewKey(subscription.Atom, failing.URL))
		return err == nil && e.Record.Failures == 1
	})
	settled := r.Settled()
	r.Drop(errStopping)
	r.nats.Restart()

	a := r.assignment()
	for n, tags := range settled {
		a.Settled[n] = tags
	}
	r.Assign(a)
	r.await("the shards are loaded", func() bool { return len(r.Settled()) == subscription.Shards })
	if err := r.Redeliver(t.Context(), subscription.NewKey(subscription.Atom, failing.URL)); err != nil {
		t.Fatal(err)
	}
	failing.AwaitDeliveries(t, 2)
	if n := len(c.Deliveries()); n != 1 {
		t.Errorf("%d deliveries to the one that had it, want 1", n)
	}
}

// A shard that is given away is free once what has begun is done.
func TestFree(t *testing.T) {
	t.Parallel()
	r, c := begin(t)
	c.OnDelivery(callbacktest.After(300*time.Millisecond, callbacktest.Statuses(204)))
	key := r.agree(c, nil)
	r.publish(2)
	c.AwaitDeliveries(t, 1)
	a := r.assignment()
	a.Surplus = a.Mine
	r.Assign(a)
	if n := len(r.Freed()); n != subscription.Shards-1 {
		t.Errorf("%d shards are free during a delivery, want all but one", n)
	}
	if _, ours := r.Holds(key); ours {
		t.Error("a shard that is given away takes requests")
	}
	r.await("all are free", func() bool { return len(r.Freed()) == subscription.Shards })
	if r.kicked.Load() == 0 {
		t.Error("nobody was told")
	}
}

// Callbacks that hang do not keep others at the same host from the content for
// longer than their deadline, and not at all when there is room.
func TestPerHost(t *testing.T) {
	t.Parallel()
	s := newSystem(t)
	s.options = func(o *Options) {
		o.PerHost = func(string) int { return 2 }
		o.Deadline = 300 * time.Millisecond
	}
	r := s.start()
	r.publish(1)
	r.await("the shards are loaded", func() bool { return len(r.Settled()) == subscription.Shards })
	var good []*callbacktest.Callback
	for n := range 12 {
		c := r.sink.Callback("")
		if n%3 == 0 {
			c.OnDelivery(callbacktest.Hang)
		} else {
			good = append(good, c)
		}
		r.agree(c, nil)
	}
	r.publish(2)
	for _, c := range good {
		c.AwaitDeliveries(t, 1)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.running > 2 {
		t.Errorf("%d deliveries at a host at a time, want 2", r.running)
	}
}

// A network that reaches nobody is not the fault of subscribers.
func TestOutlook(t *testing.T) {
	t.Parallel()
	r, c := begin(t)
	for n := range 5 {
		r.Outlook.Note(fmt.Sprint("host", n), false, time.Now())
	}
	key := r.agree(c, func(record *subscription.Record) { record.Callback = "https://127.0.0.1:1/" })
	r.publish(2)
	r.await("an attempt was made", func() bool {
		history, err := r.broker.History(t.Context(), key)
		return err == nil && len(history) > 0 && history[0].Last.Result == "connect"
	})
	if e, err := r.broker.Find(t.Context(), key); err != nil || e.Record.Failures != 0 {
		t.Errorf("failures %d, %v; want none", e.Record.Failures, err)
	}
}

func TestHeader(t *testing.T) {
	t.Parallel()
	r, c := begin(t)
	r.agree(c, func(record *subscription.Record) { record.Secret = "s" })
	r.publish(2)
	got := c.AwaitDeliveries(t, 1)[0]
	for name, want := range map[string]string{
		"Content-Type":    "text/plain",
		"Link":            `<https://reviews.example.com/api/websub/hub>; rel="hub", <https://reviews.example.com/feed.xml>; rel="self"`,
		"X-Revision":      "2",
		"X-Hub-Signature": callbacktest.Sign("s", got.Body),
		"User-Agent":      "test",
	} {
		if got.Header.Get(name) != want {
			t.Errorf("%s: %q, want %q", name, got.Header.Get(name), want)
		}
	}
	r.agree(c, nil)
	r.publish(3)
	again := c.AwaitDeliveries(t, 2)[1]
	if again.Header.Get("X-Hub-Signature") != "" {
		t.Error("signed without a secret")
	}
	if again.Header.Get("Idempotency-Key") == got.Header.Get("Idempotency-Key") {
		t.Error("two contents have one key")
	}
}

// A stop finishes what has begun, and gives up what takes too long without a
// strike.
func TestStop(t *testing.T) {
	t.Parallel()
	r, c := begin(t)
	slow := r.sink.Callback("").OnDelivery(callbacktest.Hang)
	c.OnDelivery(callbacktest.After(100*time.Millisecond, callbacktest.Statuses(http.StatusNoContent)))
	key, hanging := r.agree(c, nil), r.agree(slow, nil)
	r.publish(2)
	c.AwaitDeliveries(t, 1)
	slow.AwaitDeliveries(t, 1)
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	r.stop(ctx)
	if history, err := r.broker.History(t.Context(), key); err != nil || len(history) == 0 || history[0].Tag != "2" {
		t.Errorf("the end of the delivery was not noted: %+v, %v", history, err)
	}
	if e, err := r.broker.Find(t.Context(), hanging); err != nil || e.Record.Failures != 0 {
		t.Errorf("failures %d, %v; want none", e.Record.Failures, err)
	}
}
