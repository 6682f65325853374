package board

import (
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
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
	gauge := func(name, help string, value func() float64) {
		registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value))
	}
	registry.MustRegister(m.refresh)
	gauge("reviews_gateway_revision", "Revision that is served; 0 before the first.", func() float64 { return float64(b.Revision()) })
	gauge("reviews_gateway_changed_timestamp_seconds", "When the revision that is served was committed; 0 before the first.", b.changedAt)
	gauge("reviews_gateway_degraded", "1 while the store cannot be followed and the documents may be old.", func() float64 { return one(b.follower.Away()) })
	gauge("reviews_gateway_events_connected", "1 while events of changes can be heard.", func() float64 { return one(!m.deaf.Load()) })
	return m
}

// one is the number that stands for a truth in metrics.
func one(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// changedAt returns when the current revision was committed, in seconds since
// the epoch.
func (b *Board) changedAt() float64 {
	e := b.Current()
	if e == nil || e.Snapshot.ChangedAt.IsZero() {
		return 0
	}
	return float64(e.Snapshot.ChangedAt.UnixNano()) / float64(time.Second)
}
