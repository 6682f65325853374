package operator

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/services/hub/internal/broker"
	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// ledger has one subscription.
type ledger struct {
	entry   broker.Entry
	fault   error // of every call
	request subscription.Request
}

func (l *ledger) Load(context.Context, []int) ([]broker.Entry, error) {
	return []broker.Entry{l.entry}, l.fault
}

func (l *ledger) Find(_ context.Context, key subscription.Key) (broker.Entry, error) {
	if l.fault == nil && key != l.entry.Key {
		return broker.Entry{}, broker.ErrNotFound
	}
	return l.entry, l.fault
}

func (l *ledger) History(context.Context, subscription.Key) ([]subscription.State, error) {
	return nil, l.fault
}

func (l *ledger) Request(_ context.Context, r subscription.Request) error {
	l.request = r
	return l.fault
}

const callback = "https://h.example.com:8443/secret?token=x"

func fill(fault error) *ledger {
	r := subscription.Record{Callback: callback, Topic: subscription.Atom, Secret: "s3cret", ExpiresAt: time.Now().Add(time.Hour)}
	return &ledger{fault: fault, entry: broker.Entry{Key: subscription.NewKey(r.Topic, r.Callback), Record: r, Version: 1}}
}

// The operator sees and ends subscriptions, and never a callback or a secret.
func TestCalls(t *testing.T) {
	t.Parallel()
	path := "/subscriptions/" + fill(nil).entry.Key.String()
	other := "/subscriptions/" + subscription.NewKey(subscription.Full, callback).String()
	for name, c := range map[string]struct {
		method, path string
		fault        error
		status       int
		says         string
		asks         subscription.Mode
	}{
		"list":             {"GET", "/subscriptions", nil, 200, "https://h.example.com:8443/…", ""},
		"show":             {"GET", path, nil, 200, `"signed":true`, ""},
		"remove":           {"DELETE", path, nil, 202, "", subscription.Remove},
		"redeliver":        {"POST", path + "/redeliver", nil, 202, "", subscription.Redeliver},
		"no id":            {"GET", "/subscriptions/x", nil, 400, "no id", ""},
		"unknown":          {"DELETE", other, nil, 404, "no such subscription", ""},
		"broker away":      {"GET", "/subscriptions", errors.New("away"), 503, "the broker does not answer", ""},
		"too many at once": {"GET", path, broker.ErrBusy, 503, "wait to be confirmed", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := fill(c.fault)
			w := httptest.NewRecorder()
			New(l, "", slog.New(slog.DiscardHandler)).ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), c.method, c.path, http.NoBody))
			body := w.Body.String()
			if w.Code != c.status || !strings.Contains(body, c.says) {
				t.Errorf("status %d, want %d with %q: %s", w.Code, c.status, c.says, body)
			}
			if strings.Contains(body, "token") || strings.Contains(body, "s3cret") {
				t.Errorf("it tells a capability: %s", body)
			}
			if l.request.Mode != c.asks {
				t.Errorf("asked for %q, want %q", l.request.Mode, c.asks)
			}
		})
	}
}

func TestMask(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		callback:                   "https://h.example.com:8443/…",
		"https://h.example.com":    "https://h.example.com",
		"https://h.example.com/":   "https://h.example.com/",
		"https://h.example.com?a":  "https://h.example.com/…",
		"https://h.example.com/%z": "…",
	} {
		if got := mask(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
