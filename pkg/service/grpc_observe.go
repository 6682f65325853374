package service

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
)

// GRPCMetrics counts and times the calls of all gRPC servers of a process.
type GRPCMetrics struct {
	calls    *prometheus.CounterVec
	duration *prometheus.HistogramVec
}

// NewGRPCMetrics registers reviews_grpc_requests_total (by method and code)
// and reviews_grpc_request_duration_seconds (by method).
func NewGRPCMetrics(registry *prometheus.Registry) *GRPCMetrics {
	m := &GRPCMetrics{
		calls: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "reviews_grpc_requests_total",
			Help: "Finished gRPC calls.",
		}, []string{"method", "code"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "reviews_grpc_request_duration_seconds",
			Help:    "Time from the start of a gRPC call to its status.",
			Buckets: prometheus.ExponentialBuckets(0.0005, 2, 17), // to 33 s
		}, []string{"method"}),
	}
	registry.MustRegister(m.calls, m.duration)
	return m
}

// observer logs and counts calls.
type observer struct {
	logger  *slog.Logger
	metrics *GRPCMetrics
}

func (o observer) unary(
	ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler,
) (any, error) {
	begin := time.Now()
	res, err := handler(ctx, req)
	o.finish(ctx, info.FullMethod, time.Since(begin), err)
	return res, err
}

func (o observer) stream(
	server any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler,
) error {
	begin := time.Now()
	err := handler(server, stream)
	o.finish(stream.Context(), info.FullMethod, time.Since(begin), err)
	return err
}

func (o observer) finish(ctx context.Context, method string, took time.Duration, err error) {
	code := status.Code(err)
	o.metrics.calls.WithLabelValues(method, code.String()).Inc()
	o.metrics.duration.WithLabelValues(method).Observe(took.Seconds())
	attrs := []slog.Attr{
		slog.String("method", method),
		slog.String("code", code.String()),
		slog.Float64("duration_ms", float64(took.Microseconds())/1000),
	}
	if p, ok := peer.FromContext(ctx); ok {
		attrs = append(attrs, slog.String("peer", p.Addr.String()))
	}
	o.logger.LogAttrs(ctx, level(method, code), "rpc", attrs...)
}

// level keeps probes out of the log and lifts our own faults out of it.
func level(method string, code codes.Code) slog.Level {
	switch {
	case code == codes.Internal || code == codes.Unknown || code == codes.DataLoss:
		return slog.LevelError
	case code == codes.Unavailable || code == codes.DeadlineExceeded || code == codes.ResourceExhausted:
		return slog.LevelWarn
	case strings.HasPrefix(method, "/"+healthpb.Health_ServiceDesc.ServiceName+"/"):
		return slog.LevelDebug
	default:
		return slog.LevelInfo
	}
}
