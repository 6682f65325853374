package rest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/ratelimit"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
	"github.com/reviewdata/reviewdata/services/gateway/internal/board"
	"github.com/reviewdata/reviewdata/services/gateway/internal/coding"
)

// still is a source that never changes.
type still struct{ state *review.Snapshot }

func (s still) Revision(context.Context) (review.Revision, error) { return s.state.Revision, nil }

func (s still) Snapshot(context.Context, review.Revision, review.Revision) (*review.Snapshot, error) {
	return s.state, nil
}

// failing is a store that answers searches with an error, as the real one
// cannot be made to.
type failing struct{ err error }

func (f failing) Search(context.Context, review.Query, review.Revision) (review.SearchPage, error) {
	return review.SearchPage{}, f.err
}

func (f failing) Changes(context.Context, string, int, review.Revision) (review.ChangePage, error) {
	panic("a bug")
}

// options returns those of a gateway that shows a snapshot.
func options(t testing.TB, s *review.Snapshot) Options {
	t.Helper()
	encoder, err := coding.NewEncoder()
	if err != nil {
		t.Fatal(err)
	}
	registry := prometheus.NewRegistry()
	logger := slog.New(slog.DiscardHandler)
	b := board.New(board.Options{Source: still{s}, CacheControl: "public, max-age=60", Encoder: encoder, Logger: logger, Registry: registry})
	ctx, cancel := context.WithCancel(t.Context())
	var following sync.WaitGroup
	following.Go(func() { _ = b.Follow(ctx) })
	following.Go(func() { _ = b.Compress(ctx) })
	t.Cleanup(func() { cancel(); following.Wait() })
	for b.Current() == nil {
		time.Sleep(time.Millisecond)
	}
	return Options{
		Board:        b,
		Store:        failing{},
		StoreTimeout: time.Second,
		Encoder:      encoder,
		MCP:          http.NotFoundHandler(),
		Hub:          http.NotFoundHandler(),
		Logger:       logger,
		Registry:     registry,
	}
}

func newHandler(t testing.TB, o Options) http.Handler {
	t.Helper()
	h, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func get(t *testing.T, h http.Handler, path string) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
	return w
}

func TestErrorsOfTheStore(t *testing.T) {
	t.Parallel()
	const secret = "disk /dev/sda1 on fire"
	for _, test := range []struct {
		err  error
		want int
	}{
		{fmt.Errorf("%w: %s", review.ErrUnavailable, secret), http.StatusServiceUnavailable},
		{context.DeadlineExceeded, http.StatusServiceUnavailable},
		{review.Issues{{Path: []string{"cursor"}, Code: review.CodeInvalidCursor, Message: "no"}}, http.StatusBadRequest},
		{errors.New(secret), http.StatusInternalServerError},
	} {
		var log bytes.Buffer
		o := options(t, reviewtest.Snapshot())
		o.Store, o.Logger = failing{test.err}, slog.New(slog.NewJSONHandler(&log, nil))
		w := get(t, newHandler(t, o), document.PathSearch)
		if w.Code != test.want || strings.Contains(w.Body.String(), secret) {
			t.Errorf("%v: status %d, want %d\n%s", test.err, w.Code, test.want, w.Body)
		}
		if strings.Contains(test.err.Error(), secret) && strings.Count(log.String(), secret) != 1 {
			t.Errorf("%v: want the log to say it once:\n%s", test.err, &log)
		}
	}
}

func TestPanic(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	o := options(t, reviewtest.Snapshot())
	o.Logger = slog.New(slog.NewJSONHandler(&log, nil))
	h := newHandler(t, o)
	w := get(t, h, document.PathChanges)
	if w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), `"status":500`) || strings.Contains(w.Body.String(), "bug") {
		t.Errorf("status %d, body %s", w.Code, w.Body)
	}
	if w.Header().Get("Access-Control-Allow-Origin") != "*" || w.Header().Get("X-Revision") != "9" {
		t.Errorf("header %v", w.Header())
	}
	if !strings.Contains(log.String(), "a bug") || !strings.Contains(log.String(), `"status":500`) {
		t.Errorf("log:\n%s", &log)
	}
	if w := get(t, h, document.PathReviews); w.Code != http.StatusOK {
		t.Errorf("status %d after a panic, want 200", w.Code)
	}
}

// An answer that broke off must not look complete.
func TestPanicAfterTheHeader(t *testing.T) {
	t.Parallel()
	o := options(t, reviewtest.Snapshot())
	o.MCP = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("half of it"))
		panic("a bug")
	})
	server := httptest.NewServer(newHandler(t, o))
	defer server.Close()
	res, err := http.Get(server.URL + document.PathMCP)
	if err != nil {
		return // it broke off before the client had the header
	}
	defer res.Body.Close()
	if _, err := new(bytes.Buffer).ReadFrom(res.Body); err == nil {
		t.Error("the answer looks complete")
	}
}

// When too many wait for the store, the next one is told to come back.
func TestStoreIsNotOverrun(t *testing.T) {
	t.Parallel()
	o := options(t, reviewtest.Snapshot())
	a := &api{Options: o, calls: make(chan struct{}, 1)}
	c, _ := gin.CreateTestContext(httptest.NewRecorder())
	c.Request = httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
	ok := func(context.Context) (int, error) { return 1, nil }
	if got, err := ask(a, c, ok); got != 1 || err != nil {
		t.Errorf("%d, error %v", got, err)
	}
	a.calls <- struct{}{}
	if _, err := ask(a, c, ok); !errors.Is(err, review.ErrUnavailable) {
		t.Errorf("error %v, want %v", err, review.ErrUnavailable)
	}
}

func TestClient(t *testing.T) {
	t.Parallel()
	o := options(t, reviewtest.Snapshot())
	o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8::/32")}
	for _, test := range []struct{ peer, forwarded, want string }{
		{"192.0.2.1:5", "", "192.0.2.1"},
		{"192.0.2.1:5", "203.0.113.7", "192.0.2.1"},
		{"10.0.0.1:5", "", "10.0.0.1"},
		{"10.0.0.1:5", "203.0.113.7", "203.0.113.7"},
		{"[::ffff:10.0.0.1]:5", "203.0.113.7", "203.0.113.7"},
		{"[2001:db8::1]:5", "203.0.113.7, 10.9.9.9", "203.0.113.7"},
		{"10.0.0.1:5", "198.51.100.1, 203.0.113.7", "203.0.113.7"},
		{"10.0.0.1:5", "nonsense", "10.0.0.1"},
		{"@", "203.0.113.7", "invalid IP"},
	} {
		var got netip.Addr
		a := &api{Options: o, engine: gin.New()}
		if err := a.configure(); err != nil {
			t.Fatal(err)
		}
		a.engine.GET("/", func(c *gin.Context) { got = a.client(c) })
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		r.RemoteAddr = test.peer
		if test.forwarded != "" {
			r.Header.Set("X-Forwarded-For", test.forwarded)
		}
		a.engine.ServeHTTP(httptest.NewRecorder(), r)
		if got.Unmap().String() != test.want {
			t.Errorf("%s for %q: client %s, want %s", test.peer, test.forwarded, got, test.want)
		}
	}
}

// The limit is the first thing: what is refused costs nothing else.
func TestRateLimitComesFirst(t *testing.T) {
	t.Parallel()
	o := options(t, reviewtest.Snapshot())
	o.Limiter = ratelimit.New(0.001, 1)
	h := newHandler(t, o)
	get(t, h, document.PathReviews)
	for _, path := range []string{document.PathReviews, document.PathChanges, "/nowhere", document.PathMCP} {
		if w := get(t, h, path); w.Code != http.StatusTooManyRequests {
			t.Errorf("%s: status %d, want 429", path, w.Code)
		}
	}
}
