package main

import (
	"github.com/prometheus/client_golang/prometheus"

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
	gauge("reviews_hub_revision", "Revision that is delivered; 0 before the first.", nil, func(deliver.Figures) float64 { return p.revision() })
	gauge("reviews_hub_degraded", "1 while the store cannot be followed and content may be old.", nil, func(deliver.Figures) float64 { return one(p.follower.Away()) })
	gauge("reviews_hub_broker_connected", "1 while the broker is there.", nil, func(deliver.Figures) float64 { return one(!p.broker.Away()) })
	p.registry.MustRegister(prometheus.NewCounterFunc(
		prometheus.CounterOpts{Name: "reviews_hub_ssrf_blocked_total", Help: "Connections to private addresses that were refused."},
		func() float64 { return float64(p.guard.Blocked()) }))
}

func (p *process) revision() float64 {
	if e := p.shelf.Newest(); e != nil {
		return float64(e.Revision)
	}
	return 0
}

// one is the number that stands for a truth in metrics.
func one(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
