package tracing

import (
	"context"
	"log/slog"
	"slices"
	"sync/atomic"

	"go.opentelemetry.io/otel/attribute"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
)

// exporter sends spans without what is private, and logs when the collector
// goes away and when it is back, instead of every batch that was lost.
type exporter struct {
	sdk.SpanExporter

	logger *slog.Logger
	away   atomic.Bool
}

// ExportSpans sends spans. It returns nil: what is lost is lost.
func (e *exporter) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	public := make([]sdk.ReadOnlySpan, len(spans))
	for i, s := range spans {
		public[i] = discreet{s}
	}
	err := e.SpanExporter.ExportSpans(ctx, public)
	switch was := e.away.Swap(err != nil); {
	case err != nil && !was:
		e.logger.WarnContext(ctx, "traces are lost", slog.Any("error", err))
	case err == nil && was:
		e.logger.InfoContext(ctx, "traces are sent again")
	}
	return nil
}

// discreet is a span that keeps to itself who asked and for what.
type discreet struct{ sdk.ReadOnlySpan }

// Attributes returns the attributes that others may see.
func (d discreet) Attributes() []attribute.KeyValue {
	return slices.DeleteFunc(slices.Clone(d.ReadOnlySpan.Attributes()), isPrivate)
}

// isPrivate reports whether an attribute stays in the process: the address and
// the program of a client, and of a URL what tells more than the route and the
// host. A query says what somebody looks for, a path may be a secret.
func isPrivate(a attribute.KeyValue) bool {
	switch a.Key {
	case semconv.ClientAddressKey, semconv.ClientPortKey, semconv.NetworkPeerAddressKey, semconv.NetworkPeerPortKey,
		semconv.UserAgentOriginalKey, semconv.URLFullKey, semconv.URLPathKey, semconv.URLQueryKey:
		return true
	default:
		return false
	}
}
