// Package operator is the hub as its operator sees it: which subscriptions
// there are and how they are. It is HTTP with JSON, behind a token, on a port
// of its own.
package operator

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/reviewdata/reviewdata/pkg/service"
	"github.com/reviewdata/reviewdata/services/hub/internal/broker"
	"github.com/reviewdata/reviewdata/services/hub/internal/front"
	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// Ledger is where subscriptions are kept.
type Ledger interface {
	Load(ctx context.Context, shards []int) ([]broker.Entry, error)
	Find(ctx context.Context, key subscription.Key) (broker.Entry, error)
	History(ctx context.Context, key subscription.Key) ([]subscription.State, error)
	Request(ctx context.Context, r subscription.Request) error
}

// Subscription is what the operator learns of a subscription. The callback is
// a capability of the subscriber, of which only the host is told.
type Subscription struct {
	ID       string `json:"id"`
	Callback string `json:"callback"`
	Signed   bool   `json:"signed"` // the subscriber has given a secret
	front.Status
}

// handler serves the operator.
type handler struct {
	ledger Ledger
	token  string
	logger *slog.Logger
}

// New returns the handler. An empty token asks callers for none.
func New(ledger Ledger, token string, logger *slog.Logger) http.Handler {
	h := &handler{ledger: ledger, token: token, logger: logger}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /subscriptions", h.list)
	mux.HandleFunc("GET /subscriptions/{id}", h.one(h.show))
	mux.HandleFunc("DELETE /subscriptions/{id}", h.one(h.ask(subscription.Remove)))
	mux.HandleFunc("POST /subscriptions/{id}/redeliver", h.one(h.ask(subscription.Redeliver)))
	return h.guard(mux)
}

// timeout is how long a call may take.
const timeout = 30 * time.Second

func (h *handler) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h.token != "" && !service.BearerKnows(r.Header.Values("Authorization"), h.token) {
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "the hub wants the operator's token as a bearer token", http.StatusUnauthorized)
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), timeout)
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// list writes all subscriptions, a line each, the way they are kept.
func (h *handler) list(w http.ResponseWriter, r *http.Request) {
	shards := make([]int, subscription.Shards)
	for s := range shards {
		shards[s] = s
	}
	entries, err := h.ledger.Load(r.Context(), shards)
	if err != nil {
		h.away(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/jsonl")
	out := json.NewEncoder(w)
	for _, e := range entries {
		var history []subscription.State
		if e.State != nil {
			history = []subscription.State{*e.State}
		}
		if out.Encode(describe(e, history)) != nil {
			return // the caller is gone
		}
	}
}

// one looks the subscription up that a call is about.
func (h *handler) one(serve func(http.ResponseWriter, *http.Request, broker.Entry)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		key, err := subscription.ParseKey(r.PathValue("id"))
		if err != nil {
			http.Error(w, "this is no id of a subscription", http.StatusBadRequest)
			return
		}
		e, err := h.ledger.Find(r.Context(), key)
		switch {
		case errors.Is(err, broker.ErrNotFound):
			http.Error(w, "there is no such subscription", http.StatusNotFound)
		case err != nil:
			h.away(w, r, err)
		default:
			serve(w, r, e)
		}
	}
}

// show writes one subscription with the last outcomes.
func (h *handler) show(w http.ResponseWriter, r *http.Request, e broker.Entry) {
	history, err := h.ledger.History(r.Context(), e.Key)
	if err != nil {
		h.away(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(describe(e, history)) // a caller that is gone needs no answer
}

// ask leaves a request to the replica that works on the subscription.
func (h *handler) ask(mode subscription.Mode) func(http.ResponseWriter, *http.Request, broker.Entry) {
	return func(w http.ResponseWriter, r *http.Request, e broker.Entry) {
		err := h.ledger.Request(r.Context(), subscription.Request{Mode: mode, Topic: e.Record.Topic, Callback: e.Record.Callback})
		if err != nil {
			h.away(w, r, err)
			return
		}
		h.logger.InfoContext(r.Context(), "the operator asked", slog.String("mode", string(mode)), slog.String("subscription", e.Key.String()))
		w.WriteHeader(http.StatusAccepted)
	}
}

func (h *handler) away(w http.ResponseWriter, r *http.Request, err error) {
	h.logger.WarnContext(r.Context(), "cannot answer the operator", slog.Any("error", err))
	w.Header().Set("Retry-After", "5")
	text := "the broker does not answer"
	if errors.Is(err, broker.ErrBusy) {
		text = "too many requests of subscribers wait to be confirmed; try again later"
	}
	http.Error(w, text, http.StatusServiceUnavailable)
}

func describe(e broker.Entry, history []subscription.State) Subscription {
	s := Subscription{ID: e.Key.String(), Callback: mask(e.Record.Callback), Signed: e.Record.Secret != "", Status: front.Describe(e.Record, history)}
	s.Topic = e.Record.Topic.Path()
	return s
}

// mask keeps the origin of a callback, and hides the rest.
func mask(callback string) string {
	u, err := url.Parse(callback)
	if err != nil {
		return "…"
	}
	if rest := strings.TrimPrefix(callback, u.Scheme+"://"+u.Host); rest == "" || rest == "/" {
		return callback
	}
	return u.Scheme + "://" + u.Host + "/…"
}
