package acceptance

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/reviewdata/reviewdata/pkg/testkit/callbacktest"
)

// rocksChecks are the flows of the test suite at websub.rocks, which asks no
// lease, answers challenges as octets, and wants to see what it calls tests
// 100 to 104. Its tests 105 and 106 are for hubs that take any topic.
func rocksChecks() []check {
	return []check{
		{"websub.rocks 100: a typical subscription", func(t *testing.T, w *websub) { rocks(t, w, "") }},
		{"websub.rocks 101: a subscription with a secret", func(t *testing.T, w *websub) { rocks(t, w, "abcdefghij0123456789") }},
		{"websub.rocks 102: additional parameters", func(t *testing.T, w *websub) { rocks(t, w, "", "foo", "bar", "hub.foo", "hub.bar") }},
		{"websub.rocks 103: subscribing again before the lease ends", rocksAgain},
		{"websub.rocks 104: ending a subscription", rocksEnds},
		{"websub.rocks publisher: discovery and a lease of two hours", rocksPublisher},
	}
}

// octets confirms as websub.rocks does, which answers 404 to what it did not
// ask for.
func octets(topic string) callbacktest.Script {
	return func(_ int, r callbacktest.Request) callbacktest.Answer {
		known := r.Mode() == "subscribe" && r.Added.Get("hub.lease_seconds") != "" || r.Mode() == "unsubscribe"
		if !known || r.Challenge() == "" || r.Added.Get("hub.topic") != topic {
			return callbacktest.Answer{Status: http.StatusNotFound}
		}
		return callbacktest.Answer{Header: http.Header{"Content-Type": {"application/octet-stream"}}, Body: r.Challenge()}
	}
}

// rocksSubscribe subscribes to what a topic says of itself.
func rocksSubscribe(t *testing.T, w *websub, topic string, more ...string) *callbacktest.Callback {
	t.Helper()
	hub, self := w.discover(t, topic)
	c := w.sink.Callback("").OnVerify(octets(self))
	if hub != w.baseURL+hubPath || self != w.baseURL+topic {
		t.Fatalf("discovered %s and %s", hub, self)
	}
	w.accept(t, c, topic, more...)
	c.AwaitVerifications(t, 1)
	w.until(t, "the subscription is active", func() bool { return w.active(t, c, topic) })
	return c
}

// discover returns the hub of a topic, and its own name.
func (w *websub) discover(t *testing.T, topic string) (hub, self string) {
	t.Helper()
	response, _ := w.get(t, topic, http.StatusOK)
	hubs, selves := linked(response.Header, "hub"), linked(response.Header, "self")
	if len(hubs) == 0 || len(selves) != 1 {
		t.Fatalf("%d hubs and %d selves", len(hubs), len(selves))
	}
	return hubs[0], selves[0]
}

func rocks(t *testing.T, w *websub, secret string, more ...string) {
	for _, topic := range topics() {
		c := rocksSubscribe(t, w, topic, append([]string{"hub.secret", secret}, more...)...)
		got := w.pushed(t, c)
		response, body := w.published(t, topic)
		if !bytes.Equal(bytes.TrimSpace(got.Body), bytes.TrimSpace(body)) {
			t.Errorf("%s: the content differs", topic)
		}
		if sent := got.Header.Get("Content-Type"); sent != response.Header.Get("Content-Type") {
			t.Errorf("%s: type %s", topic, sent)
		}
		w.wantLinks(t, got.Header, topic)
		wantSigned(t, got, secret)
	}
}

func rocksAgain(t *testing.T, w *websub) {
	c := rocksSubscribe(t, w, atom)
	w.accept(t, c, atom)
	c.AwaitVerifications(t, 2)
	w.changeUnseen(t)
	if n := len(c.AwaitDeliveries(t, 1)); n != 1 {
		t.Errorf("%d notifications, want one", n)
	}
}

func rocksEnds(t *testing.T, w *websub) {
	c := rocksSubscribe(t, w, atom)
	w.unsubscribe(t, c, atom)
	if got := c.AwaitVerifications(t, 2)[1].Mode(); got != "unsubscribe" {
		t.Errorf("verified with %s", got)
	}
	w.changeUnseen(t)
	if len(c.Deliveries()) > 0 {
		t.Error("a notification after the end")
	}
}

func rocksPublisher(t *testing.T, w *websub) {
	for _, topic := range topics() {
		c := rocksSubscribe(t, w, topic, "hub.lease_seconds", "7200")
		got := c.Verifications()[0].Added
		for _, name := range []string{"hub.topic", "hub.challenge", "hub.lease_seconds"} {
			if strings.TrimSpace(got.Get(name)) == "" {
				t.Errorf("%s: no %s", topic, name)
			}
		}
	}
}
