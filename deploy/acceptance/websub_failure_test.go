package acceptance

import (
	"bytes"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/testkit/callbacktest"
)

// failureChecks are those of deliveries that fail.
func failureChecks() []check {
	return []check{
		{"H39 a delivery that failed is made again, whole", retries},
		{"H40 the third failure in a row removes the subscription", removesAfterThree},
		{"H40 a success forgives what failed before", forgives},
		{"H40 whatever is no success is a failure", countsEveryFailure},
		{"H40 many changes do not use up the tries", spacesTries},
		{"H40 Retry-After is honoured", honoursRetryAfter},
		{"H45 nothing goes where TLS does not hold", neverDowngrades},
	}
}

func retries(t *testing.T, w *websub) {
	c := w.sink.Callback("").OnDelivery(callbacktest.Statuses(500, 200))
	w.subscribe(t, c, full, "hub.secret", "again")
	w.change(t)
	got := c.AwaitDeliveries(t, 2)
	if len(got[1].Body) == 0 || !bytes.Equal(got[0].Body, got[1].Body) {
		t.Errorf("%d bytes, then %d others", len(got[0].Body), len(got[1].Body))
	}
	wantSigned(t, got[1], "again")
}

func removesAfterThree(t *testing.T, w *websub) {
	c := w.sink.Callback("")
	failOut(t, w, c)
	w.changeUnseen(t)
	if n := len(c.Deliveries()); n != 3 {
		t.Errorf("tried %d times, want 3", n)
	}
}

func forgives(t *testing.T, w *websub) {
	c := w.sink.Callback("").OnDelivery(callbacktest.Statuses(500, 500, 200, 500, 500, 200, 200))
	w.subscribe(t, c, atom)
	for tries := 3; tries <= 6; tries += 3 {
		w.change(t)
		c.AwaitDeliveries(t, tries)
		w.until(t, "the success is noted", func() bool { s, _ := w.standing(t, c, atom); return s.Failures == 0 })
	}
	w.pushed(t, c)
	if n := len(c.Deliveries()); n != 7 {
		t.Errorf("%d deliveries, want 7", n)
	}
}

func countsEveryFailure(t *testing.T, w *websub) {
	for name, script := range map[string]callbacktest.Script{
		"304": callbacktest.Statuses(http.StatusNotModified),
		"400": callbacktest.Statuses(http.StatusBadRequest),
		"404": callbacktest.Statuses(http.StatusNotFound),
		"503": callbacktest.Statuses(http.StatusServiceUnavailable),
	} {
		c := w.sink.Callback("").OnDelivery(script)
		w.subscribe(t, c, atom)
		w.change(t)
		w.awaitEnd(t, c, atom)
		if n := len(c.Deliveries()); n != 3 {
			t.Errorf("%s: tried %d times, want 3", name, n)
		}
	}
	hanging := w.sink.Callback("").OnDelivery(callbacktest.Hang)
	w.subscribe(t, hanging, atom)
	away := callbacktest.Start(t, callbacktest.Options{Host: callbackHost()})
	w.request(t, http.StatusAccepted, w.form(away.Callback("").URL, atom)) // of another authority: never active
	w.change(t)
	w.awaitEnd(t, hanging, atom)
	if n := len(hanging.Deliveries()); n != 3 {
		t.Errorf("no answer: tried %d times, want 3", n)
	}
}

// soonest is the least time between two tries, as the tests measure it.
func soonest(d time.Duration) time.Duration { return d * 7 / 10 }

func spacesTries(t *testing.T, w *websub) {
	c := w.sink.Callback("").OnDelivery(callbacktest.Statuses(http.StatusInternalServerError))
	w.subscribe(t, c, atom)
	for range 8 {
		w.change(t)
		time.Sleep(60 * time.Millisecond)
	}
	w.awaitEnd(t, c, atom)
	got := c.Deliveries()
	if len(got) != 3 {
		t.Fatalf("tried %d times, want 3", len(got))
	}
	if first, second := got[1].At.Sub(got[0].At), got[2].At.Sub(got[1].At); first < soonest(firstRetry) || second < soonest(secondRetry) {
		t.Errorf("tried again after %s and %s, want %s and %s", first, second, firstRetry, secondRetry)
	}
}

func honoursRetryAfter(t *testing.T, w *websub) {
	const wait = 2 * time.Second
	for _, status := range []int{http.StatusTooManyRequests, http.StatusServiceUnavailable} {
		c := w.sink.Callback("").OnDelivery(func(n int, _ callbacktest.Request) callbacktest.Answer {
			if n > 0 {
				return callbacktest.Answer{}
			}
			return callbacktest.Answer{Status: status, Header: http.Header{"Retry-After": {"2"}}}
		})
		w.subscribe(t, c, atom)
		w.change(t)
		got := c.AwaitDeliveries(t, 2)
		if after := got[1].At.Sub(got[0].At); after < wait-100*time.Millisecond {
			t.Errorf("%d: tried again after %s, want %s", status, after, wait)
		}
	}
}

// neverDowngrades has two callbacks that cannot be trusted: one with the
// certificate of somebody else, and one that does not speak TLS.
func neverDowngrades(t *testing.T, w *websub) {
	stranger := callbacktest.Start(t, callbacktest.Options{Host: callbackHost()})
	untrusted := stranger.Callback("")
	w.accept(t, untrusted, atom)

	l, err := net.Listen("tcp", net.JoinHostPort(callbackHost(), "0"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	first := make(chan byte, 10)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			b := make([]byte, 1)
			if n, _ := conn.Read(b); n == 1 {
				first <- b[0]
			}
			_ = conn.Close()
		}
	}()
	w.request(t, http.StatusAccepted, w.form("https://"+l.Addr().String()+"/callback", atom))
	const clientHello = 22 // the type of the record (RFC 8446 §5.1)
	select {
	case b := <-first:
		if b != clientHello {
			t.Errorf("the connection begins with %q, want the handshake of TLS", b)
		}
	case <-time.After(patience):
		t.Error("the callback was not called")
	}
	time.Sleep(moment)
	if len(untrusted.Requests()) > 0 {
		t.Error("a callback was called without trust in its certificate")
	}
}
