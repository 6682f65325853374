// Package verify carries out what subscribers and the operator have asked for.
// A subscriber's request counts only once the callback has confirmed it (W3C
// WebSub §5.3); until then it waits at the broker, so that it outlives this
// process.
package verify

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/reviewdata/reviewdata/services/hub/internal/broker"
	"github.com/reviewdata/reviewdata/services/hub/internal/deliver"
	"github.com/reviewdata/reviewdata/services/hub/internal/egress"
	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// Requests are what waits to be carried out.
type Requests interface {
	Requested() <-chan string
	Pending(ctx context.Context) ([]subscription.Key, error)
	NextRequest(ctx context.Context, key subscription.Key) (subscription.Request, uint64, error)
	Done(ctx context.Context, place uint64) error
}

// Options are what a Worker is made from.
type Options struct {
	Requests Requests
	Engine   *deliver.Engine
	Client   *egress.Client
	BaseURL  func() string
	Registry prometheus.Registerer
	Logger   *slog.Logger
}

// The bounds of the work.
const (
	searchEvery = 2 * time.Second // for requests that were not heard of
	concurrency = 512             // callbacks that are asked at a time: a client's share of hanging ones is 30
	maxWorking  = 1000            // requests that are worked on, or wait for another try
)

// Worker carries requests out. It works on those whose subscriptions the
// engine holds.
type Worker struct {
	Options
	slots    chan struct{} // has room for those who ask a callback
	outcomes *prometheus.CounterVec

	work sync.WaitGroup
	mu   sync.Mutex
	busy map[subscription.Key]chan struct{} // filled when there may be another request
}

// New returns a worker.
func New(o Options) *Worker {
	w := &Worker{
		Options: o, slots: make(chan struct{}, concurrency), busy: map[subscription.Key]chan struct{}{},
		outcomes: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "reviews_hub_verifications_total", Help: "Requests that callbacks were asked to confirm, by outcome.",
		}, []string{"mode", "outcome"}),
	}
	o.Registry.MustRegister(w.outcomes)
	return w
}

// Run works until ctx ends.
func (w *Worker) Run(ctx context.Context) error {
	defer w.work.Wait()
	search := time.NewTicker(searchEvery)
	defer search.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case text := <-w.Requests.Requested():
			if key, err := subscription.ParseKey(text); err == nil {
				w.consider(ctx, key)
			}
		case <-search.C:
			w.search(ctx)
		}
	}
}

// search considers all requests that wait.
func (w *Worker) search(ctx context.Context) {
	keys, err := w.Requests.Pending(ctx)
	if err != nil {
		w.Logger.DebugContext(ctx, "cannot look for requests", slog.Any("error", err))
	}
	for _, key := range keys {
		w.consider(ctx, key)
	}
}

// consider works on the requests about a subscription if that is ours.
func (w *Worker) consider(ctx context.Context, key subscription.Key) {
	held, ours := w.Engine.Holds(key)
	if !ours {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	news, busy := w.busy[key]
	switch {
	case busy:
		select {
		case news <- struct{}{}:
		default: // it looks again anyway
		}
	case len(w.busy) < maxWorking:
		news = make(chan struct{}, 1)
		w.busy[key] = news
		w.work.Go(func() {
			ctx, cancel := context.WithCancel(ctx)
			defer cancel()
			defer context.AfterFunc(held, cancel)()
			w.workOn(ctx, key, news)
			w.mu.Lock()
			defer w.mu.Unlock()
			delete(w.busy, key)
		})
	}
}

// workOn carries the requests about one subscription out, one after the other.
func (w *Worker) workOn(ctx context.Context, key subscription.Key, news <-chan struct{}) {
	for ctx.Err() == nil {
		request, place, err := w.Requests.NextRequest(ctx, key)
		if errors.Is(err, broker.ErrNotFound) {
			return
		}
		if err == nil {
			err = w.carryOut(ctx, key, request, news)
		}
		if errors.Is(err, errReplaced) {
			continue
		}
		if err == nil {
			err = w.Requests.Done(ctx, place)
		}
		if err != nil {
			w.Logger.WarnContext(ctx, "cannot carry out a request", slog.String("subscription", key.String()), slog.Any("error", err))
			return // the search finds it again
		}
	}
}

// carryOut does what a request asks for. Nil means that there is nothing more
// to do about it, however it ended.
func (w *Worker) carryOut(ctx context.Context, key subscription.Key, r subscription.Request, news <-chan struct{}) error {
	switch r.Mode {
	case subscription.Remove:
		return w.Engine.End(ctx, key, subscription.Operator)
	case subscription.Redeliver:
		return w.Engine.Redeliver(ctx, key)
	case subscription.Subscribe, subscription.Unsubscribe:
	}
	newest := w.Engine.NewestOf(r.Topic)
	began, err := w.confirm(ctx, r, news)
	switch {
	case errors.Is(err, errUnconfirmed):
		return nil
	case err != nil:
		return err
	case r.Mode == subscription.Unsubscribe:
		return w.Engine.End(ctx, key, subscription.Unsubscribed)
	}
	return w.Engine.Agree(ctx, key, subscription.Record{
		Callback:   r.Callback,
		Topic:      r.Topic,
		Secret:     r.Secret,
		Lease:      int64(r.Lease / time.Second),
		VerifiedAt: began.UTC(),
		ExpiresAt:  began.Add(r.Lease).UTC(),
	}, newest)
}
