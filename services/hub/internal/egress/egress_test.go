package egress

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func TestGuard(t *testing.T) {
	t.Parallel()
	g := NewGuard(nil)
	for _, text := range []string{
		"127.0.0.1", "0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.192",
		"192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255",
		"168.63.129.16", "::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "100::1", "2001::1",
		"2001:db8::1", "2002:7f00:1::", "3fff::1", "5f00::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1",
	} {
		if g.Permits(netip.MustParseAddr(text)) {
			t.Errorf("%s is permitted", text)
		}
	}
	for _, text := range []string{"1.1.1.1", "8.8.8.8", "172.32.0.1", "168.63.129.17", "2606:4700::1111", "::ffff:8.8.8.8"} {
		if !g.Permits(netip.MustParseAddr(text)) {
			t.Errorf("%s is blocked", text)
		}
	}
	open := NewGuard([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")})
	if !open.Permits(netip.MustParseAddr("127.0.0.1")) || open.Permits(netip.MustParseAddr("10.0.0.1")) {
		t.Error("the allowed networks are not the ones that were given")
	}
}

func agent() string { return "test" }

func always() bool { return true }

// client returns a client that may connect to this machine.
func client() *Client {
	return New(Options{Guard: NewGuard([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}), UserAgent: agent})
}

// No spelling of a private address gets a connection.
func TestClientBlocks(t *testing.T) {
	t.Parallel()
	var hits atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { hits.Add(1) }))
	defer server.Close()
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(server.URL, "http://"))
	g := NewGuard(nil)
	c := New(Options{Guard: g, UserAgent: agent})
	for _, host := range []string{"127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0.0.0.0", "127.1", "2130706433", "0x7f000001"} {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		answer, err := c.Get(ctx, "http://"+host+":"+port+"/", "a=b")
		cancel()
		if err == nil {
			t.Errorf("%s answered %d", host, answer.Status)
		}
		if strings.Contains(fmt.Sprint(err), "a=b") {
			t.Errorf("the error tells the callback: %v", err)
		}
	}
	if hits.Load() != 0 || g.Blocked() < 4 {
		t.Errorf("%d requests arrived, %d connections were blocked", hits.Load(), g.Blocked())
	}
	_, err := c.Get(t.Context(), "http://127.0.0.1:"+port+"/", "a=b")
	if !errors.Is(err, ErrBlocked) || Class(err) != "blocked" {
		t.Errorf("error %v of class %s", err, Class(err))
	}
}

// What the callback has in its query stays as it is.
func TestGetKeepsTheQuery(t *testing.T) {
	t.Parallel()
	var got atomic.Value
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got.Store(r.RequestURI) }))
	defer server.Close()
	for callback, want := range map[string]string{
		"/":                             "/?new=1",
		"/?":                            "/?new=1",
		"/?a=b&":                        "/?a=b&new=1",
		"/%7Ex;y?z=1&a=%7E2&hub.mode=m": "/%7Ex;y?z=1&a=%7E2&hub.mode=m&new=1",
		"/?a+b":                         "/?a+b&new=1",
	} {
		if _, err := client().Get(t.Context(), server.URL+callback, "new=1"); err != nil || got.Load() != want {
			t.Errorf("%s: asked %v, error %v, want %s", callback, got.Load(), err, want)
		}
	}
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/elsewhere":
			http.Redirect(w, r, "/", http.StatusTemporaryRedirect)
		case "/much":
			_, _ = w.Write(make([]byte, 1<<20))
		case "/later":
			w.Header().Set("Retry-After", "90")
			w.WriteHeader(http.StatusServiceUnavailable)
		default:
			_, _ = fmt.Fprint(w, r.UserAgent(), r.Header.Get("Accept-Encoding"))
		}
	}))
	defer server.Close()
	for path, want := range map[string]Answer{
		"/":          {Status: 200, Body: []byte("test"), Whole: true},
		"/elsewhere": {Status: 307, Whole: true},
		"/much":      {Status: 200, Body: make([]byte, answerBody)},
		"/later":     {Status: 503, Whole: true, RetryAfter: 90 * time.Second},
	} {
		got, err := client().Post(t.Context(), server.URL+path, nil, []byte("body"), always)
		if err != nil || got.Status != want.Status || string(got.Body) != string(want.Body) || got.Whole != want.Whole || got.RetryAfter != want.RetryAfter {
			t.Errorf("%s: %.100v, %v; want %.100v", path, got, err, want)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Duration{
		"": 0, "soon": 0, "-1": 0, "0": 0, "120": 2 * time.Minute, "99999": time.Hour, "99999999999999": time.Hour, "99999999999999999999999": time.Hour,
		"Sun, 01 Mar 2026 12:01:00 GMT": time.Minute, "Sun, 01 Mar 2026 11:00:00 GMT": 0, "Sun, 01 Mar 2027 11:00:00 GMT": time.Hour,
	} {
		if got := retryAfter(text, now); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestClass(t *testing.T) {
	t.Parallel()
	hang := make(chan struct{})
	server := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-hang }))
	defer server.Close()
	plain := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		conn, _, _ := w.(http.Hijacker).Hijack()
		_ = conn.Close()
	}))
	defer plain.Close()
	slow := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-hang }))
	defer slow.Close()
	defer close(hang) // servers wait for their requests
	for target, want := range map[string]string{
		server.URL:                   "tls",
		plain.URL:                    "broken",
		slow.URL:                     "timeout",
		"http://127.0.0.1:1":         "connect",
		"http://nobody.invalid:8080": "dns",
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		_, err := client().Get(ctx, target, "a=b")
		cancel()
		if err == nil || Class(err) != want && (want != "dns" || Class(err) != "timeout") {
			t.Errorf("%s: error %v of class %s, want %s", target, err, Class(err), want)
		}
	}
}

// seen is what traces exchanges in tests: it remembers the URLs.
type seen struct {
	next http.RoundTripper
	urls *[]string
}

func (s seen) RoundTrip(r *http.Request) (*http.Response, error) {
	*s.urls = append(*s.urls, r.URL.String())
	return s.next.RoundTrip(r)
}

// A trace does not tell the callback, which is a capability.
func TestTracesDoNotTellCallbacks(t *testing.T) {
	t.Parallel()
	var got atomic.Value
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got.Store(r.RequestURI) }))
	defer server.Close()
	var urls []string
	c := New(Options{
		Guard: NewGuard([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}), UserAgent: agent,
		Trace: func(next http.RoundTripper) http.RoundTripper { return seen{next, &urls} },
	})
	if _, err := c.Post(t.Context(), server.URL+"/%7Esecret?token=x", nil, []byte("body"), always); err != nil || got.Load() != "/%7Esecret?token=x" {
		t.Errorf("%v was asked, error %v", got.Load(), err)
	}
	if len(urls) != 1 || urls[0] != server.URL+"/" {
		t.Errorf("a trace tells %v, want the origin alone", urls)
	}
}
