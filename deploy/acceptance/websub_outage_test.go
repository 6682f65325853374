package acceptance

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/testkit/callbacktest"
)

// What the hub has promised survives its own restarts and crashes.
func TestWebSubSurvivesRestarts(t *testing.T) {
	w := startWebSub(t, 1, callbacktest.Options{})
	restart := func(signal syscall.Signal) {
		w.hubs[0].signal(signal)
		w.hubs[0].start(t)
	}
	t.Run("a lease ends although the hub was away", func(t *testing.T) {
		short, long := w.sink.Callback(""), w.sink.Callback("")
		w.subscribe(t, long, atom, "hub.secret", "kept")
		w.subscribe(t, short, atom, "hub.lease_seconds", "3")
		restart(syscall.SIGTERM)
		time.Sleep(time.Until(short.Verifications()[0].At.Add(3 * time.Second)))
		wantSigned(t, w.pushed(t, long), "kept")
		time.Sleep(moment)
		if len(short.Deliveries()) > 0 || w.active(t, short, atom) {
			t.Errorf("the subscription outlives its lease: %d deliveries", len(short.Deliveries()))
		}
	})
	t.Run("an accepted request is verified after a crash", func(t *testing.T) {
		c := w.sink.Callback("").OnVerify(func(n int, r callbacktest.Request) callbacktest.Answer {
			if n == 0 {
				return callbacktest.Answer{Hang: true}
			}
			return callbacktest.Confirm(n, r)
		})
		w.accept(t, c, atom)
		c.AwaitVerifications(t, 1)
		restart(syscall.SIGKILL)
		got := c.AwaitVerifications(t, 2)
		if got[0].Challenge() == got[1].Challenge() {
			t.Error("a challenge was used twice")
		}
		w.until(t, "the subscription is active", func() bool { return w.active(t, c, atom) })
	})
	t.Run("a change that nobody heard of is delivered", func(t *testing.T) {
		c := w.sink.Callback("")
		w.subscribe(t, c, full)
		w.hubs[0].kill()
		n := w.change(t)
		w.hubs[0].start(t)
		if got := c.AwaitDeliveries(t, 1)[0]; got.Version != n {
			t.Errorf("change %d, want %d", got.Version, n)
		}
	})
	t.Run("a delivery that broke off is made again, as the same one", func(t *testing.T) {
		c := w.sink.Callback("").OnDelivery(func(n int, _ callbacktest.Request) callbacktest.Answer {
			return callbacktest.Answer{Status: http.StatusInternalServerError, Hang: n == 0}
		})
		w.subscribe(t, c, full)
		w.change(t)
		c.AwaitDeliveries(t, 1)
		restart(syscall.SIGKILL)
		got := c.AwaitDeliveries(t, 4)
		if first, second := got[0].Header.Get("Idempotency-Key"), got[1].Header.Get("Idempotency-Key"); first != second {
			t.Errorf("keys %q and %q, want one", first, second)
		}
		c.AwaitDenials(t, 1) // after three that failed: the one that broke off does not count
		if n := len(c.Deliveries()); n != 4 {
			t.Errorf("%d deliveries, want 4", n)
		}
	})
	t.Run("a stop waits for the delivery on its way", func(t *testing.T) {
		c := w.sink.Callback("").OnDelivery(callbacktest.After(time.Second, callbacktest.Statuses(http.StatusOK)))
		w.subscribe(t, c, full)
		w.change(t)
		c.AwaitDeliveries(t, 1)
		restart(syscall.SIGTERM)
		c.OnDelivery(callbacktest.Statuses(http.StatusOK))
		w.change(t)
		w.until(t, "the next change is there", func() bool { return c.Newest() == w.changes })
		if n := len(c.Deliveries()); n != 2 {
			t.Errorf("%d deliveries of two changes", n)
		}
	})
}

// An outage of what the hub needs is no failure of the subscriber.
func TestWebSubOutagesAreNoStrikes(t *testing.T) {
	w := startWebSub(t, 1, callbacktest.Options{})
	wantNoFailure := func(t *testing.T, c *callbacktest.Callback, deliveries int) {
		t.Helper()
		s, there := w.standing(t, c, full)
		if !there || s.Failures != 0 || len(c.Deliveries()) != deliveries {
			t.Errorf("%+v and %d deliveries, want no failure and %d", s, len(c.Deliveries()), deliveries)
		}
	}
	t.Run("NATS", func(t *testing.T) {
		c := w.sink.Callback("")
		w.subscribe(t, c, full)
		w.nats.kill()
		w.until(t, "the hub says that it cannot promise anything", func() bool {
			got := w.send(t, hubPath, formType, w.form(w.sink.Callback("").URL, atom).Encode())
			if got.status != http.StatusServiceUnavailable {
				return false
			}
			wantRetryAfter(t, got)
			return true
		})
		w.change(t)
		time.Sleep(2 * time.Second)
		w.nats.start(t)
		c.AwaitDeliveries(t, 1)
		w.until(t, "the newest is there", func() bool { return c.Newest() == w.changes })
		wantNoFailure(t, c, 1)
	})
	t.Run("the store", func(t *testing.T) {
		c := w.sink.Callback("")
		w.subscribe(t, c, full)
		w.change(t)
		w.store.kill()
		time.Sleep(2 * time.Second)
		wantNoFailure(t, c, len(c.Deliveries()))
		w.request(t, http.StatusAccepted, w.form(w.sink.Callback("").URL, atom))
		w.store.start(t)
		w.until(t, "the newest is there", func() bool { return c.Newest() == w.changes })
		wantNoFailure(t, c, 1)
	})
	t.Run("both, and the hub", func(t *testing.T) {
		c := w.sink.Callback("").OnDelivery(callbacktest.Statuses(500, 200))
		w.subscribe(t, c, full)
		w.change(t)
		c.AwaitDeliveries(t, 1)
		w.hubs[0].kill()
		w.store.kill()
		w.nats.kill()
		w.nats.start(t)
		w.store.start(t)
		w.hubs[0].start(t)
		c.AwaitDeliveries(t, 2)
		w.until(t, "the newest is there", func() bool { return c.Newest() == w.changes })
	})
}

// A topic of ten megabytes arrives whole.
func TestWebSubLargeTopic(t *testing.T) {
	w := startWebSub(t, 1, callbacktest.Options{})
	const reviews, size = 10_000, 10 << 20
	lines := make([]string, reviews)
	for i := range lines {
		lines[i] = fmt.Sprintf(`{"source":"google","source_id":"large-%d","rating":5,"date":"2020-01-01","text":"%s"}`, i, strings.Repeat("word ", 180))
	}
	w.importLines(t, lines...)
	c := w.sink.Callback("")
	w.subscribe(t, c, full, "hub.secret", "large")
	got := w.pushed(t, c)
	_, want := w.published(t, full)
	if len(got.Body) < size || !bytes.Equal(got.Body, want) {
		t.Errorf("%d bytes arrived, the topic has %d", len(got.Body), len(want))
	}
	wantSigned(t, got, "large")
}
