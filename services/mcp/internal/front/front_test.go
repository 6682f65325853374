package front_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/server"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/mcp/internal/front"
	"github.com/reviewdata/reviewdata/services/mcp/internal/session"
)

func post(h http.Handler, id, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, "/mcp", strings.NewReader(body))
	r.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, "Mcp-Session-Id": {id}}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// postModern posts a message of 2026-07-28; header has names and values in turn.
func postModern(h http.Handler, body string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, "/mcp", strings.NewReader(body))
	r.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"*/*"}, "Mcp-Protocol-Version": {"2026-07-28"}}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// Sessions that nobody ends take no memory.
func TestSessionsTakeNoMemory(t *testing.T) {
	h, _ := newFront(t, slog.New(slog.DiscardHandler))
	begin := func(n int) uint64 {
		for range n {
			if w := post(h, "", initialize); w.Code != http.StatusOK {
				t.Fatalf("status %d", w.Code)
			}
		}
		runtime.GC()
		runtime.GC() // a pool gives up what it holds at the second
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	const sessions = 20_000
	before := begin(1_000)
	after := begin(sessions)
	if grown := int64(after) - int64(before); grown > sessions*8 {
		t.Errorf("%d sessions took %d bytes", sessions, grown)
	}
}

// broken is a library that panics.
type broken struct{}

func (broken) Handle(server.HTTPResponseWriter, *server.HTTPRequest) { panic("a bug of mine") }

func TestPanic(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	sessions := session.New(session.Options{Lifetime: 1 << 40})
	h := front.New(front.Options{
		Protocol: broken{},
		Sessions: sessions,
		BaseURL:  func() string { return "" },
		Revision: func() uint64 { return 0 },
		MaxBody:  1000,
		Logger:   slog.New(slog.NewJSONHandler(&log, nil)),
		Registry: prometheus.NewRegistry(),
	})
	w := post(h, "", initialize)
	if w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), "-32603") || strings.Contains(w.Body.String(), "bug") {
		t.Errorf("status %d\n%s", w.Code, w.Body)
	}
	if !strings.Contains(log.String(), "a bug of mine") {
		t.Errorf("log:\n%s", &log)
	}
}

// An error is known as one however the id of the request is written: the
// library escapes more than clients do. Otherwise its own words would reach
// them, and a failed initialize would begin a session.
func TestErrorsWithAnyID(t *testing.T) {
	t.Parallel()
	h, sessions := newFront(t, slog.New(slog.DiscardHandler))
	for _, id := range []string{
		`1`, `-1`, `""`, `"a"`, `"\\"`, `"\",\"result\":{"`, `"` + strings.Repeat("<", 100) + `"`, `"` + strings.Repeat(`\u0041`, 100) + `"`,
	} {
		call := `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"missing"}}`
		if w := post(h, sessions.Begin(), call); !strings.Contains(w.Body.String(), "There is no such tool") {
			t.Errorf("id %s: %s", id, w.Body)
		}
		begin := `{"jsonrpc":"2.0","id":` + id + `,"method":"initialize","params":{"protocolVersion":5}}`
		w := post(h, "", begin)
		if w.Header().Get("Mcp-Session-Id") != "" || strings.Contains(w.Body.String(), "unmarshal") {
			t.Errorf("id %s: session %q, %s", id, w.Header().Get("Mcp-Session-Id"), w.Body)
		}
	}
}

// The log tells what was called and how it went, and not what was looked for.
func TestLog(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	h, sessions := newFront(t, slog.New(slog.NewJSONHandler(&log, nil)))
	id := sessions.Begin()
	post(h, id, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_reviews","arguments":{"query":"secret"}}}`)
	post(h, id, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_reviews","arguments":{"rating":9}}}`)
	post(h, id, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"secret"}}`)
	post(h, id, `{"jsonrpc":"2.0","id":1,"method":"secret"}`)
	for _, want := range []string{
		`"method":"tools/call","target":"search_reviews","outcome":"ok","status":200`,
		`"method":"tools/call","target":"search_reviews","outcome":"invalid","status":200`,
		`"method":"tools/call","target":"","outcome":"refused","status":200`,
		`"method":"other","target":"","outcome":"refused","status":200`,
	} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %s:\n%s", want, &log)
		}
	}
	if strings.Contains(log.String(), "secret") || strings.Contains(log.String(), id) {
		t.Errorf("the log tells too much:\n%s", &log)
	}
}

// slow is a store whose searches last until they are released or cancelled.
type slow struct{ entered, release chan struct{} }

func (s slow) Search(ctx context.Context, _ review.Query, _ review.Revision) (review.SearchPage, error) {
	s.entered <- struct{}{}
	select {
	case <-ctx.Done():
		return review.SearchPage{}, ctx.Err()
	case <-s.release:
		return review.SearchPage{}, nil
	}
}

// A cancellation does not reach the call of another client with the same
// number: without sessions, the library takes all clients for one.
func TestCancellationIsDropped(t *testing.T) {
	t.Parallel()
	store := slow{entered: make(chan struct{}), release: make(chan struct{})}
	h := newFrontOf(t, store)
	done := make(chan *httptest.ResponseRecorder)
	go func() {
		done <- postModern(h, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_reviews",`+meta+`}}`,
			"Mcp-Method", "tools/call", "Mcp-Name", "search_reviews")
	}()
	<-store.entered
	w := postModern(h, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,`+meta+`}}`, "Mcp-Method", "notifications/cancelled")
	if w.Code != http.StatusAccepted {
		t.Errorf("the cancellation: status %d", w.Code)
	}
	close(store.release)
	if w := <-done; w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "structuredContent") {
		t.Errorf("the call of another: status %d\n%s", w.Code, w.Body)
	}
}
