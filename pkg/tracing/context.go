package tracing

import (
	"context"

	"go.opentelemetry.io/otel/propagation"
)

// parentHeader is the name of the field that carries the context (W3C Trace
// Context §3.2), in NATS as it stands here.
const parentHeader = "traceparent"

// Inject writes the trace that ctx belongs to, if any, with set: the Set
// method of an HTTP header or of the header of a NATS message.
func Inject(ctx context.Context, set func(key, value string)) {
	propagation.TraceContext{}.Inject(ctx, carrier{set: set})
}

// Extract returns ctx within the trace that get tells of: the Get method of an
// HTTP header or of the header of a NATS message. What is missing or malformed
// leaves ctx as it is.
func Extract(ctx context.Context, get func(key string) string) context.Context {
	return propagation.TraceContext{}.Extract(ctx, carrier{get: get})
}

// Parent returns the traceparent of ctx, to be kept with work that waits;
// empty outside of a trace.
func Parent(ctx context.Context) string {
	var parent string
	Inject(ctx, func(key, value string) {
		if key == parentHeader {
			parent = value
		}
	})
	return parent
}

// WithParent returns ctx within the trace of a traceparent that Parent
// returned. An empty or malformed one leaves ctx as it is.
func WithParent(ctx context.Context, parent string) context.Context {
	return Extract(ctx, func(key string) string {
		if key == parentHeader {
			return parent
		}
		return ""
	})
}

// carrier is a header known by its methods.
type carrier struct {
	get func(string) string
	set func(string, string)
}

// Get returns the value of a field.
func (c carrier) Get(key string) string { return c.get(key) }

// Set sets a field.
func (c carrier) Set(key, value string) { c.set(key, value) }

// Keys is for propagators that look for prefixes: there are none here.
func (c carrier) Keys() []string { return nil }
