// Package tracing follows a request or a change through the processes of the
// system with OpenTelemetry, and sends what it saw to a collector by OTLP.
//
// The standard OTEL_* variables say where to and how much. Without
// OTEL_EXPORTER_OTLP_ENDPOINT there is no tracing, and none of its costs: a nil
// [Tracer] hands back what it was given.
//
// # Where traces begin
//
// At the edges only: a request of the public, and a command of the operator.
// What a process does by itself, such as asking the store for its revision, is
// not traced. Between the processes the context travels as W3C Trace Context:
// in the metadata of gRPC, in the header of HTTP, in the outbox of the store
// beside the event of a commit, and in the header of the NATS message that
// carries the event. Baggage does not travel.
//
// Whoever hears an event goes on with the trace of the commit:
//
//	ctx, span := tracer.Continue(tracing.Extract(ctx, m.Header.Get), "process "+m.Subject, trace.SpanKindConsumer)
//	defer span.End()
//
// Work that waits in a queue keeps [Parent] beside it, and goes on from
// [WithParent]. An outgoing request carries the context by [Tracer.Transport],
// or by [Inject] with the Set of its header.
//
// # Whom to believe
//
// A client of the public says in its traceparent whether it samples its own
// trace. Believing that would let anybody have every request recorded, so
// [Tracer.Public] begins a trace of our own, by our own sampling, and links
// that of the client.
//
// What a span carries may end up on the screens of many people. The addresses
// of clients, their programs and the whole of URLs, which have searches and
// secrets in them, are taken out before anything is sent.
package tracing
