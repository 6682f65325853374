package resource

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/services/gateway/internal/coding"
)

var sample = document.Document{
	Body:         []byte(strings.Repeat(`{"text":"Gazi came on time."}`+"\n", 200)),
	ContentType:  "application/json",
	Tag:          "5e7d",
	LastModified: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC),
	Revision:     41,
}

var fields = Fields{CacheControl: "public, max-age=60", Link: `</openapi.json>; rel="service-desc"`}

func newEncoder(t testing.TB) *coding.Encoder {
	t.Helper()
	e, err := coding.NewEncoder()
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// prepared returns the sample in all forms.
func prepared(t testing.TB) *Resource {
	t.Helper()
	r := New(sample, fields, newEncoder(t))
	r.Prepare(t.Context())
	return r
}

// get serves one request; header holds names and values in turn.
func get(t *testing.T, r *Resource, method string, header ...string) *http.Response {
	t.Helper()
	req := httptest.NewRequestWithContext(t.Context(), method, "/", nil)
	for i := 0; i < len(header); i += 2 {
		req.Header.Add(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	if err := r.Serve(w, req); err != nil {
		t.Fatalf("Serve: %v", err)
	}
	return w.Result()
}

// decoded reads the body of a response as a client does.
func decoded(t *testing.T, res *http.Response) []byte {
	t.Helper()
	var body io.Reader = res.Body
	var err error
	switch res.Header.Get("Content-Encoding") {
	case "gzip":
		body, err = gzip.NewReader(body)
	case "zstd":
		body, err = zstd.NewReader(body)
	case "br":
		body = brotli.NewReader(body)
	}
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestServeIdentity(t *testing.T) {
	t.Parallel()
	res := get(t, prepared(t), http.MethodGet)
	want := http.Header{
		"Cache-Control":  {"public, max-age=60"},
		"Content-Length": {"6000"},
		"Content-Type":   {"application/json"},
		"Etag":           {`"5e7d"`},
		"Last-Modified":  {"Sun, 01 Mar 2026 12:00:00 GMT"},
		"Link":           {`</openapi.json>; rel="service-desc"`},
		"Vary":           {"Accept-Encoding"},
		"X-Revision":     {"41"},
	}
	if diff := cmp.Diff(want, res.Header); res.StatusCode != http.StatusOK || diff != "" {
		t.Errorf("status %d, header (-want +got):\n%s", res.StatusCode, diff)
	}
	if got := decoded(t, res); !bytes.Equal(got, sample.Body) {
		t.Errorf("body %.80q, want %.80q", got, sample.Body)
	}
}

// Whether a body was encoded ahead or for the one client does not show.
func TestServeCodings(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]*Resource{
		"prepared":  prepared(t),
		"on demand": NewOnDemand(sample, fields, newEncoder(t)),
	} {
		for _, c := range []string{"gzip", "zstd", "br"} {
			t.Run(name+" "+c, func(t *testing.T) {
				t.Parallel()
				res := get(t, r, http.MethodGet, "Accept-Encoding", c)
				if got := res.Header.Get("Content-Encoding"); got != c {
					t.Errorf("Content-Encoding %q, want %q", got, c)
				}
				if got, want := res.Header.Get("Etag"), `"5e7d-`+c+`"`; got != want {
					t.Errorf("ETag %s, want %s", got, want)
				}
				if got := decoded(t, res); !bytes.Equal(got, sample.Body) {
					t.Errorf("body %.80q, want %.80q", got, sample.Body)
				}
			})
		}
	}
}

func TestServeSmallestForm(t *testing.T) {
	t.Parallel()
	r := prepared(t)
	smallest := coding.Identity
	for c, f := range r.forms.Load().made {
		if len(f.body) < len(r.forms.Load().made[smallest].body) {
			smallest = coding.Coding(c)
		}
	}
	res := get(t, r, http.MethodGet, "Accept-Encoding", "gzip, br, zstd, identity")
	if got := res.Header.Get("Content-Encoding"); got != smallest.String() {
		t.Errorf("Content-Encoding %q, want %q, the smallest", got, smallest)
	}
}

// Before the codings are made, identity is sent; to a client that refuses it,
// the coding is made at once.
func TestServeBeforePrepare(t *testing.T) {
	t.Parallel()
	r := New(sample, fields, newEncoder(t))
	for accept, want := range map[string]string{"gzip": "", "gzip, identity;q=0": "gzip"} {
		res := get(t, r, http.MethodGet, "Accept-Encoding", accept)
		if got := res.Header.Get("Content-Encoding"); got != want {
			t.Errorf("Accept-Encoding %q: Content-Encoding %q, want %q", accept, got, want)
		}
		if got := decoded(t, res); !bytes.Equal(got, sample.Body) {
			t.Errorf("body %.80q, want %.80q", got, sample.Body)
		}
	}
}

func TestServeSmallBodyAsItIs(t *testing.T) {
	t.Parallel()
	small := sample
	small.Body = []byte(`{"reviews":[]}`)
	r := NewOnDemand(small, fields, newEncoder(t))
	for accept, want := range map[string]string{"gzip": "", "gzip, identity;q=0": "gzip"} {
		res := get(t, r, http.MethodGet, "Accept-Encoding", accept)
		if got := res.Header.Get("Content-Encoding"); got != want {
			t.Errorf("Accept-Encoding %q: Content-Encoding %q, want %q", accept, got, want)
		}
	}
}

func TestServeHead(t *testing.T) {
	t.Parallel()
	for _, accept := range []string{"identity", "gzip"} {
		head := get(t, prepared(t), http.MethodHead, "Accept-Encoding", accept)
		full := get(t, prepared(t), http.MethodGet, "Accept-Encoding", accept)
		if diff := cmp.Diff(full.Header, head.Header); diff != "" {
			t.Errorf("header of GET and HEAD differ (-GET +HEAD):\n%s", diff)
		}
		if body := decoded(t, &http.Response{Body: head.Body}); len(body) > 0 {
			t.Errorf("HEAD has a body of %d bytes", len(body))
		}
	}
}

func TestServeNotModified(t *testing.T) {
	t.Parallel()
	res := get(t, prepared(t), http.MethodGet, "Accept-Encoding", "gzip", "If-None-Match", `W/"5e7d-gzip"`)
	want := http.Header{
		"Cache-Control": {"public, max-age=60"},
		"Etag":          {`"5e7d-gzip"`},
		"Last-Modified": {"Sun, 01 Mar 2026 12:00:00 GMT"},
		"Link":          {`</openapi.json>; rel="service-desc"`},
		"Vary":          {"Accept-Encoding"},
		"X-Revision":    {"41"},
	}
	if diff := cmp.Diff(want, res.Header); res.StatusCode != http.StatusNotModified || diff != "" {
		t.Errorf("status %d, header (-want +got):\n%s", res.StatusCode, diff)
	}
	if body := decoded(t, res); len(body) > 0 {
		t.Errorf("304 has a body of %d bytes", len(body))
	}
}

func TestServeNotAcceptable(t *testing.T) {
	t.Parallel()
	form := NewForm(sample, fields, coding.Gzip, []byte("…"))
	for name, r := range map[string]*Resource{"all forms": prepared(t), "one form": form} {
		req := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		req.Header.Set("Accept-Encoding", "*;q=0")
		w := httptest.NewRecorder()
		if err := r.Serve(w, req); !errors.Is(err, ErrNotAcceptable) || len(w.Header()) > 0 {
			t.Errorf("%s: error %v and header %v, want %v and none", name, err, w.Header(), ErrNotAcceptable)
		}
	}
}

func TestServeForm(t *testing.T) {
	t.Parallel()
	encoder := newEncoder(t)
	r := NewForm(sample, fields, coding.Gzip, encoder.Fast(coding.Gzip, sample.Body))
	res := get(t, r, http.MethodGet, "Accept-Encoding", "gzip, br")
	if got := decoded(t, res); !bytes.Equal(got, sample.Body) {
		t.Errorf("body %.80q, want %.80q", got, sample.Body)
	}
}

func TestRefine(t *testing.T) {
	t.Parallel()
	r := prepared(t)
	before := r.forms.Load()
	if err := r.Refine(t.Context()); err != nil {
		t.Fatal(err)
	}
	after := r.forms.Load()
	for c := coding.Gzip; c < coding.Count; c++ {
		if len(after.made[c].body) > len(before.made[c].body) {
			t.Errorf("%s grew from %d to %d bytes", c, len(before.made[c].body), len(after.made[c].body))
		}
		res := get(t, r, http.MethodGet, "Accept-Encoding", c.String())
		if got := decoded(t, res); !bytes.Equal(got, sample.Body) {
			t.Errorf("%s: body %.80q, want %.80q", c, got, sample.Body)
		}
	}
	if err := r.Refine(t.Context()); err != nil || r.forms.Load() != after {
		t.Errorf("refined once more, error %v", err)
	}
}

func TestRefineStops(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := New(sample, fields, newEncoder(t))
	r.Prepare(ctx)
	if err := r.Refine(ctx); !errors.Is(err, context.Canceled) || r.forms.Load().made[coding.Gzip] != nil {
		t.Errorf("went on after the end of its context, error %v", err)
	}
}

func TestAdopt(t *testing.T) {
	t.Parallel()
	old := prepared(t)
	same, other := sample, sample
	same.Revision, other.Tag = 42, "c0de"
	r := New(same, fields, newEncoder(t))
	if !r.Adopt(old) || r.forms.Load() != old.forms.Load() {
		t.Error("did not adopt the forms of the same content")
	}
	if got := get(t, r, http.MethodGet).Header.Get("X-Revision"); got != "42" {
		t.Errorf("X-Revision %s, want 42", got)
	}
	if New(other, fields, newEncoder(t)).Adopt(old) || New(sample, fields, newEncoder(t)).Adopt(nil) {
		t.Error("adopted what it must not")
	}
}
