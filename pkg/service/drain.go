package service

import (
	"context"
	"errors"
	"time"
)

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
