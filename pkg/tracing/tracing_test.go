package tracing_test

import (
	"log/slog"
	"net/http"
	"testing"

	"go.opentelemetry.io/otel/trace"

	"github.com/reviewdata/reviewdata/pkg/tracing"
)

// Which environments have no tracing, and which are wrong. What is on is tested
// with a collector, in package tracetest.
func TestOpen(t *testing.T) {
	t.Parallel()
	const endpoint = "http://127.0.0.1:4318"
	for name, test := range map[string]struct {
		env   map[string]string
		fails bool
	}{
		"nothing set":           {},
		"no endpoint":           {env: map[string]string{"OTEL_TRACES_EXPORTER": "otlp"}},
		"disabled":              {env: map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": endpoint, "OTEL_SDK_DISABLED": "TRUE"}},
		"no traces":             {env: map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": endpoint, "OTEL_TRACES_EXPORTER": "none"}},
		"unknown exporter":      {env: map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": endpoint, "OTEL_TRACES_EXPORTER": "zipkin"}, fails: true},
		"unknown protocol":      {env: map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": endpoint, "OTEL_EXPORTER_OTLP_PROTOCOL": "http/json"}, fails: true},
		"that of traces counts": {env: map[string]string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": endpoint, "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc", "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL": "http/json"}, fails: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			getenv := func(key string) string { return test.env[key] }
			tracer, err := tracing.Open(t.Context(), "store", getenv, slog.New(slog.DiscardHandler))
			if tracer != nil || (err != nil) != test.fails {
				t.Errorf("tracer %v, error %v", tracer, err)
			}
		})
	}
}

// A tracer that is off hands back what it is given.
func TestOff(t *testing.T) {
	t.Parallel()
	var off *tracing.Tracer
	mux := http.NewServeMux()
	if got := off.Public(mux, nil); got != http.Handler(mux) {
		t.Error("Public wraps")
	}
	if got := off.Transport(http.DefaultTransport); got != http.DefaultTransport {
		t.Error("Transport wraps")
	}
	ctx, span := off.Begin(t.Context(), "command")
	if ctx != t.Context() || span.SpanContext().IsValid() {
		t.Error("Begin begins")
	}
	within := tracing.WithParent(t.Context(), "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
	if _, span := off.Continue(within, "process", trace.SpanKindConsumer); span.IsRecording() {
		t.Error("Continue records")
	}
	if _, span := tracing.Step(within, "step"); span.IsRecording() {
		t.Error("Step records")
	}
	off.Close(t.Context())
}

// Work that waits keeps its trace, with or without tracing in this process.
func TestParent(t *testing.T) {
	t.Parallel()
	const parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
	if got := tracing.Parent(tracing.WithParent(t.Context(), parent)); got != parent {
		t.Errorf("parent %q, want %q", got, parent)
	}
	for _, malformed := range []string{"", "00", "00-00000000000000000000000000000000-00f067aa0ba902b7-01", parent + "-x"} {
		if got := tracing.Parent(tracing.WithParent(t.Context(), malformed)); got != "" {
			t.Errorf("%q gave %q", malformed, got)
		}
	}
	header := http.Header{}
	tracing.Inject(tracing.WithParent(t.Context(), parent), header.Set)
	if got := tracing.Parent(tracing.Extract(t.Context(), header.Get)); got != parent {
		t.Errorf("through a header %q, want %q", got, parent)
	}
}
