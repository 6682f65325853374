package tracetest_test

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/otel/trace"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/reviewdata/reviewdata/pkg/testkit/servicetest"
	"github.com/reviewdata/reviewdata/pkg/testkit/tracetest"
	"github.com/reviewdata/reviewdata/pkg/tracing"
)

// patience is far beyond what an export takes on a busy machine.
const patience = 20 * time.Second

// open returns the tracer of a process that sends its spans to c.
func open(t testing.TB, c *tracetest.Collector, name string) *tracing.Tracer {
	t.Helper()
	for _, pair := range c.Env() {
		key, value, _ := strings.Cut(pair, "=")
		t.Setenv(key, value)
	}
	tracer, err := tracing.Open(t.Context(), name, os.Getenv, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tracer.Close(context.Background()) })
	return tracer
}

// What the client of a request samples is its own business: our trace is
// another one, that links the client's. One of our own services is believed.
func TestPublicBeginsATraceOfOurOwn(t *testing.T) {
	c := tracetest.Start(t)
	tracer := open(t, c, "gateway")
	const theirs = "4bf92f3577b34da6a3ce929d0e0e4736"
	handler := tracer.Public(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		tracing.Route(r.Context(), r.Method, "/search")
		w.WriteHeader(http.StatusNoContent)
	}), func(r *http.Request) bool { return r.Header.Get("Inside") != "" })
	for _, inside := range []string{"", "yes"} {
		r := httptest.NewRequest(http.MethodGet, "/search?query=secret", nil)
		r.Header.Set("Traceparent", "00-"+theirs+"-00f067aa0ba902b7-01")
		r.Header.Set("X-Forwarded-For", "203.0.113.7")
		r.Header.Set("Inside", inside)
		handler.ServeHTTP(httptest.NewRecorder(), r)
	}
	tracer.Close(t.Context())

	spans := c.Spans()
	if len(spans) != 2 {
		t.Fatalf("spans:\n%s", c)
	}
	public, inside := spans[0], spans[1]
	if public.Trace == theirs || public.Parent != "" || len(public.Links) != 1 || public.Links[0] != theirs {
		t.Errorf("public: %+v, want a trace of its own that links %s", public, theirs)
	}
	if inside.Trace != theirs || inside.Parent != "00f067aa0ba902b7" {
		t.Errorf("inside: %+v, want it in %s", inside, theirs)
	}
	if public.Name != "GET /search" || public.Attributes["http.route"] != "/search" {
		t.Errorf("public: %+v, want it named after the route", public)
	}
	for name, value := range public.Attributes {
		if strings.Contains(value, "secret") || strings.Contains(value, "203.0.113.7") || strings.Contains(value, "192.0.2.1") {
			t.Errorf("%s tells %q", name, value)
		}
	}
}

// A client that asks to be recorded is not, when our sampling says no.
func TestPublicCannotForceSampling(t *testing.T) {
	t.Setenv("OTEL_TRACES_SAMPLER", "parentbased_always_off")
	tracer := open(t, tracetest.Start(t), "gateway")
	handler := tracer.Public(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if trace.SpanContextFromContext(r.Context()).IsSampled() {
			t.Error("the client decided for us")
		}
	}), nil)
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set("Traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
	handler.ServeHTTP(httptest.NewRecorder(), r)
}

// A trace goes through an HTTP request and a gRPC call; calls that belong to
// none leave no span.
func TestTraceCrossesProcesses(t *testing.T) {
	c := tracetest.Start(t)
	gateway, mcp, store := open(t, c, "gateway"), open(t, c, "mcp"), open(t, c, "store")
	asked := healthpb.NewHealthClient(serveHealth(t, store, mcp))
	behind := httptest.NewServer(mcp.Public(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		check(r.Context(), t, asked)
	}), func(*http.Request) bool { return true }))
	defer behind.Close()
	front := gateway.Public(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		out, err := http.NewRequestWithContext(r.Context(), http.MethodGet, behind.URL, nil)
		if err != nil {
			t.Error(err)
			return
		}
		res, err := (&http.Client{Transport: gateway.Transport(http.DefaultTransport)}).Do(out)
		if err != nil {
			t.Error(err)
			return
		}
		_ = res.Body.Close()
	}), nil)
	check(t.Context(), t, asked)
	front.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil))

	got := c.Trace(t, patience, "gateway: GET", "gateway: HTTP GET", "mcp: GET", "mcp: grpc.health.v1.Health/Check", "store: grpc.health.v1.Health/Check")
	if all := c.Spans(); len(all) != len(got) {
		t.Errorf("more than one trace:\n%s", c)
	}
}

// serveHealth serves the health service as a process would, and returns a
// connection of another one.
func serveHealth(t *testing.T, server, client *tracing.Tracer) *grpc.ClientConn {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := grpc.NewServer(server.ServerOption())
	healthpb.RegisterHealthServer(s, health.NewServer())
	go func() { _ = s.Serve(l) }()
	t.Cleanup(s.Stop)
	conn, err := grpc.NewClient(l.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()), client.DialOption())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

func check(ctx context.Context, t *testing.T, asked healthpb.HealthClient) {
	t.Helper()
	if _, err := asked.Check(ctx, &healthpb.HealthCheckRequest{}); err != nil {
		t.Error(err)
	}
}

// What waits in a queue goes on in its trace.
func TestTraceWaits(t *testing.T) {
	c := tracetest.Start(t)
	store, gateway := open(t, c, "store"), open(t, c, "gateway")
	ctx, span := store.Begin(t.Context(), "commit")
	parent := tracing.Parent(ctx)
	span.End()

	header := http.Header{}
	sending, span := store.Continue(tracing.WithParent(t.Context(), parent), "send", trace.SpanKindProducer)
	tracing.Inject(sending, header.Set)
	span.End()
	_, span = gateway.Continue(tracing.Extract(t.Context(), header.Get), "process", trace.SpanKindConsumer)
	span.End()

	c.Trace(t, patience, "store: commit", "store: send", "gateway: process")
}

// Outside of a trace nothing is begun, except where traces begin.
func TestContinueBeginsNothing(t *testing.T) {
	c := tracetest.Start(t)
	tracer := open(t, c, "store")
	ctx, span := tracer.Continue(tracing.WithParent(t.Context(), "nonsense"), "send", trace.SpanKindProducer)
	_, step := tracing.Step(ctx, "step")
	tracing.End(step, io.EOF)
	tracing.End(span, nil)
	tracer.Close(t.Context())
	if spans := c.Spans(); len(spans) != 0 || tracing.Parent(ctx) != "" {
		t.Errorf("spans:\n%s", c)
	}
}

// A collector that is away costs a clean stop a second, and no error.
func TestCloseWithoutCollector(t *testing.T) {
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://"+servicetest.FreeAddress(t))
	var log servicetest.Log
	tracer, err := tracing.Open(t.Context(), "store", os.Getenv, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	_, span := tracer.Begin(t.Context(), "commit")
	span.End()
	tracer.Close(t.Context())
	if log.String() == "" {
		t.Error("the log does not tell that traces were lost")
	}
}

// The other protocol of the specification.
func TestGRPCCollector(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	took := make(chan int, 1)
	s := grpc.NewServer()
	collector.RegisterTraceServiceServer(s, spanCounter{took: took})
	go func() { _ = s.Serve(l) }()
	defer s.Stop()
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://"+l.Addr().String())
	t.Setenv("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc")
	tracer, err := tracing.Open(t.Context(), "store", os.Getenv, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	_, span := tracer.Begin(t.Context(), "commit")
	span.End()
	tracer.Close(t.Context())
	if n := <-took; n != 1 {
		t.Errorf("%d spans, want 1", n)
	}
}

// spanCounter tells how many resources an export has spans of.
type spanCounter struct {
	collector.UnimplementedTraceServiceServer

	took chan<- int
}

func (c spanCounter) Export(_ context.Context, r *collector.ExportTraceServiceRequest) (*collector.ExportTraceServiceResponse, error) {
	c.took <- len(r.GetResourceSpans())
	return &collector.ExportTraceServiceResponse{}, nil
}
