package board

import (
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/reviewdata/reviewdata/pkg/service"
)

// metrics is what an operator asks of a board.
type metrics struct {
	deaf    atomic.Bool // there is no connection to hear events on
	refresh prometheus.Histogram
}

func newMetrics(registry prometheus.Registerer, b *Board) *metrics {
	m := &metrics{refresh: prometheus.NewHistogram(prometheus.HistogramOpts{
		Name:    "reviews_gateway_refresh_seconds",
		Help:    "Time from noticing a new revision to showing it.",
		Buckets: prometheus.ExponentialBuckets(0.001, 2, 14), // to 8 s
	})}
	m.deaf.Store(true)
	connected := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "reviews_gateway_events_connected",
		Help: "1 while events of changes can be heard.",
	}, func() float64 { return service.Truth(!m.deaf.Load()) })
	registry.MustRegister(m.refresh, connected)
	service.RegisterFreshness(registry, "gateway", service.Freshness{
		Revision:  func() uint64 { return uint64(b.Revision()) },
		ChangedAt: b.changedAt,
		Confirmed: b.follower.Confirmed,
		Away:      b.Away,
	})
	return m
}

// Away reports whether the store cannot be asked, so that what is shown may be old.
func (b *Board) Away() bool { return b.follower.Away() }

// changedAt returns when the current revision was committed, the zero time
// before the first.
func (b *Board) changedAt() time.Time {
	if e := b.Current(); e != nil {
		return e.Snapshot.ChangedAt
	}
	return time.Time{}
}
