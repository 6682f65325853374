package proxy

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// start serves behind and a proxy in front of it, and returns the address of
// the proxy. The deadlines of its server are those of a hasty one.
func start(t *testing.T, behind http.HandlerFunc, adapt func(*Options)) string {
	t.Helper()
	service := httptest.NewServer(behind)
	t.Cleanup(service.Close)
	target, err := url.Parse(service.URL)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{
		Name:     "test",
		Targets:  []*url.URL{target},
		Timeout:  10 * time.Second,
		MaxBody:  1 << 10,
		Stopping: t.Context().Done(),
		Logger:   slog.New(slog.DiscardHandler),
	}
	if adapt != nil {
		adapt(&o)
	}
	p := New(o)
	front := httptest.NewUnstartedServer(p)
	front.Config.ReadTimeout = time.Second
	front.Config.WriteTimeout = time.Second
	front.Start()
	t.Cleanup(p.Close)
	t.Cleanup(front.Close)
	return front.URL
}

func do(t *testing.T, method, address, body string, header ...string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

func TestHandsOn(t *testing.T) {
	t.Parallel()
	front := start(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		for name, want := range map[string]string{
			"X-Forwarded-For":   "127.0.0.1",
			"X-Forwarded-Host":  "reviews.example.com",
			"X-Forwarded-Proto": "http",
			"Mcp-Session-Id":    "abc",
			"X-Hop":             "",
			"Traceparent":       "",
			"Baggage":           "",
		} {
			if got := r.Header.Get(name); got != want {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
		}
		if got := r.Method + " " + r.RequestURI + " " + string(body); got != "POST /mcp?a=b%20c {}" {
			t.Errorf("the service got %q", got)
		}
		w.Header().Set("Mcp-Session-Id", "def")
		w.Header().Set("Access-Control-Allow-Origin", "https://example.com")
		w.Header().Set("Keep-Alive", "timeout=5")
		w.WriteHeader(http.StatusAccepted)
		_, _ = io.WriteString(w, "answer")
	}, nil)

	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, front+"/mcp?a=b%20c", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	req.Host = "reviews.example.com"
	req.Header = http.Header{
		"Connection":      {"X-Hop"},
		"X-Hop":           {"1"},
		"X-Forwarded-For": {"203.0.113.7"}, // made up by the client
		"Mcp-Session-Id":  {"abc"},
		"Traceparent":     {"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"},
		"Baggage":         {"a=b"},
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusAccepted || string(body) != "answer" {
		t.Errorf("status %d, body %q, error %v", res.StatusCode, body, err)
	}
	for name, want := range map[string]string{"Mcp-Session-Id": "def", "Access-Control-Allow-Origin": "", "Keep-Alive": ""} {
		if got := res.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestBelievesTrustedProxies(t *testing.T) {
	t.Parallel()
	front := start(t, func(_ http.ResponseWriter, r *http.Request) {
		want := []string{"203.0.113.7, 127.0.0.1", "https", "reviews.example.com"}
		got := []string{r.Header.Get("X-Forwarded-For"), r.Header.Get("X-Forwarded-Proto"), r.Header.Get("X-Forwarded-Host")}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}, func(o *Options) { o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} })
	do(t, http.MethodGet, front, "",
		"X-Forwarded-For", "203.0.113.7", "X-Forwarded-Proto", "https", "X-Forwarded-Host", "reviews.example.com")
}

// wantProblem checks an error body.
func wantProblem(t *testing.T, res *http.Response, status int) {
	t.Helper()
	var body struct {
		Status int    `json:"status"`
		Title  string `json:"title"`
	}
	if err := json.NewDecoder(res.Body).Decode(&body); err != nil {
		t.Fatal(err)
	}
	if res.StatusCode != status || body.Status != status || body.Title != http.StatusText(status) {
		t.Errorf("status %d, body %+v, want %d", res.StatusCode, body, status)
	}
}

func TestServiceAway(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = l.Close() // nobody answers there
	front := start(t, nil, func(o *Options) { o.Targets[0].Host = l.Addr().String() })
	res := do(t, http.MethodPost, front, "{}")
	wantProblem(t, res, http.StatusServiceUnavailable)
	if got := res.Header.Get("Retry-After"); got != "5" {
		t.Errorf("Retry-After %q, want 5", got)
	}
}

// Replicas take turns; one that is away is left out.
func TestReplicas(t *testing.T) {
	t.Parallel()
	var asked [3]atomic.Int32
	var origins []*url.URL
	for i := range asked {
		replica := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked[i].Add(1) }))
		t.Cleanup(replica.Close)
		if i == 1 {
			replica.Close()
		}
		origin, err := url.Parse(replica.URL)
		if err != nil {
			t.Fatal(err)
		}
		origins = append(origins, origin)
	}
	front := start(t, nil, func(o *Options) { o.Targets = origins })
	for range 30 {
		if res := do(t, http.MethodPost, front, "{}"); res.StatusCode != http.StatusOK {
			t.Fatalf("status %d", res.StatusCode)
		}
	}
	if asked[0].Load() < 10 || asked[2].Load() < 10 || asked[1].Load() != 0 {
		t.Errorf("asked %d, %d and %d times", asked[0].Load(), asked[1].Load(), asked[2].Load())
	}
}

// A replica that ends its connections is asked no more: it is about to stop.
// When all do, they are asked all the same.
func TestReplicaLeaves(t *testing.T) {
	t.Parallel()
	var leaving [2]atomic.Bool
	var asked [2]atomic.Int32
	var origins []*url.URL
	for i := range asked {
		replica := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			asked[i].Add(1)
			if leaving[i].Load() {
				w.Header().Set("Connection", "close")
			}
		}))
		t.Cleanup(replica.Close)
		origin, err := url.Parse(replica.URL)
		if err != nil {
			t.Fatal(err)
		}
		origins = append(origins, origin)
	}
	front := start(t, nil, func(o *Options) { o.Targets = origins })
	ask := func() {
		for range 10 {
			if res := do(t, http.MethodPost, front, "{}"); res.StatusCode != http.StatusOK || res.Close {
				t.Fatalf("status %d, close %v", res.StatusCode, res.Close)
			}
		}
	}
	ask()
	leaving[0].Store(true)
	before := asked[0].Load()
	ask()
	if got := asked[0].Load() - before; got != 1 {
		t.Errorf("asked %d times while leaving, want once", got)
	}
	leaving[1].Store(true)
	ask()
	if asked[0].Load()+asked[1].Load() != 30 {
		t.Errorf("asked %d and %d times, want 30 in all", asked[0].Load(), asked[1].Load())
	}
}

func TestServiceHangs(t *testing.T) {
	t.Parallel()
	hanging := func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // net/http notices that the other end hung up only after that
		<-r.Context().Done()
	}
	front := start(t, hanging, func(o *Options) { o.Timeout = 50 * time.Millisecond })
	wantProblem(t, do(t, http.MethodPost, front, "{}"), http.StatusServiceUnavailable)
}

func TestBodyTooLarge(t *testing.T) {
	t.Parallel()
	front := start(t, func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }, nil)
	large := strings.Repeat("x", 2<<10)
	wantProblem(t, do(t, http.MethodPost, front, large), http.StatusRequestEntityTooLarge)

	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, front, io.MultiReader(strings.NewReader(large))) // of unknown length
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	wantProblem(t, res, http.StatusRequestEntityTooLarge)
}

// A body that cannot be read is the fault of the client: the service is not to
// be asked again for it.
func TestBodyUnreadable(t *testing.T) {
	t.Parallel()
	front := start(t, func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) },
		func(o *Options) { o.Stream = true }) // so that there is time left to answer
	for name, request := range map[string]string{
		"malformed": "Transfer-Encoding: chunked\r\n\r\nxyz\r\n",
		"too slow":  "Content-Length: 10\r\n\r\nhello",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", strings.TrimPrefix(front, "http://"))
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			if _, err := io.WriteString(conn, "POST / HTTP/1.1\r\nHost: a\r\n"+request); err != nil {
				t.Fatal(err)
			}
			res, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			wantProblem(t, res, http.StatusBadRequest)
		})
	}
}

// events streams a line at a time for longer than the deadlines of the front
// server.
func events(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	w.Header().Set("Content-Type", "text/event-stream")
	for range 5 {
		_, _ = io.WriteString(w, "data: x\n")
		_ = http.NewResponseController(w).Flush()
		select {
		case <-r.Context().Done():
			return
		case <-time.After(300 * time.Millisecond):
		}
	}
}

func TestStreams(t *testing.T) {
	t.Parallel()
	front := start(t, events, func(o *Options) { o.Stream = true })
	for method, body := range map[string]string{http.MethodGet: "", http.MethodPost: strings.Repeat("x", 100)} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			res := do(t, method, front, body)
			lines := bufio.NewScanner(res.Body)
			if !lines.Scan() || time.Since(began) > 1300*time.Millisecond {
				t.Error("the first line did not come at once")
			}
			count := 1
			for lines.Scan() {
				count++
			}
			if lines.Err() != nil || count != 5 {
				t.Errorf("%d lines, error %v, want 5", count, lines.Err())
			}
		})
	}
}

func TestStopEndsStreams(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	endless := func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}
	front := start(t, endless, func(o *Options) { o.Stream, o.Stopping = true, ctx.Done() })
	res := do(t, http.MethodGet, front, "")
	stop()
	if _, err := io.ReadAll(res.Body); err == nil {
		t.Error("the stream ended as if it were complete")
	}
}
