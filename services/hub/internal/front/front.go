// Package front is the hub as subscribers see it: a form to subscribe and
// unsubscribe with (W3C WebSub §5.1), and one to ask how a subscription is.
package front

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"strconv"
	"time"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/ratelimit"
	"github.com/reviewdata/reviewdata/pkg/service"
	"github.com/reviewdata/reviewdata/services/hub/internal/broker"
	"github.com/reviewdata/reviewdata/services/hub/internal/egress"
	"github.com/reviewdata/reviewdata/services/hub/internal/form"
	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// Ledger is where requests go, and where subscriptions are found.
type Ledger interface {
	Request(ctx context.Context, r subscription.Request) error
	Count(ctx context.Context, host string) (total, there int, err error)
	Find(ctx context.Context, key subscription.Key) (broker.Entry, error)
	History(ctx context.Context, key subscription.Key) ([]subscription.State, error)
	NextRequest(ctx context.Context, key subscription.Key) (subscription.Request, uint64, error)
}

// Leases are the bounds of leases.
type Leases struct{ Min, Default, Max time.Duration }

// grant returns the lease for one that was asked for, 0 if none was.
func (l Leases) grant(asked time.Duration) time.Duration {
	if asked == 0 {
		return l.Default
	}
	return min(max(asked, l.Min), l.Max)
}

// Options are what a Front is made from.
type Options struct {
	Ledger         Ledger
	BaseURL        func() string // the public origin, empty while it is not known
	Guard          *egress.Guard
	Leases         Leases
	MaxTotal       int                      // subscriptions
	MaxPerHost     int                      // subscriptions at the host of a callback; 0 means no limit
	Clients        *ratelimit.Limiter       // of requests, by client
	Hosts          *ratelimit.Keyed[string] // of verifications, by host of the callback
	TrustedProxies service.Proxies          // whose X-Forwarded-For is believed
	Logger         *slog.Logger
}

// Front is the handler of the public port.
type Front struct{ Options }

// New returns a front.
func New(o Options) *Front { return &Front{o} }

// requestTimeout is how long a request may take; most of it is the broker's.
const requestTimeout = 5 * time.Second

// ServeHTTP serves one request.
func (f *Front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), requestTimeout)
	defer cancel()
	r = r.WithContext(ctx)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	began := time.Now()
	answer := f.serve(r)
	f.Logger.LogAttrs(ctx, slog.LevelInfo, "request",
		slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.Int("status", answer.status),
		slog.Float64("duration_ms", float64(time.Since(began).Microseconds())/1000))
	answer.write(w)
}

func (f *Front) serve(r *http.Request) answer {
	if r.URL.Path != document.PathHub && r.URL.Path != document.PathHubStatus {
		return plain(http.StatusNotFound, "The hub is at "+document.PathHub+".")
	}
	if r.Method != http.MethodPost {
		refused := plain(http.StatusMethodNotAllowed, "Send a form with POST: hub.mode, hub.topic, hub.callback and, if you like, hub.lease_seconds and hub.secret.")
		refused.allow = http.MethodPost
		return refused
	}
	if client := f.TrustedProxies.Client(r); !f.Guard.Trusts(client.String()) && !f.Clients.Allow(client) {
		return later(http.StatusTooManyRequests, "Too many requests from your address.", f.Clients.Wait())
	}
	body, refused := read(r)
	switch {
	case refused != nil:
		return *refused
	case f.BaseURL() == "":
		return away()
	case r.URL.Path == document.PathHubStatus:
		return f.status(r.Context(), body)
	default:
		return f.request(r.Context(), body)
	}
}

// read returns the body of a form.
func read(r *http.Request) ([]byte, *answer) {
	refuse := func(status int, text string) ([]byte, *answer) {
		a := plain(status, text)
		return nil, &a
	}
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || media != "application/x-www-form-urlencoded" {
		return refuse(http.StatusUnsupportedMediaType, "Send the form as application/x-www-form-urlencoded.")
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, form.MaxBody+1))
	if err != nil {
		return refuse(http.StatusBadRequest, "The form broke off.")
	}
	if len(body) > form.MaxBody {
		return refuse(http.StatusRequestEntityTooLarge, "The form must have at most "+strconv.Itoa(form.MaxBody)+" bytes.")
	}
	return body, nil
}

// request takes a request to subscribe or unsubscribe. Whether the callback
// confirms it does not show in the answer (W3C WebSub §5.1.2).
func (f *Front) request(ctx context.Context, body []byte) answer {
	r, err := form.Parse(body, form.Rules{BaseURL: f.BaseURL(), Callback: f.checkAddress(ctx)})
	if err != nil {
		return plain(http.StatusBadRequest, err.Error())
	}
	r.Lease = f.Leases.grant(r.Lease)
	if refused := f.admit(ctx, r); refused != nil {
		return *refused
	}
	switch err := f.Ledger.Request(ctx, r); {
	case errors.Is(err, broker.ErrBusy):
		return later(http.StatusServiceUnavailable, "Too many requests wait to be confirmed.", busyFor)
	case err != nil:
		f.Logger.WarnContext(ctx, "cannot keep a request", slog.Any("error", err))
		return away()
	}
	return plain(http.StatusAccepted, "Accepted. The callback is asked to confirm this.\n"+
		"To see how it is, POST the same hub.callback and hub.topic to "+f.BaseURL()+document.PathHubStatus+".")
}
