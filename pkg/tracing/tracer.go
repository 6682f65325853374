package tracing

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"

	"github.com/reviewdata/reviewdata/pkg/service"
)

// flushTimeout is how long a process that ends waits for the collector. With
// the drain time of a service it fits into the 10 seconds after which a
// container engine kills.
const flushTimeout = time.Second

// Tracer makes the spans of one process. A nil Tracer is off. It is safe for
// concurrent use.
type Tracer struct {
	provider *sdk.TracerProvider
	spans    trace.Tracer
	logger   *slog.Logger
}

// Open returns the tracer of a service, nil when the environment asks for
// none. The collector need not be there: spans that it does not take in time
// are dropped, which the logger tells once.
//
// The environment is that of the process; getenv (os.Getenv, but for tests)
// decides only whether there is tracing, and by which protocol. An error means
// that the environment asks for what there is not.
func Open(ctx context.Context, name string, getenv func(string) string, logger *slog.Logger) (*Tracer, error) {
	settings, err := read(getenv)
	if err != nil || !settings.on {
		return nil, err
	}
	client, err := settings.exporter(ctx)
	if err != nil {
		return nil, fmt.Errorf("traces: %w", err)
	}
	self, err := resource.New(ctx,
		resource.WithHost(), resource.WithProcessPID(), resource.WithTelemetrySDK(),
		resource.WithAttributes(semconv.ServiceNamespace("reviews"), semconv.ServiceName(name), semconv.ServiceVersion(service.Version())),
		resource.WithFromEnv()) // last, because it wins
	if err != nil {
		return nil, fmt.Errorf("traces: %w", err)
	}
	// The library reports what goes wrong inside of it to one place for the
	// whole process.
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { logger.WarnContext(ctx, "tracing", slog.Any("error", err)) }))
	provider := sdk.NewTracerProvider(
		sdk.WithResource(self),
		sdk.WithRawSpanLimits(limits()),
		sdk.WithBatcher(&exporter{SpanExporter: client, logger: logger}))
	return &Tracer{provider: provider, spans: provider.Tracer(scope), logger: logger}, nil
}

// exporter returns what speaks the protocol of the settings. Everything else it
// reads from the environment: where the collector is, how to know it and what
// to say to it.
func (s settings) exporter(ctx context.Context) (sdk.SpanExporter, error) {
	if s.grpc {
		return otlptracegrpc.New(ctx)
	}
	return otlptracehttp.New(ctx)
}

// longestValue is how many characters of an attribute a span keeps, unless the
// environment says otherwise: clients choose some of them.
const longestValue = 1024

func limits() sdk.SpanLimits {
	l := sdk.NewSpanLimits()
	if l.AttributeValueLengthLimit < 0 {
		l.AttributeValueLengthLimit = longestValue
	}
	return l
}

// Close sends what is left, within a second even if ctx has ended, and ends
// tracing. That some of it was lost is told to the logger: it must not make a
// clean stop a failure.
func (t *Tracer) Close(ctx context.Context) {
	if t == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushTimeout)
	defer cancel()
	if err := t.provider.Shutdown(ctx); err != nil {
		t.logger.WarnContext(ctx, "the last traces were lost", slog.Any("error", err))
	}
}
