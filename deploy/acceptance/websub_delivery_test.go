package acceptance

import (
	"bytes"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/testkit/callbacktest"
)

// deliveryChecks are those of the distribution of content (W3C WebSub §7).
func deliveryChecks() []check {
	return []check{
		{"H31 a delivery goes to the exact callback, query included", deliversToExactCallback},
		{"H32 a delivery has the bytes of the topic", deliversTheTopic},
		{"H33 a delivery has the type of the topic", deliversTheType},
		{"H34 a delivery links to the hub and to the topic, each once", linksDeliveries},
		{"H35 any 2xx accepts a delivery", acceptsAnySuccess},
		{"H36 who answers 410 is removed at once", removesGone},
		{"H37 a redirect is a failure and is not followed", followsNoRedirectOfDelivery},
		{"H38 the body of an answer is not read", ignoresAnswers},
		{"H41 only verified and active subscriptions get deliveries", deliversToActiveOnly},
		{"H42 a delivery is signed with the secret", signsDeliveries},
		{"H43 the method of a signature is strong", signsStrongly},
		{"H44 without a secret there is no signature", omitsSignature},
		{"a delivery names its revision", namesRevision},
		{"a delivery has a key that only its retries share", namesDelivery},
		{"a topic that did not change is not delivered", skipsUnchanged},
		{"who is slow gets the newest and not the backlog", coalesces},
	}
}

func deliversToExactCallback(t *testing.T, w *websub) {
	c := w.sink.Callback(ownQuery)
	w.subscribe(t, c, atom)
	got := w.pushed(t, c)
	if got.RawQuery != ownQuery {
		t.Errorf("query %q, want %q", got.RawQuery, ownQuery)
	}
	if bytes.Contains(got.Body, []byte("hub.mode=mine")) {
		t.Error("the query is in the body")
	}
}

func deliversTheTopic(t *testing.T, w *websub) {
	for _, topic := range topics() {
		c := w.sink.Callback("")
		w.subscribe(t, c, topic)
		got := w.pushed(t, c)
		if _, want := w.published(t, topic); !bytes.Equal(got.Body, want) {
			t.Errorf("%s: %d bytes that differ from the %d of the topic", topic, len(got.Body), len(want))
		}
		if coding := got.Header.Get("Content-Encoding"); coding != "" {
			t.Errorf("%s: coding %s, want none", topic, coding)
		}
	}
}

func deliversTheType(t *testing.T, w *websub) {
	for _, topic := range topics() {
		c := w.sink.Callback("")
		w.subscribe(t, c, topic)
		got := w.pushed(t, c).Header.Get("Content-Type")
		if response, _ := w.published(t, topic); got != response.Header.Get("Content-Type") {
			t.Errorf("%s: type %s, want %s", topic, got, response.Header.Get("Content-Type"))
		}
		if topic == atom && !strings.HasPrefix(got, "application/atom+xml") {
			t.Errorf("%s: type %s, want that of Atom", topic, got)
		}
	}
}

// published returns a topic as soon as it shows the last change.
func (w *websub) published(t testing.TB, topic string) (response *http.Response, body []byte) {
	t.Helper()
	w.until(t, "the topic shows the change", func() bool {
		response, body = w.get(t, topic, http.StatusOK)
		return changeIn(body) == w.changes
	})
	return response, body
}

func linksDeliveries(t *testing.T, w *websub) {
	for _, topic := range topics() {
		c := w.sink.Callback("")
		w.subscribe(t, c, topic)
		w.wantLinks(t, w.pushed(t, c).Header, topic)
	}
}

// wantLinks checks that one field links to the hub and to the topic, each
// once.
func (w *websub) wantLinks(t *testing.T, header http.Header, topic string) {
	t.Helper()
	if n := len(header.Values("Link")); n != 1 {
		t.Errorf("%s: %d Link fields, want one", topic, n)
	}
	for rel, want := range map[string]string{"hub": w.baseURL + hubPath, "self": w.baseURL + topic} {
		if got := linked(header, rel); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: rel=%s %q, want %s", topic, rel, got, want)
		}
	}
}

// linked returns the targets of a relation. It reads what the service writes,
// and not every form a Link may have (RFC 8288).
func linked(header http.Header, rel string) []string {
	var targets []string
	for _, field := range header.Values("Link") {
		for link := range strings.SplitSeq(field, ",") {
			target, parameters, _ := strings.Cut(strings.TrimSpace(link), ">")
			if strings.TrimSpace(parameters) == `; rel="`+rel+`"` {
				targets = append(targets, strings.TrimPrefix(target, "<"))
			}
		}
	}
	return targets
}

func acceptsAnySuccess(t *testing.T, w *websub) {
	subscribers := map[int]*callbacktest.Callback{}
	for _, status := range []int{200, 201, 202, 203, 204, 205, 206, 299} {
		subscribers[status] = w.sink.Callback("").OnDelivery(callbacktest.Statuses(status))
		w.subscribe(t, subscribers[status], atom)
	}
	w.change(t)
	for _, c := range subscribers {
		c.AwaitDeliveries(t, 1)
	}
	time.Sleep(2 * firstRetry)
	for status, c := range subscribers {
		if n := len(c.Deliveries()); n != 1 {
			t.Errorf("%d: delivered %d times, want once", status, n)
		}
		if s, _ := w.standing(t, c, atom); s.Failures != 0 {
			t.Errorf("%d counts as a failure", status)
		}
	}
}

func removesGone(t *testing.T, w *websub) {
	c := w.sink.Callback("").OnDelivery(callbacktest.Statuses(http.StatusGone))
	w.subscribe(t, c, atom)
	w.pushed(t, c)
	w.awaitEnd(t, c, atom)
	w.changeUnseen(t)
	if n := len(c.Deliveries()); n != 1 {
		t.Errorf("%d deliveries, want one", n)
	}
}

func followsNoRedirectOfDelivery(t *testing.T, w *websub) {
	for _, status := range []int{301, 302, 303, 307, 308} {
		target := w.sink.Callback("")
		c := w.sink.Callback("").OnDelivery(func(int, callbacktest.Request) callbacktest.Answer {
			return callbacktest.Answer{Status: status, Header: http.Header{"Location": {target.URL}}}
		})
		w.subscribe(t, c, atom)
		w.change(t)
		c.AwaitDeliveries(t, 3)
		w.awaitEnd(t, c, atom)
		if n := len(target.Requests()); n > 0 {
			t.Errorf("%d was followed", status)
		}
	}
}

func ignoresAnswers(t *testing.T, w *websub) {
	const endless = 1 << 40
	c := w.sink.Callback("").OnDelivery(func(int, callbacktest.Request) callbacktest.Answer {
		return callbacktest.Answer{Status: http.StatusOK, Filler: endless}
	})
	w.subscribe(t, c, atom)
	for range 3 {
		w.pushed(t, c)
	}
	w.until(t, "an endless answer accepts the delivery", func() bool {
		s, _ := w.standing(t, c, atom)
		return len(s.Outcomes) >= 3
	})
	if s, _ := w.standing(t, c, atom); s.Failures != 0 || len(c.Deliveries()) != 3 {
		t.Errorf("%d failures, %d deliveries of 3 changes", s.Failures, len(c.Deliveries()))
	}
	c.OnDelivery(callbacktest.Statuses(http.StatusGone))
}

func deliversToActiveOnly(t *testing.T, w *websub) {
	pending := w.sink.Callback("").OnVerify(callbacktest.Hang)
	w.accept(t, pending, full)
	pending.AwaitVerifications(t, 1)
	ended := w.sink.Callback("")
	w.subscribe(t, ended, full)
	w.unsubscribe(t, ended, full)
	other := w.sink.Callback("")
	w.subscribe(t, other, atom)
	w.changeUnseen(t)
	for name, c := range map[string]*callbacktest.Callback{"a pending": pending, "an ended": ended} {
		if len(c.Deliveries()) > 0 {
			t.Errorf("%s subscription got a delivery", name)
		}
	}
	for _, r := range other.Deliveries() {
		if self := linked(r.Header, "self"); !slices.Equal(self, []string{w.baseURL + atom}) {
			t.Errorf("a delivery of %q, which was not subscribed to", self)
		}
	}
}

func signsDeliveries(t *testing.T, w *websub) {
	for _, secret := range []string{"s", "correct horse battery staple", "géheim ✓ \x01 & = +", strings.Repeat("s", 199)} {
		c := w.sink.Callback("")
		w.subscribe(t, c, full, "hub.secret", secret)
		wantSigned(t, w.pushed(t, c), secret)
	}
}

func signsStrongly(t *testing.T, w *websub) {
	c := w.sink.Callback("")
	w.subscribe(t, c, full, "hub.secret", "strong")
	method, digits, _ := strings.Cut(w.pushed(t, c).Signature(), "=")
	if method != "sha256" || len(digits) != 64 || strings.ToLower(digits) != digits {
		t.Errorf("%s=%s, want sha256 in hexadecimal", method, digits)
	}
}

func omitsSignature(t *testing.T, w *websub) {
	c := w.sink.Callback("")
	w.subscribe(t, c, full)
	wantSigned(t, w.pushed(t, c), "")
}

func namesRevision(t *testing.T, w *websub) {
	c := w.sink.Callback("")
	w.subscribe(t, c, full)
	got := w.pushed(t, c).Header.Get("X-Revision")
	if response, _ := w.published(t, full); got == "" || got != response.Header.Get("X-Revision") {
		t.Errorf("revision %q, the topic has %q", got, response.Header.Get("X-Revision"))
	}
}

func namesDelivery(t *testing.T, w *websub) {
	c := w.sink.Callback("").OnDelivery(callbacktest.Statuses(500, 500, 200))
	other := w.sink.Callback("")
	w.subscribe(t, c, atom)
	w.subscribe(t, other, atom)
	w.change(t)
	c.AwaitDeliveries(t, 3)
	w.pushed(t, c)
	key := func(r callbacktest.Request) string { return r.Header.Get("Idempotency-Key") }
	got := c.Deliveries()
	if key(got[0]) == "" || key(got[0]) != key(got[1]) || key(got[0]) != key(got[2]) {
		t.Errorf("three tries of one delivery have the keys %q %q %q", key(got[0]), key(got[1]), key(got[2]))
	}
	if key(got[0]) == key(got[3]) || key(got[0]) == key(other.Deliveries()[0]) {
		t.Error("two deliveries have one key")
	}
}

// A review that is too old for the feeds changes the full data set only.
func skipsUnchanged(t *testing.T, w *websub) {
	subscribers := map[string]*callbacktest.Callback{}
	before := map[string][]byte{}
	for _, topic := range topics() {
		subscribers[topic] = w.sink.Callback("")
		w.subscribe(t, subscribers[topic], topic)
		_, before[topic] = w.published(t, topic)
	}
	w.waitForRevision(t, w.importRecord(t, review.Record{Source: "websub", SourceID: "old", Rating: 4, Date: "2001-01-01"}))
	subscribers[full].AwaitDeliveries(t, 1)
	time.Sleep(moment)
	for _, topic := range topics() {
		_, after := w.get(t, topic, http.StatusOK)
		want := 1
		if bytes.Equal(before[topic], after) {
			want = 0
		}
		if got := len(subscribers[topic].Deliveries()); got != want {
			t.Errorf("%s: %d deliveries, want %d", topic, got, want)
		}
		if topic == feed && want != 0 {
			t.Error("the change is in the feed: this test shows nothing")
		}
	}
}

func coalesces(t *testing.T, w *websub) {
	const changes = 8
	c := w.sink.Callback("").OnDelivery(callbacktest.After(time.Second, callbacktest.Statuses(http.StatusOK)))
	w.subscribe(t, c, atom)
	for range changes {
		w.change(t)
		time.Sleep(2 * 50 * time.Millisecond)
	}
	w.until(t, "the newest is there", func() bool { return c.Newest() == w.changes })
	if n := len(c.Deliveries()); n > changes/2 {
		t.Errorf("%d deliveries of %d changes within a second", n, changes)
	}
	if faults := c.Faults(); len(faults) > 0 {
		t.Errorf("%d deliveries were stale or at the same time", len(faults))
	}
}
