package front_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/server"
	"github.com/prometheus/client_golang/prometheus"

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

// The stranger's cancellation does not reach the call of another.
func TestCancellationIsDropped(t *testing.T) {
	t.Parallel()
	h, sessions := newFront(t, slog.New(slog.DiscardHandler))
	id := sessions.Begin()
	for i := range 50 {
		done := make(chan *httptest.ResponseRecorder)
		go func() {
			done <- post(h, id, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"get_business"}}`, i))
		}()
		post(h, sessions.Begin(), fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`, i))
		if w := <-done; w.Code != http.StatusOK || strings.Contains(w.Body.String(), `"error"`) {
			t.Fatalf("status %d\n%s", w.Code, w.Body)
		}
	}
}
