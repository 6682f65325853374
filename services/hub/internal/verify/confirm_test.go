package verify

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/reviewdata/reviewdata/services/hub/internal/egress"
	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// worker returns a worker that asks callbacks on this machine.
func worker() *Worker {
	guard := egress.NewGuard([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")})
	return New(Options{
		Client:  egress.New(egress.Options{Guard: guard, UserAgent: func() string { return "test" }}),
		BaseURL: func() string { return "https://reviews.example.com" }, Registry: prometheus.NewRegistry(), Logger: slog.New(slog.DiscardHandler),
	})
}

// Consent is any 2xx with the challenge as the whole body, and nothing else
// (W3C WebSub §5.3).
func TestConfirm(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer func(w http.ResponseWriter, challenge string)
		agreed bool
	}{
		"challenge": {func(w http.ResponseWriter, challenge string) { _, _ = fmt.Fprint(w, challenge) }, true},
		"201": {func(w http.ResponseWriter, challenge string) {
			w.WriteHeader(http.StatusCreated)
			_, _ = fmt.Fprint(w, challenge)
		}, true},
		"404": {func(w http.ResponseWriter, challenge string) {
			w.WriteHeader(http.StatusNotFound)
			_, _ = fmt.Fprint(w, challenge)
		}, false},
		"redirect": {func(w http.ResponseWriter, challenge string) {
			w.Header().Set("Location", "/?hub.challenge="+challenge)
			w.WriteHeader(http.StatusFound)
		}, false},
		"empty":         {func(http.ResponseWriter, string) {}, false},
		"a line":        {func(w http.ResponseWriter, challenge string) { _, _ = fmt.Fprintln(w, challenge) }, false},
		"the beginning": {func(w http.ResponseWriter, challenge string) { _, _ = fmt.Fprint(w, challenge[1:]) }, false},
		"and much more": {func(w http.ResponseWriter, challenge string) {
			_, _ = fmt.Fprint(w, challenge, strings.Repeat("x", 1<<20))
		}, false},
		"breaks off there": {func(w http.ResponseWriter, challenge string) {
			w.Header().Set("Content-Length", "100")
			_, _ = fmt.Fprint(w, challenge)
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var asked []string
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked = append(asked, r.URL.RawQuery)
				c.answer(w, r.URL.Query().Get("hub.challenge"))
			}))
			defer server.Close()
			r := subscription.Request{Mode: subscription.Subscribe, Topic: subscription.Atom, Callback: server.URL + "/?a=b", Lease: time.Minute}
			before := time.Now()
			began, err := worker().confirm(t.Context(), r, nil)
			switch {
			case c.agreed && (err != nil || began.Before(before)):
				t.Errorf("asked at %s, error %v", began, err)
			case !c.agreed && !errors.Is(err, errUnconfirmed):
				t.Errorf("error %v, want that it was not confirmed", err)
			}
			const want = "a=b&hub.mode=subscribe&hub.topic=https%3A%2F%2Freviews.example.com%2Ffeed.xml&hub.challenge="
			if len(asked) != 1 || !strings.HasPrefix(asked[0], want) || !strings.HasSuffix(asked[0], "&hub.lease_seconds=60") {
				t.Errorf("asked %q, want once with %s", asked, want)
			}
		})
	}
}

// A callback that cannot be reached is asked again later, unless a later
// request comes in between, or the shard goes.
func TestConfirmIsPutOff(t *testing.T) {
	t.Parallel()
	r := subscription.Request{Mode: subscription.Subscribe, Topic: subscription.Atom, Callback: "http://127.0.0.1:1/", Lease: time.Minute}
	news := make(chan struct{}, 1)
	news <- struct{}{}
	if _, err := worker().confirm(t.Context(), r, news); !errors.Is(err, errReplaced) {
		t.Errorf("error %v, want that a later request counts", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if _, err := worker().confirm(ctx, r, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want that of the context", err)
	}
}
