package service

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Freshness is what a process that follows the store knows of its data.
type Freshness struct {
	Revision  func() uint64    // that it works with; 0 before the first
	ChangedAt func() time.Time // when that was committed; zero before the first
	Confirmed func() time.Time // when the store last had nothing newer; zero for never
	Away      func() bool      // the last try to ask it failed
}

// RegisterFreshness publishes the freshness of a service as
// reviews_SERVICE_revision, reviews_SERVICE_changed_timestamp_seconds,
// reviews_SERVICE_confirmed_timestamp_seconds and reviews_SERVICE_degraded.
// Ages are left to whoever asks: time() less a timestamp.
func RegisterFreshness(registry prometheus.Registerer, service string, f Freshness) {
	gauge := func(name, help string, value func() float64) {
		registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "reviews_" + service + "_" + name, Help: help}, value))
	}
	gauge("revision", "Revision of the data in use; 0 before the first.", func() float64 { return float64(f.Revision()) })
	gauge("changed_timestamp_seconds", "When that revision was committed; 0 before the first.", func() float64 { return Timestamp(f.ChangedAt()) })
	gauge("confirmed_timestamp_seconds", "When the store last had nothing newer; 0 for never.", func() float64 { return Timestamp(f.Confirmed()) })
	gauge("degraded", "1 while the store cannot be followed and the data may be old.", func() float64 { return Truth(f.Away()) })
}

// Timestamp is a time as Prometheus has it: seconds since 1970, 0 for the zero
// time.
func Timestamp(t time.Time) float64 {
	if t.IsZero() {
		return 0
	}
	return float64(t.UnixNano()) / float64(time.Second)
}

// Truth is a condition as Prometheus has it: 1 while it holds.
func Truth(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}
