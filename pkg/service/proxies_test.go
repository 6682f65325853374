package service

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
)

func TestClient(t *testing.T) {
	t.Parallel()
	proxies := Proxies{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("10.0.0.0/8")}
	for _, test := range []struct{ peer, forwarded, want string }{
		{"203.0.113.7:5", "", "203.0.113.7"},
		{"203.0.113.7:5", "198.51.100.1", "203.0.113.7"},
		{"127.0.0.1:5", "", "127.0.0.1"},
		{"127.0.0.1:5", "198.51.100.1", "198.51.100.1"},
		{"[::ffff:127.0.0.1]:5", "198.51.100.1", "198.51.100.1"},
		{"127.0.0.1:5", "192.0.2.9, 198.51.100.1", "198.51.100.1"},
		{"127.0.0.1:5", "192.0.2.9, 198.51.100.1, 10.1.1.1", "198.51.100.1"},
		{"127.0.0.1:5", "nonsense", "127.0.0.1"},
		{"@", "198.51.100.1", "invalid IP"},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = test.peer
		if test.forwarded != "" {
			r.Header.Set("X-Forwarded-For", test.forwarded)
		}
		if got := proxies.Client(r).String(); got != test.want {
			t.Errorf("%s for %q: %s, want %s", test.peer, test.forwarded, got, test.want)
		}
	}
}
