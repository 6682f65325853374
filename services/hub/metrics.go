package main

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/reviewdata/reviewdata/pkg/follow"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/service"
	"github.com/reviewdata/reviewdata/services/hub/internal/content"
	"github.com/reviewdata/reviewdata/services/hub/internal/deliver"
	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// measure registers what an operator asks of the work at hand.
func (p *process) measure() {
	gauge := func(name, help string, labels prometheus.Labels, value func(deliver.Figures) float64) {
		p.registry.MustRegister(prometheus.NewGaugeFunc(
			prometheus.GaugeOpts{Name: name, Help: help, ConstLabels: labels},
			func() float64 { return value(p.engine.Figures()) }))
	}
	for _, topic := range subscription.Topics() {
		gauge("reviews_hub_subscriptions", "Subscriptions that this replica works on, by topic.", prometheus.Labels{"topic": string(topic)},
			func(f deliver.Figures) float64 { return float64(f.Subscriptions[topic]) })
	}
	gauge("reviews_hub_shards", "Shards that this replica works on.", nil, func(f deliver.Figures) float64 { return float64(f.Shards) })
	gauge("reviews_hub_behind", "Subscriptions of this replica whose subscriber does not have the newest content.", nil, func(f deliver.Figures) float64 { return float64(f.Behind) })
	gauge("reviews_hub_deliveries_running", "Attempts to deliver that go on.", nil, func(f deliver.Figures) float64 { return float64(f.Running) })
	gauge("reviews_hub_broker_connected", "1 while the broker is there.", nil, func(deliver.Figures) float64 { return service.Truth(!p.broker.Away()) })
	// No matter of readiness: strangers decide which callbacks can be reached,
	// and must not be able to take the hub from everybody else.
	gauge("reviews_hub_egress_broken", "1 while hardly any callback can be reached, and failures to reach them do not count.", nil,
		func(deliver.Figures) float64 { return service.Truth(p.outlook.Broken(time.Now())) })
	service.RegisterFreshness(p.registry, "hub", service.Freshness{
		Revision:  func() uint64 { return uint64(p.newest().Revision) },
		ChangedAt: func() time.Time { return p.newest().ChangedAt },
		Confirmed: p.follower.Confirmed,
		Away:      p.follower.Away,
	})
	p.ready.RegisterDegrading("store", p.follower.Away)
	p.registry.MustRegister(prometheus.NewCounterFunc(
		prometheus.CounterOpts{Name: "reviews_hub_ssrf_blocked_total", Help: "Connections to private addresses that were refused."},
		func() float64 { return float64(p.guard.Blocked()) }))
}

// newest returns the newest content, an empty one before the first.
func (p *process) newest() *content.Edition {
	if e := p.shelf.Newest(); e != nil {
		return e
	}
	return &content.Edition{}
}

// timed returns take with its time measured.
func (p *process) timed(take follow.Take) follow.Take {
	refresh := prometheus.NewHistogram(prometheus.HistogramOpts{
		Name:    "reviews_hub_refresh_seconds",
		Help:    "Time from noticing a new revision to having its content.",
		Buckets: prometheus.ExponentialBuckets(0.001, 2, 14), // to 8 s
	})
	p.registry.MustRegister(refresh)
	return func(ctx context.Context, s *review.Snapshot, began time.Time) {
		take(ctx, s, began)
		refresh.Observe(time.Since(began).Seconds())
	}
}
