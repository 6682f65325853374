package egress

import (
	"context"
	"net/http"
	"net/url"
)

// masked hides from what traces an exchange all of the callback but its
// origin: a span tells whoever may see traces which URL was asked, and a
// callback is a capability.
type masked struct{ next http.RoundTripper }

// callbackKey is where a context has the URL that masked has hidden.
type callbackKey struct{}

// RoundTrip sends a request under the name of its origin.
func (m masked) RoundTrip(r *http.Request) (*http.Response, error) {
	hidden := r.WithContext(context.WithValue(r.Context(), callbackKey{}, r.URL))
	hidden.URL = &url.URL{Scheme: r.URL.Scheme, Host: r.URL.Host, Path: "/"}
	return m.next.RoundTrip(hidden)
}

// whole sends requests to the callback again that masked has hidden.
type whole struct{ next http.RoundTripper }

// RoundTrip sends a request to the callback.
func (w whole) RoundTrip(r *http.Request) (*http.Response, error) {
	if target, ok := r.Context().Value(callbackKey{}).(*url.URL); ok {
		r = r.WithContext(r.Context())
		r.URL = target
	}
	return w.next.RoundTrip(r)
}
