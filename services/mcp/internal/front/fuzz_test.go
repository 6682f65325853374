package front_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
	"github.com/reviewdata/reviewdata/services/mcp/internal/edition"
	"github.com/reviewdata/reviewdata/services/mcp/internal/front"
	"github.com/reviewdata/reviewdata/services/mcp/internal/protocol"
	"github.com/reviewdata/reviewdata/services/mcp/internal/session"
	"github.com/reviewdata/reviewdata/services/mcp/internal/tool"
)

// everything is a store that finds all reviews whatever is asked.
type everything struct{ snapshot *review.Snapshot }

func (e everything) Search(_ context.Context, q review.Query, _ review.Revision) (review.SearchPage, error) {
	found := e.snapshot.Reviews[:min(len(e.snapshot.Reviews), q.Limit)]
	return review.SearchPage{Revision: e.snapshot.Revision, Matched: len(e.snapshot.Reviews), Reviews: slices.Clone(found)}, nil
}

const maxBody = 64 << 10

// newFront returns a front with the whole server behind it, and what makes its
// sessions.
func newFront(t testing.TB, logger *slog.Logger) (http.Handler, *session.Registry) {
	t.Helper()
	e := edition.New(reviewtest.Snapshot())
	return assemble(t, e, everything{e.Snapshot}, logger)
}

// newFrontOf returns a front of a store.
func newFrontOf(t testing.TB, store tool.Store) http.Handler {
	t.Helper()
	h, _ := assemble(t, edition.New(reviewtest.Snapshot()), store, slog.New(slog.DiscardHandler))
	return h
}

func assemble(t testing.TB, e *edition.Edition, store tool.Store, logger *slog.Logger) (http.Handler, *session.Registry) {
	t.Helper()
	p, err := protocol.New(protocol.Options{
		Current:      func() *edition.Edition { return e },
		Store:        store,
		StoreTimeout: time.Minute,
		Logger:       logger,
	})
	if err != nil {
		t.Fatal(err)
	}
	sessions := session.New(session.Options{Lifetime: time.Hour})
	return front.New(front.Options{
		Protocol:       p,
		Sessions:       sessions,
		BaseURL:        func() string { return e.Snapshot.BaseURL },
		Revision:       func() uint64 { return uint64(e.Snapshot.Revision) },
		AllowedOrigins: []string{"*"},
		MaxBody:        maxBody,
		Logger:         logger,
		Registry:       prometheus.NewRegistry(),
	}), sessions
}

const (
	initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	meta       = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
)

// expected are the statuses that the front answers with.
var expected = []int{200, 202, 204, 400, 403, 404, 405, 406, 413, 415}

// FuzzFront throws requests of all kinds at the whole server. Whatever comes,
// it answers with a status it means and a JSON-RPC message that shows nothing
// of the inside.
func FuzzFront(f *testing.F) {
	const both = "application/json, text/event-stream"
	for _, body := range []string{
		initialize, "", "[]", "{", `{"jsonrpc":"2.0","id":null,"method":"ping"}`, `{"jsonrpc":"2.0","id":"a","method":"ping"}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"%"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_reviews","arguments":{"rating":1e400,"fields":[1],"query":"\ud800"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_technician","arguments":{"name":"gazi"},"task":{"ttl":1}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"insights://services/%zz"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"what_is_new","arguments":{"since":"2025-01-01"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"summarize_service"},"argument":{"name":"service","value":"a"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{"resourceSubscriptions":["a"]}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"debug"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tasks/list"}`,
	} {
		f.Add("POST", "application/json", both, "", "", "", true, []byte(body))
		f.Add("POST", "application/json", both, "2025-11-25", "", "", false, []byte(body))
		modern := strings.Replace(body, `"params":{`, `"params":{`+meta+`,`, 1)
		f.Add("POST", "application/json", both, "2026-07-28", "tools/call", "search_reviews", false, []byte(modern))
	}
	f.Add("GET", "", "", "", "", "", true, []byte(nil))
	f.Add("DELETE", "", "", "2026-07-28", "", "", true, []byte(nil))
	f.Add("OPTIONS", "", "", "", "", "", false, []byte("x"))
	h, sessions := newFront(f, slog.New(slog.DiscardHandler))
	f.Fuzz(func(t *testing.T, method, contentType, accept, version, mcpMethod, mcpName string, inSession bool, body []byte) {
		if !validMethod(method) {
			return
		}
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		r := httptest.NewRequestWithContext(ctx, method, "/mcp", bytes.NewReader(body))
		set := func(name, value string) {
			if value != "" {
				r.Header[http.CanonicalHeaderKey(name)] = []string{value}
			}
		}
		set("Content-Type", contentType)
		set("Accept", accept)
		set("MCP-Protocol-Version", version)
		set("Mcp-Method", mcpMethod)
		set("Mcp-Name", mcpName)
		if inSession {
			set("Mcp-Session-Id", sessions.Begin())
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		judge(t, w, body)
		if ctx.Err() != nil {
			t.Error("took longer than 5 seconds")
		}
	})
}

func validMethod(method string) bool {
	return slices.Contains([]string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}, method)
}

// judge checks what holds for every answer.
func judge(t *testing.T, w *httptest.ResponseRecorder, body []byte) {
	t.Helper()
	if !slices.Contains(expected, w.Code) {
		t.Errorf("status %d", w.Code)
	}
	if w.Body.Len() == 0 {
		if !slices.Contains([]int{202, 204}, w.Code) {
			t.Errorf("status %d without a body", w.Code)
		}
		return
	}
	var answer struct {
		JSONRPC       string
		ID            json.RawMessage
		Result, Error json.RawMessage
	}
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || answer.JSONRPC != "2.0" || (answer.Result == nil) == (answer.Error == nil) {
		t.Errorf("no JSON-RPC message (%v): %s", err, w.Body)
	}
	if answer.Error != nil {
		if bytes.Contains(answer.Error, []byte("-32603")) {
			t.Errorf("the fault is ours: %s", answer.Error)
		}
		for _, inside := range []string{"json:", "unmarshal", "struct", "goroutine", "runtime error", "nil pointer", "mcp."} {
			if bytes.Contains(answer.Error, []byte(inside)) && !bytes.Contains(body, []byte(inside)) {
				t.Errorf("the error shows the inside: %s", answer.Error)
			}
		}
	}
	var asked struct{ ID any }
	if w.Code == http.StatusOK && json.Unmarshal(body, &asked) == nil {
		var id any
		if err := json.Unmarshal(answer.ID, &id); err != nil || id != asked.ID {
			t.Errorf("id %s, want %v", answer.ID, asked.ID)
		}
	}
}
