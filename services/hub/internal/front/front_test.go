package front

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/ratelimit"
	"github.com/reviewdata/reviewdata/services/hub/internal/broker"
	"github.com/reviewdata/reviewdata/services/hub/internal/egress"
	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

const origin = "https://reviews.example.com"

// ledger has subscriptions in memory, and says how many there are.
type ledger struct {
	records      map[subscription.Key]subscription.Record
	total, there int
	fault        error // of Request
	requests     []subscription.Request
}

func (l *ledger) Request(_ context.Context, r subscription.Request) error {
	l.requests = append(l.requests, r)
	return l.fault
}

func (l *ledger) Count(context.Context, string) (total, there int, err error) {
	return l.total, l.there, nil
}

func (l *ledger) Find(_ context.Context, key subscription.Key) (broker.Entry, error) {
	r, ok := l.records[key]
	if !ok {
		return broker.Entry{}, broker.ErrNotFound
	}
	return broker.Entry{Key: key, Record: r, Version: 1}, nil
}

func (l *ledger) History(context.Context, subscription.Key) ([]subscription.State, error) {
	return nil, nil
}

func (l *ledger) NextRequest(context.Context, subscription.Key) (subscription.Request, uint64, error) {
	return subscription.Request{}, 0, broker.ErrNotFound
}

// front returns a front before a ledger that has subscriptions of callbacks.
func front(l *ledger, callbacks ...string) *Front {
	l.records = map[subscription.Key]subscription.Record{}
	for _, c := range callbacks {
		l.records[subscription.NewKey(subscription.Atom, c)] = subscription.Record{
			Callback: c, Topic: subscription.Atom, ExpiresAt: time.Now().Add(time.Hour),
		}
	}
	return New(Options{
		Ledger: l, BaseURL: func() string { return origin }, Guard: egress.NewGuard(nil), MaxTotal: 100, MaxPerHost: 10,
		Leases: Leases{Min: time.Minute, Default: time.Hour, Max: 24 * time.Hour},
		Hosts:  ratelimit.NewKeyed[string](0.01, 3), Logger: slog.New(slog.DiscardHandler),
	})
}

// ask sends a form about a callback and returns the answer.
func ask(t *testing.T, f *Front, path, callback, mode string) *httptest.ResponseRecorder {
	t.Helper()
	form := url.Values{"hub.mode": {mode}, "hub.callback": {callback}, "hub.topic": {origin + "/feed.xml"}}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	f.ServeHTTP(w, r)
	return w
}

const (
	hub  = "/api/websub/hub"
	mine = "https://h.invalid/mine"
)

// What strangers ask for at a host does not keep a subscription there from
// being renewed or ended; only so often can that be asked for itself.
func TestStrangersDoNotKeepFromRenewing(t *testing.T) {
	t.Parallel()
	f := front(&ledger{}, mine)
	for n := range 5 {
		want := http.StatusAccepted
		if n >= 3 {
			want = http.StatusTooManyRequests
		}
		if got := ask(t, f, hub, fmt.Sprintf("https://h.invalid/%d", n), "subscribe"); got.Code != want {
			t.Errorf("request %d: status %d, want %d", n, got.Code, want)
		}
	}
	for n, c := range []struct {
		mode string
		want int
	}{{"subscribe", 202}, {"unsubscribe", 202}, {"subscribe", 202}, {"subscribe", 429}} {
		if got := ask(t, f, hub, mine, c.mode); got.Code != c.want {
			t.Errorf("renewal %d: status %d, want %d", n, got.Code, c.want)
		}
	}
}

// There are so many subscriptions and no more; one that there is can be renewed
// all the same, and ended.
func TestAdmit(t *testing.T) {
	t.Parallel()
	other := "https://h.invalid/other"
	for name, c := range map[string]struct {
		ledger         ledger
		callback, mode string
		want           int
	}{
		"room":               {ledger{total: 99, there: 9}, other, "subscribe", 202},
		"full":               {ledger{total: 100}, other, "subscribe", 503},
		"full, renewed":      {ledger{total: 100, there: 10}, mine, "subscribe", 202},
		"full, ended":        {ledger{total: 100, there: 10}, mine, "unsubscribe", 202},
		"full host":          {ledger{there: 10}, other, "subscribe", 429},
		"too many at a time": {ledger{fault: broker.ErrBusy}, other, "subscribe", 503},
		"a private address":  {ledger{}, "https://10.0.0.1/", "subscribe", 400},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := ask(t, front(&c.ledger, mine), hub, c.callback, c.mode)
			if got.Code != c.want {
				t.Errorf("status %d, want %d: %s", got.Code, c.want, got.Body)
			}
			if again := got.Header().Get("Retry-After"); (again != "") != (c.want == 429 || c.want == 503) {
				t.Errorf("status %d with Retry-After %q", got.Code, again)
			}
		})
	}
}

func TestGrant(t *testing.T) {
	t.Parallel()
	l := Leases{Min: time.Minute, Default: time.Hour, Max: 24 * time.Hour}
	for asked, want := range map[time.Duration]time.Duration{
		0: time.Hour, time.Second: time.Minute, time.Minute: time.Minute, 2 * time.Hour: 2 * time.Hour, 1<<63 - 1: 24 * time.Hour,
	} {
		if got := l.grant(asked); got != want {
			t.Errorf("%s: %s, want %s", asked, got, want)
		}
	}
}
