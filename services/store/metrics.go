package main

import (
	"context"
	"math"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/service"
	"github.com/reviewdata/reviewdata/services/store/internal/catalog"
	"github.com/reviewdata/reviewdata/services/store/internal/outbox"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// registerMetrics publishes what an operator asks of a store.
func (p *process) registerMetrics(db reviewdb.Database, reviews *catalog.Catalog, relay *outbox.Relay, broker *nats.Conn) {
	gauge := func(name, help string, value func() float64) {
		p.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value))
	}
	gauge("reviews_store_revision", "Present revision.", func() float64 { return float64(reviews.State().Revision) })
	gauge("reviews_store_changed_timestamp_seconds", "When that was committed; 0 before the first.", func() float64 { return service.Timestamp(reviews.State().ChangedAt) })
	gauge("reviews_store_reviews", "Published reviews.", func() float64 { return float64(len(reviews.State().Reviews)) })
	gauge("reviews_store_tombstones", "Deleted reviews that are remembered.", func() float64 { return float64(len(reviews.State().Tombstones)) })
	gauge("reviews_store_events_pending", "Events that the broker does not have yet.", func() float64 { return pending(db, reviews) })
	gauge("reviews_store_event_revision", "Revision of the last event that this process knows to be with the broker; 0 where another replica relays.", func() float64 { return float64(relay.Sent()) })
	gauge("reviews_store_broker_connected", "1 while there is a connection to the broker.", func() float64 { return service.Truth(broker.IsConnected()) })
	gauge("reviews_store_database_away", "1 while the database cannot be followed.", func() float64 { return service.Truth(reviews.Away()) })
}

// scrapeTimeout bounds what a scrape may ask of the database.
const scrapeTimeout = time.Second

// pending counts the events that wait, whichever replica sends them: every
// revision has one, and they are sent in their order. It is not a number when
// the database does not answer.
func pending(db reviewdb.Database, reviews *catalog.Catalog) float64 {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTimeout)
	defer cancel()
	oldest, err := db.Unsent(ctx, 1)
	if err != nil {
		return math.NaN()
	}
	if len(oldest) == 0 {
		return 0
	}
	// A replica may not have taken over what it finds there.
	last := max(reviews.State().Revision, oldest[0].Revision)
	return float64(last - oldest[0].Revision + 1)
}

// histogram registers a metric of durations and returns what observes it.
func (p *process) histogram(name, help string) func(time.Duration) {
	h := prometheus.NewHistogram(prometheus.HistogramOpts{
		Name:    name,
		Help:    help,
		Buckets: prometheus.ExponentialBuckets(0.001, 4, 8), // to 16 s
	})
	p.registry.MustRegister(h)
	return func(d time.Duration) { h.Observe(d.Seconds()) }
}

// countImports registers the counter of what became of imported records and
// returns what counts the records of an import.
func (p *process) countImports() func(review.ImportResult) {
	records := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "reviews_store_import_records_total",
		Help: "Records of finished imports by what became of them.",
	}, []string{"outcome"})
	p.registry.MustRegister(records)
	count := func(r review.ImportResult) {
		for outcome, n := range map[string]int{
			"added": r.Added, "changed": r.Changed, "unchanged": r.Unchanged, "withheld": r.Withheld, "rejected": r.Rejected,
		} {
			records.WithLabelValues(outcome).Add(float64(n))
		}
	}
	count(review.ImportResult{}) // so that every outcome is there from the start
	return count
}
