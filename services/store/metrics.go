package main

import (
	"time"

	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/reviewdata/reviewdata/services/store/internal/catalog"
	"github.com/reviewdata/reviewdata/services/store/internal/outbox"
)

// registerMetrics publishes what an operator asks of a store.
func registerMetrics(registry *prometheus.Registry, reviews *catalog.Catalog, relay *outbox.Relay, broker *nats.Conn) {
	gauge := func(name, help string, value func() float64) {
		registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value))
	}
	gauge("reviews_store_revision", "Present revision.", func() float64 { return float64(reviews.State().Revision) })
	gauge("reviews_store_reviews", "Published reviews.", func() float64 { return float64(len(reviews.State().Reviews)) })
	gauge("reviews_store_tombstones", "Deleted reviews that are remembered.", func() float64 { return float64(len(reviews.State().Tombstones)) })
	gauge("reviews_store_event_revision", "Revision of the last event known to be with the broker.", func() float64 { return float64(relay.Sent()) })
	gauge("reviews_store_broker_connected", "Whether there is a connection to the broker.", func() float64 { return truth(broker.IsConnected()) })
	gauge("reviews_store_database_away", "Whether the database cannot be followed.", func() float64 { return truth(reviews.Away()) })
}

// newCommitMetric registers the time that commits take and returns what
// observes it.
func newCommitMetric(registry *prometheus.Registry) func(time.Duration) {
	h := prometheus.NewHistogram(prometheus.HistogramOpts{
		Name:    "reviews_store_commit_duration_seconds",
		Help:    "Time from the start of a commit until its revision can be read.",
		Buckets: prometheus.ExponentialBuckets(0.001, 4, 8), // to 16 s
	})
	registry.MustRegister(h)
	return func(d time.Duration) { h.Observe(d.Seconds()) }
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
