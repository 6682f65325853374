package main

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/reviewdata/reviewdata/pkg/follow"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/service"
)

// measure registers what an operator asks of the data behind the answers.
func (p *process) measure() {
	p.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "reviews_mcp_events_connected",
		Help: "1 while events of changes and ended sessions can be heard.",
	}, func() float64 { return service.Truth(!p.events.Deaf()) }))
	service.RegisterFreshness(p.registry, "mcp", service.Freshness{
		Revision:  p.revision,
		ChangedAt: p.changedAt,
		Confirmed: p.follower.Confirmed,
		Away:      p.follower.Away,
	})
	p.ready.RegisterDegrading("store", p.follower.Away)
}

// timed returns take with its time measured.
func (p *process) timed(take follow.Take) follow.Take {
	refresh := prometheus.NewHistogram(prometheus.HistogramOpts{
		Name:    "reviews_mcp_refresh_seconds",
		Help:    "Time from noticing a new revision to answering from it.",
		Buckets: prometheus.ExponentialBuckets(0.001, 2, 14), // to 8 s
	})
	p.registry.MustRegister(refresh)
	return func(ctx context.Context, s *review.Snapshot, began time.Time) {
		take(ctx, s, began)
		refresh.Observe(time.Since(began).Seconds())
	}
}
