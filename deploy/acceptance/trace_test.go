package acceptance

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/reviewdata/reviewdata/pkg/testkit/callbacktest"
	"github.com/reviewdata/reviewdata/pkg/testkit/tracetest"
)

// startTraced runs a stack, filled and restarted so that it sends its spans to
// a collector.
func startTraced(t *testing.T) (*stack, *tracetest.Collector) {
	t.Helper()
	needsProcesses(t)
	c := tracetest.Start(t)
	for _, pair := range c.Env() {
		name, value, _ := strings.Cut(pair, "=")
		t.Setenv(name, value)
	}
	return start(t), c
}

// One trace leads from the operator's command through the commit and its event
// to those who hear it and fetch what is new, and the log of each tells which.
func TestTraceOfAnImport(t *testing.T) {
	s, c := startTraced(t)
	file := filepath.Join(t.TempDir(), "one.jsonl")
	line := `{"source":"yelp","source_id":"traced","rating":5,"date":"2026-04-01"}`
	if err := os.WriteFile(file, []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
	revision := s.importFile(t, file)
	s.waitForRevision(t, revision)

	const heard = "process reviews.changed"
	spans := c.Trace(t, patience,
		"reviewctl: reviewctl import", "reviewctl: reviews.v1.AdminService/ImportReviews",
		"store: reviews.v1.AdminService/ImportReviews", "store: commit", "store: send reviews.changed",
		"gateway: "+heard, "gateway: refresh", "gateway: reviews.v1.ReviewService/GetSnapshot", "store: reviews.v1.ReviewService/GetSnapshot",
		"mcp: "+heard, "mcp: refresh")
	parents(t, spans, "gateway: "+heard, "store: send reviews.changed", "store: commit",
		"store: reviews.v1.AdminService/ImportReviews", "reviewctl: reviews.v1.AdminService/ImportReviews", "reviewctl: reviewctl import")
	for name, p := range map[string]*process{"store": s.store, "gateway": s.gateway, "mcp": s.mcp} {
		if !logged(t, p, spans[0].Trace) {
			t.Errorf("the log of %s does not tell of trace %s", name, spans[0].Trace)
		}
	}
}

// One trace leads from the operator's command to the POST that a subscriber
// gets.
func TestTraceOfAPush(t *testing.T) {
	needsProcesses(t)
	c := tracetest.Start(t)
	for _, pair := range c.Env() {
		name, value, _ := strings.Cut(pair, "=")
		t.Setenv(name, value)
	}
	w := startWebSub(t, 1, callbacktest.Options{})
	subscriber := w.sink.Callback("")
	w.subscribe(t, subscriber, atom)
	file := filepath.Join(t.TempDir(), "one.jsonl")
	if err := os.WriteFile(file, []byte(`{"source":"yelp","source_id":"traced","rating":5,"date":"2026-04-01"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	w.importFile(t, file)
	got := subscriber.AwaitDeliveries(t, 1)[0]

	spans := c.Trace(t, patience, "store: commit", "store: send reviews.changed", "hub: process reviews.changed", "hub: refresh", "hub: deliver atom", "hub: HTTP POST")
	parents(t, spans, "hub: deliver atom", "hub: refresh")
	parents(t, spans, "hub: process reviews.changed", "store: send reviews.changed", "store: commit")
	if sent := got.Header.Get("Traceparent"); !strings.Contains(sent, spans[0].Trace) {
		t.Errorf("the subscriber got trace %q, want %s", sent, spans[0].Trace)
	}
}

// parents checks that each span is the child of the next.
func parents(t *testing.T, spans []tracetest.Span, chain ...string) {
	t.Helper()
	find := func(name string) tracetest.Span {
		return spans[slices.IndexFunc(spans, func(s tracetest.Span) bool { return s.String() == name })]
	}
	for i := range chain[1:] {
		if child, parent := find(chain[i]), find(chain[i+1]); child.Parent != parent.ID {
			t.Errorf("%s is not caused by %s", child, parent)
		}
	}
}

// logged reports whether a line of a log is of a trace.
func logged(t *testing.T, p *process, trace string) bool {
	t.Helper()
	for line := range strings.Lines(p.said()) {
		var l struct {
			TraceID string `json:"trace_id"`
		}
		if json.Unmarshal([]byte(line), &l) == nil && l.TraceID == trace {
			return true
		}
	}
	return false
}

// One trace leads from a request of the public to the store, directly and by
// way of the MCP server. It is one of ours, whatever the client calls its own.
func TestTraceOfARequest(t *testing.T) {
	s, c := startTraced(t)
	const theirs = "4bf92f3577b34da6a3ce929d0e0e4736"
	s.get(t, "/api/reviews/search?query=heater", http.StatusOK, "Traceparent", "00-"+theirs+"-00f067aa0ba902b7-01")
	spans := c.Trace(t, patience, "gateway: GET /api/reviews/search",
		"gateway: reviews.v1.ReviewService/SearchReviews", "store: reviews.v1.ReviewService/SearchReviews")
	parents(t, spans, "store: reviews.v1.ReviewService/SearchReviews", "gateway: reviews.v1.ReviewService/SearchReviews", "gateway: GET /api/reviews/search")
	if spans[0].Trace == theirs {
		t.Error("the client chose our trace")
	}

	s.agent(t).call(t, "search_reviews", map[string]any{"query": "heater"})
	spans = c.Trace(t, patience, "gateway: POST /mcp", "gateway: HTTP POST", "mcp: tools/call search_reviews", "store: reviews.v1.ReviewService/SearchReviews")
	parents(t, spans, "mcp: tools/call search_reviews", "gateway: HTTP POST", "gateway: POST /mcp")
}
