package deliver

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// Metrics count what the engine does.
type Metrics struct {
	Deliveries *prometheus.CounterVec   // by topic and outcome
	Seconds    *prometheus.HistogramVec // of attempts, by outcome
	Removed    *prometheus.CounterVec   // by reason
}

// NewMetrics registers the metrics.
func NewMetrics(registry prometheus.Registerer) *Metrics {
	m := &Metrics{
		Deliveries: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "reviews_hub_deliveries_total", Help: "Attempts to deliver, by topic and outcome.",
		}, []string{"topic", "outcome"}),
		Seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "reviews_hub_delivery_seconds", Help: "Time of an attempt until its answer.",
			Buckets: []float64{0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15},
		}, []string{"outcome"}),
		Removed: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "reviews_hub_removed_total", Help: "Subscriptions that ended, by reason.",
		}, []string{"reason"}),
	}
	registry.MustRegister(m.Deliveries, m.Seconds, m.Removed)
	return m
}

func (m *Metrics) attempt(topic subscription.Topic, outcome string, took time.Duration) {
	m.Deliveries.WithLabelValues(string(topic), outcome).Inc()
	m.Seconds.WithLabelValues(outcome).Observe(took.Seconds())
}

// Figures are what goes on at a moment.
type Figures struct {
	Shards        int                        // that are worked on
	Subscriptions map[subscription.Topic]int // in them
	Behind        int                        // of those, whose subscriber does not have the newest content
	Running       int                        // attempts, and removals
}

// Figures returns what goes on.
func (e *Engine) Figures() Figures {
	e.mu.Lock()
	defer e.mu.Unlock()
	f := Figures{Shards: len(e.shards), Subscriptions: map[subscription.Topic]int{}, Running: e.running}
	for _, s := range e.shards {
		for _, m := range s.members {
			f.Subscriptions[m.key.Topic]++
			if e.edition != nil && !m.state.Has(e.edition.ByTopic[m.key.Topic].Tag) {
				f.Behind++
			}
		}
	}
	return f
}
