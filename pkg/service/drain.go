package service

import (
	"context"
	"errors"
	"time"
)

// Drain is how a process stops, see [Run].
type Drain struct {
	// Delay is how long it goes on serving after it has said that it stops.
	// Balancers look at that every so often, and send work until they do.
	Delay time.Duration
	// Limit is the time for the work at hand after that.
	Limit time.Duration
}

// defaultDrain is the time for a stop when nothing else is set. Container
// engines wait 10 seconds before they kill; this leaves room for the rest.
const defaultDrain = 8 * time.Second

// stopping is the cause with which Run ends the context of a component.
type stopping struct{ deadline time.Time }

// Error says what the cause is.
func (stopping) Error() string { return "the process is stopping" }

// Draining returns the context for what a component still does once its own
// context has ended: it ends with the drain time of [Run]. Outside of Run it
// gives 8 seconds.
func Draining(ctx context.Context) (context.Context, context.CancelFunc) {
	base := context.WithoutCancel(ctx)
	if s, ok := errors.AsType[stopping](context.Cause(ctx)); ok {
		return context.WithDeadline(base, s.deadline)
	}
	return context.WithTimeout(base, defaultDrain)
}

// leavingKey is that of the channel which is closed when the process begins to
// stop.
type leavingKey struct{}

// leaving returns a channel that is closed when the process begins to stop,
// before the context of the component ends. Outside of Run it never is.
func leaving(ctx context.Context) <-chan struct{} {
	c, _ := ctx.Value(leavingKey{}).(chan struct{})
	return c
}
