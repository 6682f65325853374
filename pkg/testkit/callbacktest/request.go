package callbacktest

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Request is a request that arrived at a callback.
type Request struct {
	At       time.Time // when all of it was there
	Method   string
	Path     string
	RawQuery string
	Added    url.Values // what the hub added to the query of the callback
	Header   http.Header
	Body     []byte
	Size     int // of the body, in bytes

	// Of deliveries:
	Version     int64 // of the content
	Abandoned   bool  // its sender had given up before it was read
	Stale       bool  // something newer had come before
	Overlapping bool  // another delivery had not been answered yet, nor its sender given up
}

// newRequest reads what a request added to the query of the callback.
func newRequest(r *http.Request, query string, body []byte) *Request {
	added := r.URL.RawQuery
	if rest, ok := strings.CutPrefix(added, query); ok && query != "" {
		added = strings.TrimPrefix(rest, "&")
	}
	values, err := url.ParseQuery(added)
	if err != nil {
		values = url.Values{}
	}
	return &Request{
		At: time.Now(), Method: r.Method, Path: r.URL.Path, RawQuery: r.URL.RawQuery, Added: values,
		Header: r.Header.Clone(), Body: body, Size: len(body),
	}
}

// Mode returns what the hub asks or tells: subscribe, unsubscribe or denied.
func (r Request) Mode() string { return r.Added.Get("hub.mode") }

// Challenge returns what the hub wants to hear.
func (r Request) Challenge() string { return r.Added.Get("hub.challenge") }

// Signature returns the header by which a delivery proves that its sender
// knows the secret (W3C WebSub §7.1).
func (r Request) Signature() string { return r.Header.Get("X-Hub-Signature") }

// Sign returns the signature that a body must have.
func Sign(secret string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}
