package egress

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"sync/atomic"
	"testing"
)

// A body goes out while it may, and nobody takes a part of it for the whole.
func TestWithhold(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		parts int32 // that may go out
		whole bool
	}{
		"nothing":    {0, false},
		"a part":     {2, false},
		"everything": {1 << 20, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var left atomic.Int32
			left.Store(c.parts)
			whole, err := postTLS(t, func(*tls.ClientHelloInfo) (*tls.Config, error) { return nil, nil }, func() bool { return left.Add(-1) >= 0 })
			if whole != c.whole || errors.Is(err, ErrWithheld) == c.whole {
				t.Errorf("arrived whole: %t, error %v; want %t", whole, err, c.whole)
			}
		})
	}
}

// What may go out when a connection is begun may not when it is there: a
// process may stand still in between.
func TestWithholdAfterHandshake(t *testing.T) {
	t.Parallel()
	var lapsed atomic.Bool
	whole, err := postTLS(t, func(*tls.ClientHelloInfo) (*tls.Config, error) {
		lapsed.Store(true)
		return nil, nil
	}, func() bool { return !lapsed.Load() })
	if whole || !errors.Is(err, ErrWithheld) {
		t.Errorf("arrived whole: %t, error %v", whole, err)
	}
}

// hasty answers a request as a server does whose handler returns when its body
// breaks off.
type hasty struct{}

func (hasty) RoundTrip(r *http.Request) (*http.Response, error) {
	_, _ = io.ReadAll(r.Body)
	return &http.Response{StatusCode: http.StatusOK, Body: http.NoBody}, nil
}

// An answer to a body that was withheld is no answer: a server may say 200 to
// half a delivery, and its goodbye and ours may cross.
func TestWithholdAnswered(t *testing.T) {
	t.Parallel()
	c := New(Options{UserAgent: agent, Guard: NewGuard(nil), Trace: func(http.RoundTripper) http.RoundTripper { return hasty{} }})
	answer, err := c.Post(t.Context(), "https://subscriber.example", http.Header{}, []byte("content"), func() bool { return false })
	if !errors.Is(err, ErrWithheld) || answer.OK() {
		t.Errorf("%+v, error %v", answer, err)
	}
}

// postTLS posts 1 MiB to a server that is told of each handshake, and reports
// whether all of it arrived.
func postTLS(t *testing.T, hello func(*tls.ClientHelloInfo) (*tls.Config, error), may func() bool) (whole bool, err error) {
	body := make([]byte, 1<<20)
	var arrived atomic.Bool
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		got, err := io.ReadAll(r.Body)
		arrived.Store(err == nil && len(got) == len(body))
	}))
	server.TLS = &tls.Config{GetConfigForClient: hello}
	server.StartTLS()
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	c := New(Options{Guard: NewGuard([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}), UserAgent: agent, Roots: roots})
	defer c.Close()
	_, err = c.Post(t.Context(), server.URL, nil, body, may)
	server.Close() // waits for the handler
	return arrived.Load(), err
}
