package service

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// A Component is one long-lived part of a process. Run works until ctx ends,
// then stops and returns; nil or context.Canceled then mean a clean stop.
type Component struct {
	Name string // as errors and logs call it
	Run  func(ctx context.Context) error
}

// lastCall is how long components may still take when the drain time is over.
const lastCall = time.Second

// Run runs the components until ctx ends or one of them ends by itself, and
// then stops them all in the order the package comment describes: after the
// delay and within the limit of drain. When one has ended, there is no delay.
// The error joins those of the components, the first to end first:
// ending without being asked is one, and so is not stopping in time. A clean
// stop returns nil. A ready of nil has no readiness to turn off.
func Run(ctx context.Context, ready *Readiness, drain Drain, components ...Component) error {
	g := start(ctx, components)
	first := await(g, ctx.Done())
	if ready != nil {
		ready.turnOff()
	}
	close(g.leaving)
	if first == nil {
		first = await(g, time.After(drain.Delay))
	}
	return errors.Join(first, g.stop(context.WithoutCancel(ctx), drain.Limit))
}

// A group is the running components, in the order of their start.
type group struct {
	running []*running
	ended   chan *running // receives each component that has returned
	leaving chan struct{} // closed when the process begins to stop
}

// await waits for an event. It returns the error of a component that ends
// before.
func await[T any](g *group, event <-chan T) error {
	select {
	case <-event:
		return nil
	case r := <-g.ended:
		return r.err
	}
}

// running is a component on its way.
type running struct {
	Component
	cancel context.CancelCauseFunc
	done   chan struct{} // closed when err is final
	err    error
}

// start gives each component a context of its own: the end of the parent must
// not reach all of them at once.
func start(parent context.Context, components []Component) *group {
	g := &group{ended: make(chan *running, len(components)), leaving: make(chan struct{})}
	base := context.WithValue(context.WithoutCancel(parent), leavingKey{}, g.leaving)
	for _, c := range components {
		ctx, cancel := context.WithCancelCause(base)
		r := &running{Component: c, cancel: cancel, done: make(chan struct{})}
		g.running = append(g.running, r)
		go func() {
			r.err = r.verdict(ctx, c.Run(ctx))
			close(r.done)
			g.ended <- r
		}()
	}
	return g
}

// verdict judges what the component returned by whether it had been asked to
// stop.
func (r *running) verdict(ctx context.Context, err error) error {
	asked := ctx.Err() != nil
	switch {
	case asked && (err == nil || errors.Is(err, context.Canceled)):
		return nil
	case err == nil:
		return fmt.Errorf("%s: ended without being asked to", r.Name)
	default:
		return fmt.Errorf("%s: %w", r.Name, err)
	}
}

// stop asks the components to stop, last one first, waits for each, and
// returns the errors that were not received from ended before. The end of ctx
// would cut the drain time short.
func (g *group) stop(ctx context.Context, drain time.Duration) error {
	deadline := time.Now().Add(drain)
	limit, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	for _, r := range slices.Backward(g.running) {
		r.cancel(stopping{deadline: deadline})
		r.wait(limit)
	}
	final, cancel := context.WithDeadline(ctx, deadline.Add(lastCall))
	defer cancel()
	var late []error
	for _, r := range g.running {
		if !r.wait(final) {
			late = append(late, fmt.Errorf("%s: still running %s after it was told to stop", r.Name, drain+lastCall))
		}
	}
	return errors.Join(append(g.errors(), late...)...)
}

// wait waits for the component until limit ends and tells whether it returned.
func (r *running) wait(limit context.Context) bool {
	select {
	case <-r.done:
		return true
	case <-limit.Done():
	}
	select {
	case <-r.done:
		return true
	default:
		return false
	}
}

// errors returns the errors in the order in which the components ended.
func (g *group) errors() []error {
	var errs []error
	for {
		select {
		case r := <-g.ended:
			errs = append(errs, r.err)
		default:
			return errs
		}
	}
}
