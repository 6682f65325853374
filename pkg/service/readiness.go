package service

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// checkTimeout bounds each check of a readiness probe.
const checkTimeout = 2 * time.Second

// Readiness answers whether this process can do its work now. It can while
// all of its checks pass and it is not stopping.
type Readiness struct {
	logger *slog.Logger

	mu         sync.Mutex
	off        bool
	checks     []*readinessCheck
	degradings []degrading
}

// degrading is what keeps a process from all of its work, but not from most.
type degrading struct {
	name  string
	holds func() bool
}

// A readinessCheck remembers its last outcome, so that only changes are logged.
type readinessCheck struct {
	name   string
	verify func(context.Context) error
	failed bool
}

// NewReadiness returns a Readiness without checks. It logs why a check begins
// to fail, which probes are not told.
func NewReadiness(logger *slog.Logger) *Readiness { return &Readiness{logger: logger} }

// Register adds a check. Probes run it under a deadline of 2 seconds, and
// publish its name when it returns an error.
func (r *Readiness) Register(name string, verify func(context.Context) error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.checks = append(r.checks, &readinessCheck{name: name, verify: verify})
}

// RegisterDegrading adds what leaves the process ready, but not as good as it
// should be. Probes publish its name while it holds.
func (r *Readiness) RegisterDegrading(name string, holds func() bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.degradings = append(r.degradings, degrading{name, holds})
}

// Degraded returns the names of what holds now, in the order of their
// registration; none while nothing is amiss.
func (r *Readiness) Degraded() []string {
	r.mu.Lock()
	all := r.degradings
	r.mu.Unlock()
	var out []string
	for _, d := range all {
		if d.holds() {
			out = append(out, d.name)
		}
	}
	return out
}

// Failing runs all checks at once and returns the names of those that fail, in
// the order of their registration; a caller that gives up does not make them
// fail. While the process stops, the only name is
// "stopping".
func (r *Readiness) Failing(ctx context.Context) []string {
	r.mu.Lock()
	off, checks := r.off, r.checks
	r.mu.Unlock()
	if off {
		return []string{"stopping"}
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), checkTimeout)
	defer cancel()
	errs := make([]error, len(checks))
	var running sync.WaitGroup
	for i, c := range checks {
		running.Go(func() { errs[i] = c.verify(ctx) })
	}
	running.Wait()
	return r.judge(ctx, checks, errs)
}

// judge logs what has changed since the last probe and returns the names of
// the failed checks.
func (r *Readiness) judge(ctx context.Context, checks []*readinessCheck, errs []error) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	failing := []string{}
	for i, c := range checks {
		failed := errs[i] != nil
		if failed {
			failing = append(failing, c.name)
		}
		switch {
		case failed && !c.failed:
			r.logger.LogAttrs(ctx, slog.LevelWarn, "not ready",
				slog.String("check", c.name), slog.String("error", errs[i].Error()))
		case !failed && c.failed:
			r.logger.LogAttrs(ctx, slog.LevelInfo, "ready again", slog.String("check", c.name))
		}
		c.failed = failed
	}
	return failing
}

// turnOff makes all further probes fail.
func (r *Readiness) turnOff() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.off = true
	r.logger.Info("stopping")
}
