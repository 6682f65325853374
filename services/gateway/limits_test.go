package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestRateLimit(t *testing.T) {
	t.Parallel()
	g, _ := startWith(t, "REVIEWS_GATEWAY_RATE", "0.01", "REVIEWS_GATEWAY_BURST", "50")
	refused := answer{}
	for range 60 {
		if res := g.get("/robots.txt"); res.StatusCode == http.StatusTooManyRequests {
			refused = res
		}
	}
	if refused.Response == nil || refused.Header.Get("Retry-After") != "100" || !strings.Contains(refused.body, `"status":429`) {
		t.Fatalf("60 requests at once: %+v, want 429 with Retry-After", refused)
	}
	if refused.Header.Get("Access-Control-Allow-Origin") != "*" || refused.Header.Get("X-Revision") == "" {
		t.Errorf("header of a refusal: %v", refused.Header)
	}
	// Nobody is believed to be somebody else.
	if res := g.get("/robots.txt", "X-Forwarded-For", "203.0.113.7", "X-Real-Ip", "203.0.113.7"); res.StatusCode != http.StatusTooManyRequests {
		t.Errorf("status %d with a made-up address, want 429", res.StatusCode)
	}
}

// Behind a trusted proxy, clients are told apart by what it says of them, and
// not by what they say themselves.
func TestRateLimitBehindAProxy(t *testing.T) {
	t.Parallel()
	g, _ := startWith(t, "REVIEWS_GATEWAY_RATE", "0.01", "REVIEWS_GATEWAY_BURST", "50", "REVIEWS_GATEWAY_TRUSTED_PROXIES", "127.0.0.1")
	status := 0
	for i := range 60 {
		status = g.get("/robots.txt", "X-Forwarded-For", fmt.Sprintf("198.51.100.%d, 203.0.113.7", i)).StatusCode
	}
	if status != http.StatusTooManyRequests {
		t.Errorf("status %d after 60 requests of one client, want 429", status)
	}
	if res := g.get("/robots.txt", "X-Forwarded-For", "203.0.113.8"); res.StatusCode != http.StatusOK {
		t.Errorf("status %d for another client, want 200", res.StatusCode)
	}
}

// raw sends bytes and returns the first answer.
func raw(t *testing.T, g *gateway, request string) answer {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(g.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, request); err != nil {
		t.Fatal(err)
	}
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatalf("%.60q: %v", request, err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatalf("%.60q: %v", request, err)
	}
	return answer{res, string(body)}
}

// What no well-behaved client sends is answered, or refused, but not followed.
func TestOddRequests(t *testing.T) {
	t.Parallel()
	g, _ := startWith(t)
	const rest = " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
	for _, test := range []struct {
		request string
		want    int
	}{
		{"GET /reviews.json" + rest, 200},
		{"GET http://other.example.com/reviews.json" + rest, 200},
		{"GET /reviews.json HTTP/1.0\r\n\r\n", 200},
		{"GET /api/reviews/search?query=\xc3\xa9" + rest, 200},
		{"GET /api/reviews/search?query=\xff" + rest, 400},
		{"GET /api/reviews/search?limit=5;rating=1" + rest, 400},
		{"GET /reviews/\xff" + rest, 404},
		{"GET /%zz" + rest, 400},
		{"GET /\x00" + rest, 400},
		{"OPTIONS *" + rest, 200},
		{"CONNECT other.example.com:443" + rest, 404},
		{"PRI * HTTP/2.0\r\n\r\n", 404},
		{"GET /reviews.json HTTP/1.1\r\n\r\n", 400}, // no Host
		{"nonsense\r\n\r\n", 400},
		{"GET /reviews.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello", 200},
		{"GET /reviews.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\nIf-None-Match: \x80\xff\r\n\r\n", 200},
		{"GET /reviews.json HTTP/1.1\r\nHost: x\r\nX: " + strings.Repeat("a", 64<<10) + "\r\n\r\n", 431},
		{"GET /api/reviews/search?query=" + strings.Repeat("a", 9000) + rest, 414},
		{"GET /api/reviews/search?query=" + strings.Repeat("a", 201) + rest, 400},
	} {
		if res := raw(t, g, test.request); res.StatusCode != test.want {
			t.Errorf("%.60q: status %d, want %d\n%.200s", test.request, res.StatusCode, test.want, res.body)
		}
	}
}

// HEAD has the header of GET, Content-Length included, whatever the answer.
func TestHeadIsGetWithoutBody(t *testing.T) {
	t.Parallel()
	g, _ := startWith(t)
	for _, path := range append(documents(), "/api/reviews/search", "/api/reviews/changes", "/api/reviews/search?rating=9", "/reviews/x", "/nowhere", "/robots.txt") {
		for _, coding := range []string{"identity", "gzip", "zstd", "br"} {
			get, head := g.get(path, "Accept-Encoding", coding), g.do(http.MethodHead, path, "Accept-Encoding", coding)
			get.Header.Del("Date")
			head.Header.Del("Date")
			if diff := cmp.Diff(get.Header, head.Header); diff != "" || get.StatusCode != head.StatusCode {
				t.Errorf("%s in %s: status %d and %d, header (-GET +HEAD):\n%s", path, coding, get.StatusCode, head.StatusCode, diff)
			}
			if strconv.Itoa(len(get.body)) != get.Header.Get("Content-Length") || head.body != "" {
				t.Errorf("%s in %s: %d bytes, Content-Length %s; HEAD %d bytes", path, coding, len(get.body), get.Header.Get("Content-Length"), len(head.body))
			}
		}
	}
}

// The log tells of each request, but not what somebody looks for, nor from
// where.
func TestLogKeepsSecrets(t *testing.T) {
	t.Parallel()
	g, _ := startWith(t)
	g.get("/api/reviews/search?query=embarrassing", "Authorization", "Bearer topsecret")
	g.await("the log has the request", func() bool { return strings.Contains(g.log.String(), `"path":"/api/reviews/search"`) })
	for _, secret := range []string{"embarrassing", "topsecret"} {
		if strings.Contains(g.log.String(), secret) {
			t.Errorf("the log has %q", secret)
		}
	}
}
