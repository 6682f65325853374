package main

import (
	"bufio"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// echo answers as the services behind do: at once, but for a stream on GET.
func echo(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	w.Header().Set("X-Seen", r.Method+" "+r.URL.Path+" "+r.Header.Get("X-Forwarded-For"))
	w.Header().Set("Access-Control-Allow-Origin", "https://other.example.com")
	if r.Method != http.MethodGet {
		w.WriteHeader(http.StatusAccepted)
		_, _ = w.Write(body)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	_, _ = io.WriteString(w, "data: hello\n")
	_ = http.NewResponseController(w).Flush()
	<-r.Context().Done()
}

func TestServicesBehind(t *testing.T) {
	t.Parallel()
	behind := httptest.NewServer(http.HandlerFunc(echo))
	t.Cleanup(behind.Close)
	g, _ := startWith(t,
		"REVIEWS_GATEWAY_MCP_URL", behind.URL, "REVIEWS_GATEWAY_MCP_MAX_BODY", "1000",
		"REVIEWS_GATEWAY_HUB_URL", behind.URL, "REVIEWS_GATEWAY_HUB_MAX_BODY", "100")

	for _, test := range []struct {
		path string
		size int
		want int
	}{
		{"/mcp", 1000, http.StatusAccepted},
		{"/mcp", 1001, http.StatusRequestEntityTooLarge},
		{"/api/websub/hub", 100, http.StatusAccepted},
		{"/api/websub/hub", 101, http.StatusRequestEntityTooLarge},
	} {
		res, err := g.client.Post(g.url+test.path, "text/plain", strings.NewReader(strings.Repeat("x", test.size)))
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if res.StatusCode != test.want {
			t.Errorf("%d bytes to %s: status %d, want %d", test.size, test.path, res.StatusCode, test.want)
		}
		if origin := res.Header.Values("Access-Control-Allow-Origin"); len(origin) != 1 || origin[0] != "*" {
			t.Errorf("%s: Access-Control-Allow-Origin %q, want *", test.path, origin)
		}
		if res.StatusCode != http.StatusAccepted {
			continue
		}
		if seen := res.Header.Get("X-Seen"); seen != "POST "+test.path+" 127.0.0.1" || len(body) != test.size {
			t.Errorf("%s: the service saw %q and %d bytes", test.path, seen, len(body))
		}
	}
}

// A client that waits for a word before it sends its body, as curl does with a
// large one, gets the same header fields as any other.
func TestServicesBehindWithExpectation(t *testing.T) {
	t.Parallel()
	behind := httptest.NewServer(http.HandlerFunc(echo))
	t.Cleanup(behind.Close)
	g, _ := startWith(t, "REVIEWS_GATEWAY_MCP_URL", behind.URL)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, g.url+"/mcp", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Expect", "100-continue")
	res, err := g.client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if body, err := io.ReadAll(res.Body); res.StatusCode != http.StatusAccepted || string(body) != "{}" {
		t.Errorf("status %d, body %q, error %v", res.StatusCode, body, err)
	}
	for _, name := range []string{"Access-Control-Allow-Origin", "X-Content-Type-Options", "X-Revision", "Link"} {
		if res.Header.Get(name) == "" {
			t.Errorf("no %s", name)
		}
	}
}

// An answer names the revision that the service has made it from, once.
func TestServicesNameTheirRevision(t *testing.T) {
	t.Parallel()
	behind := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Revision", "4711")
		w.WriteHeader(http.StatusAccepted)
	}))
	t.Cleanup(behind.Close)
	g, _ := startWith(t, "REVIEWS_GATEWAY_MCP_URL", behind.URL)
	res, err := g.client.Post(g.url+"/mcp", "application/json", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if diff := cmp.Diff([]string{"4711"}, res.Header.Values("X-Revision")); diff != "" {
		t.Errorf("X-Revision (-want +got)\n%s", diff)
	}
}

// A stream that is open does not keep the gateway from stopping.
func TestStopsWithAStreamOpen(t *testing.T) {
	t.Parallel()
	behind := httptest.NewServer(http.HandlerFunc(echo))
	t.Cleanup(behind.Close)
	g, _ := startWith(t, "REVIEWS_GATEWAY_MCP_URL", behind.URL, "REVIEWS_GATEWAY_DRAIN", "20s")
	res, err := (&http.Client{Timeout: time.Minute}).Get(g.url + "/mcp")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if line, err := bufio.NewReader(res.Body).ReadString('\n'); line != "data: hello\n" {
		t.Fatalf("first line %q, error %v", line, err)
	}
	if err := g.stop(); err != nil {
		t.Errorf("the gateway ended with %v", err)
	}
}
