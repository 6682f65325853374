package main

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/testkit/natstest"
	"github.com/reviewdata/reviewdata/pkg/testkit/storetest"
)

// Replicas share nothing but a key and the broker: a session goes on at each
// of them, and is over at all of them.
func TestReplicas(t *testing.T) {
	t.Parallel()
	broker := natstest.Start(t)
	store := storetest.Start(t, storetest.Options{NATSURL: broker.URL()})
	settings := []string{"REVIEWS_STORE_ADDR", store.Addr(), "REVIEWS_NATS_URL", broker.URL(), "REVIEWS_MCP_SESSION_KEY", "the key that both have"}
	a, b := start(t, settings...), start(t, settings...)
	for _, r := range []*replica{a, b} {
		r.await("hears events", func() bool { return r.metric("reviews_mcp_events_connected 1") })
	}
	session, other := a.begin(), b.begin()
	for range 3 {
		if a.ping(session) != http.StatusOK || b.ping(session) != http.StatusOK {
			t.Fatal("the session is not good everywhere")
		}
	}
	if res := b.send(http.MethodDelete, "", "Mcp-Session-Id", session); res.StatusCode != http.StatusNoContent {
		t.Fatalf("DELETE: status %d", res.StatusCode)
	}
	if got := b.ping(session); got != http.StatusNotFound {
		t.Errorf("where it ended: status %d, want 404", got)
	}
	a.await("the session is over at the other replica", func() bool { return a.ping(session) == http.StatusNotFound })
	if a.ping(other) != http.StatusOK {
		t.Error("another session ended with it")
	}
}

// Without a key of its own, a replica does not know the sessions of another.
func TestReplicasWithoutAKey(t *testing.T) {
	t.Parallel()
	a, b := start(t), start(t)
	if got := b.ping(a.begin()); got != http.StatusNotFound {
		t.Errorf("status %d, want 404", got)
	}
}

// Changes are answered from soon after they were made.
func TestChangesAreSeen(t *testing.T) {
	t.Parallel()
	r, store := startWith(t)
	jane := string(review.NewID("google", "jane"))
	if r.call("get_review", `{"id":"`+jane+`"}`).IsError {
		t.Fatal("the review is not there")
	}
	r.awaitRevision(store.Remove(review.ID(jane)))
	if got := r.call("get_review", `{"id":"`+jane+`"}`); !got.IsError || !strings.Contains(got.Content[0].Text, "was deleted") {
		t.Errorf("after the deletion: %+v", got)
	}
}

// When the store goes away, what is known is still told, and a search says
// that it may be tried again.
func TestWithoutTheStore(t *testing.T) {
	t.Parallel()
	r, store := startWith(t, "REVIEWS_MCP_STORE_TIMEOUT", "200ms")
	for _, state := range []struct {
		name  string
		enter func()
	}{{"frozen", store.Freeze}, {"dead", store.Kill}} {
		state.enter()
		if got := r.call("get_business", `{}`); got.IsError {
			t.Errorf("%s: get_business: %+v", state.name, got)
		}
		got := r.call("search_reviews", `{}`)
		if !got.IsError || !strings.Contains(got.Content[0].Text, "may succeed") {
			t.Errorf("%s: search_reviews: %+v", state.name, got)
		}
		if strings.Contains(got.Content[0].Text, "rpc") {
			t.Errorf("%s: the text shows what is inside: %q", state.name, got.Content[0].Text)
		}
	}
	r.await("the log tells", func() bool { return strings.Contains(r.log.String(), `"outcome":"away"`) })
}

// Before the first snapshot the server is not ready, and says so to everyone.
func TestBeforeTheStore(t *testing.T) {
	t.Parallel()
	r := start(t)
	if got := r.status("/readyz"); got != http.StatusServiceUnavailable {
		t.Errorf("/readyz: status %d", got)
	}
	if got := r.call("get_business", `{}`); !got.IsError || !strings.Contains(got.Content[0].Text, "may succeed") {
		t.Errorf("get_business: %+v", got)
	}
	session := r.begin()
	for _, message := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"business://profile"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"summarize_service","arguments":{"service":"x"}}}`,
	} {
		if res := r.send(http.MethodPost, message, "Mcp-Session-Id", session); !strings.Contains(res.body, "may succeed") {
			t.Errorf("%s: %s", message, res.body)
		}
	}
}

// zeros is a body that never ends and counts what is read of it.
type zeros struct{ read atomic.Int64 }

func (z *zeros) Read(p []byte) (int, error) {
	z.read.Add(int64(len(p)))
	return copy(p, bytes.Repeat([]byte("0"), len(p))), nil
}

// A body that is too long is refused: unread when its length is told, and
// after little when it is not.
func TestLongBodies(t *testing.T) {
	t.Parallel()
	r := start(t)
	const size = 200 << 20
	post := func(body io.Reader, length int64) (int, error) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, r.url+"/mcp", io.LimitReader(body, size))
		if err != nil {
			t.Fatal(err)
		}
		req.ContentLength = length
		req.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"*/*"}, "Expect": {"100-continue"}}
		res, err := (&http.Client{Transport: &http.Transport{ExpectContinueTimeout: time.Minute}}).Do(req)
		if err != nil {
			return 0, err
		}
		return res.StatusCode, res.Body.Close()
	}
	var told, untold zeros
	if status, err := post(&told, size); status != http.StatusRequestEntityTooLarge || told.read.Load() > 0 {
		t.Errorf("length told: status %d, error %v, %d bytes read", status, err, told.read.Load())
	}
	// The server hangs up while the client still writes, so that it may not
	// read the answer.
	status, err := post(&untold, -1)
	if err == nil && status != http.StatusRequestEntityTooLarge || untold.read.Load() > size/4 {
		t.Errorf("length not told: status %d, error %v, %d bytes read", status, err, untold.read.Load())
	}
}

// The server does not answer to the name of a site that has made it resolve to
// this machine, called by it directly or through a gateway.
func TestRebinding(t *testing.T) {
	t.Parallel()
	r, _ := startWith(t, "REVIEWS_MCP_ALLOWED_HOSTS", "reviews.internal")
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(r.url, "http://"))
	for _, test := range []struct {
		host, forwarded string
		want            int
	}{
		{"evil.example.com", "", 403},
		{"127.0.0.1:" + port, "evil.example.com", 403},
		{"localhost.evil.example.com", "", 403},
		{"localhost:" + port, "", 200},
		{"[::1]:1", "localhost:8080", 200},
		{"127.0.0.1", "reviews.example.com", 200}, // the public origin
		{"REVIEWS.example.com:443", "", 200},
		{"reviews.internal", "", 200},
	} {
		header := []string{"Host", test.host}
		if test.forwarded != "" {
			header = append(header, "X-Forwarded-Host", test.forwarded)
		}
		if res := r.send(http.MethodPost, initialize, header...); res.StatusCode != test.want {
			t.Errorf("host %q for %q: status %d, want %d", test.host, test.forwarded, res.StatusCode, test.want)
		}
	}
}

// With a list of sites, a script on another one is refused.
func TestOrigins(t *testing.T) {
	t.Parallel()
	r := start(t, "REVIEWS_MCP_ALLOWED_ORIGINS", "https://app.example.com,http://localhost:3000")
	for _, test := range []struct {
		origin string
		want   int
	}{
		{"https://app.example.com", 200},
		{"http://localhost:3000", 200},
		{"", 200}, // no browser
		{"https://evil.example.com", 403},
		{"https://app.example.com.evil.example.com", 403},
		{"null", 403},
	} {
		var header []string
		if test.origin != "" {
			header = []string{"Origin", test.origin}
		}
		res := r.send(http.MethodPost, initialize, header...)
		if res.StatusCode != test.want || res.Header.Get("Vary") != "Origin" {
			t.Errorf("%q: status %d, want %d; Vary %q", test.origin, res.StatusCode, test.want, res.Header.Get("Vary"))
		}
		want := ""
		if test.want == 200 {
			want = test.origin
		}
		if got := res.Header.Get("Access-Control-Allow-Origin"); got != want {
			t.Errorf("%q: Access-Control-Allow-Origin %q, want %q", test.origin, got, want)
		}
	}
}

// A client that asks too often is told when to come back; the gateway is not
// that client.
func TestRate(t *testing.T) {
	t.Parallel()
	r := start(t, "REVIEWS_MCP_RATE", "0.01", "REVIEWS_MCP_BURST", "2")
	for i, want := range []int{200, 200, 429} {
		res := r.send(http.MethodPost, initialize, "X-Forwarded-For", "203.0.113.7")
		if res.StatusCode != want {
			t.Fatalf("request %d: status %d, want %d", i, res.StatusCode, want)
		}
		if seconds, _ := strconv.Atoi(res.Header.Get("Retry-After")); want == 429 && seconds != 100 {
			t.Errorf("Retry-After %d, want 100", seconds)
		}
	}
	if res := r.send(http.MethodPost, initialize, "X-Forwarded-For", "203.0.113.7, 203.0.113.8"); res.StatusCode != http.StatusOK {
		t.Errorf("another client: status %d", res.StatusCode)
	}
}
