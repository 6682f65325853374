package subscriber

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/testkit/callbacktest"
)

func TestRelations(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		fields []string
		want   map[string][]string
	}{
		"one field":       {[]string{`<https://a/feed>; rel="self", <https://a/hub>; rel="hub"`}, map[string][]string{"self": {"https://a/feed"}, "hub": {"https://a/hub"}}},
		"two fields":      {[]string{`<https://a/feed>;rel=self`, `<https://a/hub>;rel=hub`}, map[string][]string{"self": {"https://a/feed"}, "hub": {"https://a/hub"}}},
		"commas":          {[]string{`<https://a/?x=1,2>; title="a, \"b\" <c>; rel=hub"; rel=self`}, map[string][]string{"self": {"https://a/?x=1,2"}}},
		"many relations":  {[]string{`<https://a/>; rel="self HUB"`}, map[string][]string{"self": {"https://a/"}, "hub": {"https://a/"}}},
		"empty elements":  {[]string{` , , <https://a/>; rel=hub , `}, map[string][]string{"hub": {"https://a/"}}},
		"no relation":     {[]string{`<https://a/>`}, map[string][]string{}},
		"not a link":      {[]string{`hub`, `<https://a/; rel=hub`, ``}, map[string][]string{}},
		"after a bad one": {[]string{`<https://a/>; rel, <https://b/>; rel=hub`}, map[string][]string{"hub": {"https://b/"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, relations(tt.fields)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func FuzzRelations(f *testing.F) {
	f.Add(`<https://a/feed>; rel="self", <https://a/hub>; rel="hub"`)
	f.Add(`<https://a/?x=1,2>; title="a, \"b\" <c>; rel=hub"; rel=self`)
	f.Fuzz(func(t *testing.T, field string) {
		for relation, targets := range relations([]string{field}) {
			for _, target := range targets {
				if relation == "" || !strings.Contains(field, "<"+target+">") {
					t.Errorf("%q: %q", relation, target)
				}
			}
		}
	})
}

func TestDiscover(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	link := func(path, value string) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Link", value) })
	}
	link("/feed", `</feed>; rel=self, <hub?x=1>; rel=hub, <https://other.example.com/>; rel=hub`)
	link("/renamed", `<https://elsewhere.example.com/feed>; rel=self, </hub>; rel=hub`)
	link("/alone", `</feed>; rel=self`)
	link("/two", `</feed>; rel=self, </two>; rel=self, </hub>; rel=hub`)
	mux.Handle("/moved", http.RedirectHandler("/deep/feed", http.StatusFound))
	link("/deep/feed", `<feed>; rel=self, <hub>; rel=hub`)
	server := httptest.NewServer(mux)
	defer server.Close()
	for path, want := range map[string]Topic{
		"/feed":    {Self: server.URL + "/feed", Hub: server.URL + "/hub?x=1"},
		"/renamed": {Self: "https://elsewhere.example.com/feed", Hub: server.URL + "/hub"},
		"/moved":   {Self: server.URL + "/deep/feed", Hub: server.URL + "/deep/hub"},
	} {
		if got, err := Discover(t.Context(), server.Client(), server.URL+path); err != nil || got != want {
			t.Errorf("%s: %+v, %v; want %+v", path, got, err, want)
		}
	}
	for path, want := range map[string]string{"/alone": "has 0 and 1", "/two": "has 1 and 2", "/none": "404"} {
		if _, err := Discover(t.Context(), server.Client(), server.URL+path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", path, err, want)
		}
	}
}

func TestCheckSignature(t *testing.T) {
	t.Parallel()
	body := []byte("content")
	right := callbacktest.Sign("secret", body)
	for text, want := range map[string]string{
		right:                  "",
		strings.ToUpper(right): "",
		"":                     "missing",
		"sha1=00":              "of an unknown or weak method",
		"sha256":               "wrong",
		right[:len(right)-2]:   "wrong",
		strings.Replace(right, "sha256", "sha512", 1):     "wrong",
		callbacktest.Sign("other", body):                  "wrong",
		callbacktest.Sign("secret", []byte("other body")): "wrong",
	} {
		err := checkSignature(text, "secret", body)
		if got := fmt.Sprint(err); err == nil && want != "" || err != nil && got != want {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// hub is a hub of a test, which does what it is told.
type hub struct {
	*httptest.Server
	forms chan url.Values
	back  *http.Client // calls back
}

func newHub(t *testing.T) *hub {
	t.Helper()
	h := &hub{forms: make(chan url.Values, 10), back: &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := r.ParseForm(); err != nil || r.Form.Get("hub.topic") == "refused" {
			http.Error(w, "not\nthis one\x1b", http.StatusBadRequest)
			return
		}
		h.forms <- r.Form
		w.WriteHeader(http.StatusAccepted)
	}))
	t.Cleanup(h.Close)
	return h
}

// call sends a request to a callback.
func (h *hub) call(t *testing.T, method, callback, body string, header http.Header) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, callback, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = header
	res, err := h.back.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, _ := io.ReadAll(res.Body)
	return res.StatusCode, string(text)
}

// start starts a subscriber of a topic at h.
func (h *hub) start(t *testing.T, topic string) *Subscriber {
	t.Helper()
	server := httptest.NewTLSServer(nil) // for its certificate
	defer server.Close()
	s, err := Start(t.Context(), Topic{Self: topic, Hub: h.URL}, h.Client(), server.TLS.Certificates[0])
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestHandshake(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	s := h.start(t, "https://a/feed")
	if err := s.Subscribe(t.Context()); err != nil {
		t.Fatal(err)
	}
	form := <-h.forms
	callback := form.Get("hub.callback")
	ask := func(mode, topic, lease string) (int, string) {
		return h.call(t, http.MethodGet, callback+"?"+url.Values{
			"hub.mode": {mode}, "hub.topic": {topic}, "hub.challenge": {"<b>challenge"}, "hub.lease_seconds": {lease},
		}.Encode(), "", nil)
	}
	if status, body := ask("subscribe", "https://a/feed", "600"); status != http.StatusOK || body != "<b>challenge" {
		t.Errorf("%d %q, want the challenge", status, body)
	}
	if got, want := <-s.Events(), (Confirmation{Lease: 10 * time.Minute}); got != want {
		t.Errorf("event %+v, want %+v", got, want)
	}
	for _, wrong := range [][3]string{
		{"subscribe", "https://a/other", "600"}, {"subscribe", "https://a/feed", "soon"}, {"unsubscribe", "https://a/feed", "600"}, {"", "https://a/feed", "600"},
	} {
		if status, body := ask(wrong[0], wrong[1], wrong[2]); status != http.StatusNotFound || strings.Contains(body, "challenge") {
			t.Errorf("%q: %d %q, want 404", wrong, status, body)
		}
	}
	if status, _ := h.call(t, http.MethodGet, callback+"x", "", nil); status != http.StatusNotFound {
		t.Errorf("another address: %d, want 404", status)
	}
	if err := s.Unsubscribe(t.Context()); err != nil {
		t.Fatal(err)
	}
	if status, _ := ask("unsubscribe", "https://a/feed", ""); status != http.StatusOK {
		t.Errorf("the end is not confirmed: %d", status)
	}
	if got, want := <-s.Events(), (Confirmation{Ended: true}); got != want {
		t.Errorf("event %+v, want %+v", got, want)
	}
}

func TestPushes(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	s := h.start(t, "https://a/feed")
	if err := s.Subscribe(t.Context()); err != nil {
		t.Fatal(err)
	}
	form := <-h.forms
	for signature, want := range map[string]int{
		callbacktest.Sign(form.Get("hub.secret"), []byte("content")): http.StatusNoContent,
		callbacktest.Sign("guessed", []byte("content")):              http.StatusForbidden,
		"": http.StatusForbidden,
	} {
		status, _ := h.call(t, http.MethodPost, form.Get("hub.callback"), "content", http.Header{"X-Hub-Signature": {signature}, "X-Revision": {"7"}})
		if status != want {
			t.Errorf("%s: %d, want %d", signature, status, want)
		}
	}
	for range 3 {
		push, ok := (<-s.Events()).(Push)
		if !ok || push.Size != len("content") || push.Revision != "7" {
			t.Errorf("event %+v", push)
		}
	}
	h.call(t, http.MethodGet, form.Get("hub.callback")+"?hub.mode=denied&hub.topic="+url.QueryEscape("https://a/feed")+"&hub.reason=tired%1b", "", nil)
	if got, want := <-s.Events(), (Denial{Reason: "tired\ufffd"}); got != want {
		t.Errorf("event %+v, want %+v", got, want)
	}
}

func TestRefusal(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	err := h.start(t, "refused").Subscribe(t.Context())
	if want := "the hub refuses (400 Bad Request): not this one\ufffd"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := h.start(t, "https://a/feed").Subscribe(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want canceled", err)
	}
}
