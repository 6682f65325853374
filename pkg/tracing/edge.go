package tracing

import (
	"context"
	"net/http"
	"strings"

	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/propagation"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/stats"
)

// Public returns next with a span around each request. The trace of a request
// for which inside says that it comes from one of our own services goes on;
// any other begins a trace that links that of the client. Nil believes nobody.
// The handler says what the request was for by [Route] or [Name].
func (t *Tracer) Public(next http.Handler, inside func(*http.Request) bool) http.Handler {
	if t == nil {
		return next
	}
	public := func(r *http.Request) bool { return inside == nil || !inside(r) }
	return otelhttp.NewHandler(next, "", append(t.http(), otelhttp.WithPublicEndpointFn(public))...)
}

// Route names the span of an HTTP request after its method, which is one of
// HTTP, and its route, such as /reviews/:id: of paths there is no end.
func Route(ctx context.Context, method, route string) {
	if span := trace.SpanFromContext(ctx); span.IsRecording() {
		span.SetName(method + " " + route)
		span.SetAttributes(semconv.HTTPRoute(route))
	}
}

// Name names the span of ctx after what is done and to what.
func Name(ctx context.Context, verb, object string) {
	if span := trace.SpanFromContext(ctx); span.IsRecording() {
		span.SetName(strings.TrimSpace(verb + " " + object))
	}
}

// Transport returns next with a span around each request, which carries the
// context.
func (t *Tracer) Transport(next http.RoundTripper) http.RoundTripper {
	if t == nil {
		return next
	}
	return otelhttp.NewTransport(next, t.http()...)
}

func (t *Tracer) http() []otelhttp.Option {
	return []otelhttp.Option{
		otelhttp.WithTracerProvider(t.provider),
		otelhttp.WithMeterProvider(noop.NewMeterProvider()), // Prometheus has the numbers
		otelhttp.WithPropagators(propagation.TraceContext{}),
	}
}

// ServerOption makes a gRPC server trace the calls that belong to a trace.
func (t *Tracer) ServerOption() grpc.ServerOption {
	if t == nil {
		return grpc.EmptyServerOption{}
	}
	return grpc.StatsHandler(within{Handler: otelgrpc.NewServerHandler(t.grpc()...), belongs: arrived})
}

// DialOption makes a gRPC client trace the calls that belong to a trace.
func (t *Tracer) DialOption() grpc.DialOption {
	if t == nil {
		return grpc.EmptyDialOption{}
	}
	return grpc.WithStatsHandler(within{Handler: otelgrpc.NewClientHandler(t.grpc()...), belongs: inTrace})
}

func (t *Tracer) grpc() []otelgrpc.Option {
	return []otelgrpc.Option{
		otelgrpc.WithTracerProvider(t.provider),
		otelgrpc.WithMeterProvider(noop.NewMeterProvider()),
		otelgrpc.WithPropagators(propagation.TraceContext{}),
	}
}

// within hands calls that belong to a trace to its handler, and no others:
// probes and pollers call all day long.
type within struct {
	stats.Handler

	belongs func(context.Context) bool
}

// TagRPC begins the span of a call.
func (w within) TagRPC(ctx context.Context, info *stats.RPCTagInfo) context.Context {
	if !w.belongs(ctx) {
		return ctx
	}
	return w.Handler.TagRPC(ctx, info)
}

// HandleRPC adds to the span of a call that has one.
func (w within) HandleRPC(ctx context.Context, s stats.RPCStats) {
	if inTrace(ctx) {
		w.Handler.HandleRPC(ctx, s)
	}
}

func inTrace(ctx context.Context) bool { return trace.SpanContextFromContext(ctx).IsValid() }

// arrived reports whether a call came with a trace.
func arrived(ctx context.Context) bool {
	return len(metadata.ValueFromIncomingContext(ctx, parentHeader)) > 0
}
