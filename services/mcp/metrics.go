package main

import (
	"github.com/prometheus/client_golang/prometheus"
)

// measure registers what an operator asks of the data behind the answers.
func (p *process) measure() {
	gauge := func(name, help string, value func() float64) {
		p.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value))
	}
	gauge("reviews_mcp_revision", "Revision that is answered from; 0 before the first.", func() float64 { return float64(p.revision()) })
	gauge("reviews_mcp_degraded", "1 while the store cannot be followed and answers may be old.", func() float64 { return one(p.follower.Away()) })
	gauge("reviews_mcp_events_connected", "1 while events of changes and ended sessions can be heard.", func() float64 { return one(!p.events.Deaf()) })
}

// one is the number that stands for a truth in metrics.
func one(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
