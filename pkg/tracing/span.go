package tracing

import (
	"context"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
)

// scope names this package as the maker of spans.
const scope = "github.com/reviewdata/reviewdata/pkg/tracing"

// Begin starts the trace of something that nothing outside has caused, such as
// a command of the operator.
func (t *Tracer) Begin(ctx context.Context, name string, attributes ...attribute.KeyValue) (context.Context, trace.Span) {
	if t == nil {
		return ctx, noop.Span{}
	}
	return t.spans.Start(ctx, name, trace.WithNewRoot(), trace.WithAttributes(attributes...))
}

// Continue starts a span of this process in a trace that came from another
// one. Outside of a trace it does nothing.
func (t *Tracer) Continue(
	ctx context.Context, name string, kind trace.SpanKind, attributes ...attribute.KeyValue,
) (context.Context, trace.Span) {
	if t == nil || !trace.SpanContextFromContext(ctx).IsValid() {
		return ctx, noop.Span{}
	}
	return t.spans.Start(ctx, name, trace.WithSpanKind(kind), trace.WithAttributes(attributes...))
}

// Step starts a span within the one that this process has in ctx. Where there
// is none, it does nothing.
func Step(ctx context.Context, name string, attributes ...attribute.KeyValue) (context.Context, trace.Span) {
	return trace.SpanFromContext(ctx).TracerProvider().Tracer(scope).Start(ctx, name, trace.WithAttributes(attributes...))
}

// Revision is the attribute that names the revision a span is about.
func Revision[R ~uint64](r R) attribute.KeyValue {
	return attribute.Int64("reviews.revision", int64(r))
}

// End ends a span, and says that what it stands for failed unless err is nil.
func End(span trace.Span, err error) {
	if err != nil {
		span.SetStatus(codes.Error, err.Error())
	}
	span.End()
}
