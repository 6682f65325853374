package acceptance

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/testkit/callbacktest"
)

// verificationChecks are those of the handshake (W3C WebSub §5.2 and §5.3).
func verificationChecks() []check {
	return []check{
		{"H20 who was removed may subscribe again", welcomesBack},
		{"H21 who is removed is told, once", deniesOnRemoval},
		{"H22 the callback is asked with mode, topic, challenge and lease", asksCompletely},
		{"H23 the query of the callback stays as it is", keepsQuery},
		{"H24 a challenge is random and used once", challengesAreRandom},
		{"H25 only a success with exactly the challenge confirms", wantsExactChallenge},
		{"H26 what is no success denies, and redirects are not followed", followsNoRedirectOfVerification},
		{"H27 an unsubscription that is not confirmed changes nothing", keepsUnlessConfirmed},
		{"H28 a lease runs from the verification", leaseRunsFromVerification},
		{"H29 nothing is delivered after the lease", enforcesLease},
		{"H30 a lease that is not asked for has ten days", defaultsLease},
		{"H49 what changes while the callback is asked is delivered to it", deliversWhatChangesMeanwhile},
	}
}

// failOut subscribes a callback that accepts nothing and waits until the hub
// has removed it.
func failOut(t *testing.T, w *websub, c *callbacktest.Callback) {
	t.Helper()
	c.OnDelivery(callbacktest.Statuses(http.StatusInternalServerError))
	w.subscribe(t, c, full)
	w.change(t)
	w.awaitEnd(t, c, full)
}

func welcomesBack(t *testing.T, w *websub) {
	c := w.sink.Callback("")
	failOut(t, w, c)
	c.OnDelivery(callbacktest.Statuses(http.StatusNoContent))
	w.subscribe(t, c, full)
	w.pushed(t, c)
}

func deniesOnRemoval(t *testing.T, w *websub) {
	c := w.sink.Callback("to=us").OnVerify(func(n int, r callbacktest.Request) callbacktest.Answer {
		if r.Mode() == "denied" {
			return callbacktest.Answer{Status: http.StatusInternalServerError}
		}
		return callbacktest.Confirm(n, r)
	})
	failOut(t, w, c)
	got := c.AwaitDenials(t, 1)[0]
	if !strings.HasPrefix(got.RawQuery, "to=us&hub.mode=denied&") || got.Added.Get("hub.topic") != w.baseURL+full || got.Added.Get("hub.reason") == "" {
		t.Errorf("told %q, want mode, topic and reason", got.RawQuery)
	}
	time.Sleep(2 * moment)
	if n := len(c.Denials()); n != 1 {
		t.Errorf("told %d times, although the answer does not matter", n)
	}
}

func deliversWhatChangesMeanwhile(t *testing.T, w *websub) {
	w.settle(t)
	c := w.sink.Callback("").OnVerify(func(n int, r callbacktest.Request) callbacktest.Answer {
		answer := callbacktest.Confirm(n, r)
		answer.Delay = 5 * moment
		return answer
	})
	w.accept(t, c, full)
	c.AwaitVerifications(t, 1)
	n := w.change(t)
	if got := c.AwaitDeliveries(t, 1)[0]; got.Version != n {
		t.Errorf("the delivery shows change %d, want %d", got.Version, n)
	}
}

func asksCompletely(t *testing.T, w *websub) {
	c := w.sink.Callback("")
	w.subscribe(t, c, atom, "hub.lease_seconds", "7200")
	w.unsubscribe(t, c, atom)
	for i, mode := range []string{"subscribe", "unsubscribe"} {
		got := c.AwaitVerifications(t, 2)[i]
		lease, err := strconv.Atoi(got.Added.Get("hub.lease_seconds"))
		if got.Mode() != mode || got.Added.Get("hub.topic") != w.baseURL+atom || got.Challenge() == "" || err != nil || lease <= 0 {
			t.Errorf("asked %q, want %s with topic, challenge and lease", got.RawQuery, mode)
		}
		if mode == "subscribe" && lease != 7200 {
			t.Errorf("lease %d, want 7200", lease)
		}
		if len(got.Added) != 4 {
			t.Errorf("asked %q, want four parameters", got.RawQuery)
		}
	}
}

// ownQuery is the query of a callback that a careless hub would tidy up.
const ownQuery = "z=1&a=%7E2&hub.mode=mine&b&c=%2f+d&z=3"

func keepsQuery(t *testing.T, w *websub) {
	c := w.sink.Callback(ownQuery)
	w.subscribe(t, c, atom)
	w.unsubscribe(t, c, atom)
	for _, got := range c.Verifications() {
		if !strings.HasPrefix(got.RawQuery, ownQuery+"&hub.") {
			t.Errorf("asked %q, want %q in front", got.RawQuery, ownQuery)
		}
	}
	empty := w.sink.Callback("")
	empty.URL += "?"
	w.subscribe(t, empty, atom)
	if got := empty.Verifications()[0].RawQuery; !strings.HasPrefix(got, "hub.") && !strings.HasPrefix(got, "&hub.") {
		t.Errorf("asked %q of a callback with an empty query", got)
	}
}

func challengesAreRandom(t *testing.T, w *websub) {
	const enough = 128 / 6 // characters of base64 for as many bits
	seen := map[string]bool{}
	c := w.sink.Callback("")
	for range 3 {
		w.subscribe(t, c, atom)
	}
	for _, r := range c.Verifications() {
		if seen[r.Challenge()] || len(r.Challenge()) <= enough {
			t.Errorf("challenge %q is short or not new", r.Challenge())
		}
		seen[r.Challenge()] = true
	}
}

func wantsExactChallenge(t *testing.T, w *websub) {
	reply := func(status int, contentType string, change func(string) string) callbacktest.Script {
		return func(_ int, r callbacktest.Request) callbacktest.Answer {
			return callbacktest.Answer{Status: status, Header: http.Header{"Content-Type": {contentType}}, Body: change(r.Challenge())}
		}
	}
	exact := func(s string) string { return s }
	for name, script := range map[string]callbacktest.Script{
		"200":    reply(http.StatusOK, "text/plain", exact),
		"201":    reply(http.StatusCreated, "text/plain", exact),
		"299":    reply(299, "text/plain", exact),
		"octets": reply(http.StatusOK, "application/octet-stream", exact),
		"HTML":   reply(http.StatusOK, "text/html; charset=utf-16", exact),
		"slow":   callbacktest.After(time.Second, callbacktest.Confirm),
	} {
		c := w.sink.Callback("").OnVerify(script)
		w.accept(t, c, atom)
		w.until(t, name+" confirms", func() bool { return w.active(t, c, atom) })
	}
	denied := map[string]*callbacktest.Callback{}
	for name, script := range map[string]callbacktest.Script{
		"a byte more":    reply(http.StatusOK, "text/plain", func(s string) string { return s + "x" }),
		"a line end":     reply(http.StatusOK, "text/plain", func(s string) string { return s + "\n" }),
		"a byte before":  reply(http.StatusOK, "text/plain", func(s string) string { return " " + s }),
		"a byte less":    reply(http.StatusOK, "text/plain", func(s string) string { return s[:len(s)-1] }),
		"nothing":        reply(http.StatusOK, "text/plain", func(string) string { return "" }),
		"no content":     reply(http.StatusNoContent, "text/plain", func(string) string { return "" }),
		"something else": reply(http.StatusOK, "text/plain", func(string) string { return "subscribe" }),
		"much more": func(_ int, r callbacktest.Request) callbacktest.Answer {
			return callbacktest.Answer{Body: r.Challenge(), Filler: 1 << 20}
		},
		"the other case":  reply(http.StatusOK, "text/plain", swapCase),
		"within an error": reply(http.StatusNotFound, "text/plain", exact),
	} {
		denied[name] = w.sink.Callback("").OnVerify(script)
		w.accept(t, denied[name], atom)
	}
	wantDenied(t, w, denied)
}

// swapCase changes the case of the letters.
func swapCase(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z':
			return r ^ 0x20
		case '0' <= r && r <= '8': // a challenge may have no letters
			return r + 1
		}
		return r
	}, s)
}

// wantDenied checks that no subscription comes of what the callbacks answer.
func wantDenied(t *testing.T, w *websub, callbacks map[string]*callbacktest.Callback) {
	t.Helper()
	for _, c := range callbacks {
		c.AwaitVerifications(t, 1)
	}
	w.changeUnseen(t)
	for name, c := range callbacks {
		if w.active(t, c, atom) || len(c.Deliveries()) > 0 {
			t.Errorf("%s: there is a subscription", name)
		}
		if n := len(c.Verifications()); n != 1 {
			t.Errorf("%s: asked %d times, although an answer is final", name, n)
		}
	}
}

func followsNoRedirectOfVerification(t *testing.T, w *websub) {
	denied := map[string]*callbacktest.Callback{}
	targets := map[string]*callbacktest.Callback{}
	for _, status := range []int{301, 302, 303, 307, 308} {
		name := strconv.Itoa(status)
		target := w.sink.Callback("")
		targets[name] = target
		denied[name] = w.sink.Callback("").OnVerify(func(_ int, r callbacktest.Request) callbacktest.Answer {
			location := target.URL + "?" + r.RawQuery
			return callbacktest.Answer{Status: status, Header: http.Header{"Location": {location}}, Body: r.Challenge()}
		})
		w.accept(t, denied[name], atom)
	}
	for _, status := range []int{400, 401, 403, 404, 410, 500, 502, 503} {
		name := strconv.Itoa(status)
		denied[name] = w.sink.Callback("").OnVerify(func(_ int, r callbacktest.Request) callbacktest.Answer {
			return callbacktest.Answer{Status: status, Body: r.Challenge()}
		})
		w.accept(t, denied[name], atom)
	}
	wantDenied(t, w, denied)
	for name, c := range targets {
		if len(c.Requests()) > 0 {
			t.Errorf("%s was followed", name)
		}
	}
}

func keepsUnlessConfirmed(t *testing.T, w *websub) {
	c := w.sink.Callback("")
	w.subscribe(t, c, atom)
	c.OnVerify(callbacktest.Refuse)
	w.accept(t, c, atom, "hub.mode", "unsubscribe")
	if got := c.AwaitVerifications(t, 2)[1].Mode(); got != "unsubscribe" {
		t.Errorf("asked for %s", got)
	}
	time.Sleep(moment)
	w.pushed(t, c)

	c.OnVerify(callbacktest.Confirm)
	w.unsubscribe(t, c, atom)
	before := len(c.Deliveries())
	w.changeUnseen(t)
	if len(c.Deliveries()) > before {
		t.Error("deliveries go on after the subscription was ended")
	}
}

func leaseRunsFromVerification(t *testing.T, w *websub) {
	const lease, delay = time.Hour, 1500 * time.Millisecond
	c := w.sink.Callback("").OnVerify(callbacktest.After(delay, callbacktest.Confirm))
	w.subscribe(t, c, atom, "hub.lease_seconds", "3600")
	s, _ := w.standing(t, c, atom)
	want := c.Verifications()[0].At.Add(lease)
	if off := s.ExpiresAt.Sub(want); off.Abs() > delay*2/3 {
		t.Errorf("the lease ends %s off the verification", off)
	}
}

func enforcesLease(t *testing.T, w *websub) {
	c := w.sink.Callback("")
	w.accept(t, c, atom, "hub.lease_seconds", "3")
	w.until(t, "the subscription is active", func() bool { return w.active(t, c, atom) })
	asked := c.Verifications()[0].At
	w.pushed(t, c)
	time.Sleep(time.Until(asked.Add(3 * time.Second)))
	before := len(c.Deliveries())
	w.changeUnseen(t)
	if len(c.Deliveries()) > before || w.active(t, c, atom) {
		t.Error("the subscription outlives its lease")
	}
}

func defaultsLease(t *testing.T, w *websub) {
	c := w.sink.Callback("")
	w.accept(t, c, full)
	if got := c.AwaitVerifications(t, 1)[0].Added.Get("hub.lease_seconds"); got != "864000" {
		t.Errorf("lease %s, want ten days", got)
	}
}
