package callbacktest

import (
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"
)

// Callback is one subscriber. It may subscribe to one topic at a time: what it
// says of stale and overlapping deliveries would be wrong for two.
type Callback struct {
	URL string // what to subscribe with

	sink  *Sink
	query string

	mu         sync.Mutex
	verify     Script
	deliver    Script
	requests   []*Request
	deliveries int
	verified   int
	open       []*sender // of deliveries that are not answered yet
	newest     int64     // version that came
}

// OnVerify sets how the callback answers when the hub asks whether it wants a
// subscription.
func (c *Callback) OnVerify(s Script) *Callback {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.verify = s
	return c
}

// OnDelivery sets how the callback answers deliveries from now on, counted
// from 0 again.
func (c *Callback) OnDelivery(s Script) *Callback {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.deliver, c.deliveries = s, 0
	return c
}

// take records a request and returns the answer, and what is to be called when
// the answer is about to go out.
func (c *Callback) take(r *http.Request, body []byte) (Answer, func()) {
	request := newRequest(r, c.query, body)
	if r.Method != http.MethodPost {
		return c.takeVerification(request), func() {}
	}
	from := senderOf(r)
	return c.takeDelivery(request, from), func() { c.leave(from) }
}

func (c *Callback) leave(from *sender) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open = slices.DeleteFunc(c.open, func(other *sender) bool { return other == from })
}

func (c *Callback) takeVerification(r *Request) Answer {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.requests = append(c.requests, r)
	n := c.verified
	c.verified++
	return c.verify(n, *r)
}

// takeDelivery records a delivery and returns the answer to it.
func (c *Callback) takeDelivery(r *Request, from *sender) Answer {
	c.mu.Lock()
	defer c.mu.Unlock()
	r.Abandoned = from.gone()
	if version := c.sink.options.Version; version != nil {
		r.Version = version(r.Body)
		r.Stale = r.Version < c.newest
		c.newest = max(c.newest, r.Version)
	}
	r.Overlapping = slices.ContainsFunc(c.open, func(other *sender) bool { return !other.gone() })
	c.open = append(c.open, from)
	n := c.deliveries
	c.deliveries++
	answer := c.deliver(n, *r)
	if c.sink.options.Forget {
		r.Body, r.Header = nil, nil
	}
	c.requests = append(c.requests, r)
	return answer
}

// Requests returns everything that came so far.
func (c *Callback) Requests() []Request {
	return c.where(func(Request) bool { return true })
}

// Verifications returns the questions whether a subscription, or its end, is
// wanted.
func (c *Callback) Verifications() []Request {
	return c.where(func(r Request) bool { return r.Method == http.MethodGet && r.Mode() != "denied" })
}

// Denials returns the announcements that a subscription was ended by the hub
// (W3C WebSub §5.2).
func (c *Callback) Denials() []Request {
	return c.where(func(r Request) bool { return r.Method == http.MethodGet && r.Mode() == "denied" })
}

// Deliveries returns the deliveries.
func (c *Callback) Deliveries() []Request {
	return c.where(func(r Request) bool { return r.Method == http.MethodPost })
}

func (c *Callback) where(wanted func(Request) bool) []Request {
	c.mu.Lock()
	defer c.mu.Unlock()
	var out []Request
	for _, r := range c.requests {
		if wanted(*r) {
			out = append(out, *r)
		}
	}
	return out
}

// AwaitVerifications waits until there are n and returns them.
func (c *Callback) AwaitVerifications(t testing.TB, n int) []Request {
	t.Helper()
	return await(t, "verifications", n, c.Verifications)
}

// AwaitDenials waits until there are n and returns them.
func (c *Callback) AwaitDenials(t testing.TB, n int) []Request {
	t.Helper()
	return await(t, "denials", n, c.Denials)
}

// AwaitDeliveries waits until there are n and returns them.
func (c *Callback) AwaitDeliveries(t testing.TB, n int) []Request {
	t.Helper()
	return await(t, "deliveries", n, c.Deliveries)
}

func await(t testing.TB, what string, n int, read func() []Request) []Request {
	t.Helper()
	for deadline := time.Now().Add(Patience); ; time.Sleep(2 * time.Millisecond) {
		got := read()
		if len(got) >= n {
			return got
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d %s after %s, want %d", len(got), what, Patience, n)
		}
	}
}

// Newest returns the newest version that came.
func (c *Callback) Newest() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.newest
}

// Faults returns the deliveries that should not have been made: old content
// after new, or two at once. Of one that was abandoned nobody can tell when it
// was sent.
func (c *Callback) Faults() []Request {
	return slices.DeleteFunc(c.Deliveries(), func(r Request) bool { return r.Abandoned || !r.Stale && !r.Overlapping })
}
