package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"
)

// testService is a gRPC service whose only methods do what the test wants.
type testService struct {
	unary  func(context.Context) error
	stream func(grpc.ServerStream) error
}

var testServiceDesc = grpc.ServiceDesc{
	ServiceName: "test.Service",
	HandlerType: (*any)(nil),
	Methods: []grpc.MethodDesc{{
		MethodName: "Unary",
		Handler: func(srv any, ctx context.Context, dec func(any) error, intercept grpc.UnaryServerInterceptor) (any, error) {
			in := new(emptypb.Empty)
			if err := dec(in); err != nil {
				return nil, err
			}
			call := func(ctx context.Context, _ any) (any, error) { return in, srv.(*testService).unary(ctx) }
			return intercept(ctx, in, &grpc.UnaryServerInfo{Server: srv, FullMethod: "/test.Service/Unary"}, call)
		},
	}},
	Streams: []grpc.StreamDesc{{
		StreamName:    "Stream",
		ServerStreams: true,
		Handler:       func(srv any, stream grpc.ServerStream) error { return srv.(*testService).stream(stream) },
	}},
}

// lockedBuffer is a log that handlers write and the test reads.
type lockedBuffer struct {
	mu sync.Mutex
	b  strings.Builder
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// bundle is a running server with a client.
type bundle struct {
	client  *grpc.ClientConn
	log     *lockedBuffer
	metrics *GRPCMetrics
	stop    context.CancelFunc
	ended   <-chan error
}

func setup(t *testing.T, service *testService, drain time.Duration) bundle {
	t.Helper()
	log := new(lockedBuffer)
	logger := slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	metrics := NewGRPCMetrics(NewRegistry("test"))
	server := NewGRPCServer(logger, metrics, GRPCLimits{Receive: 1 << 10})
	server.RegisterService(&testServiceDesc, service)
	l := listen(t)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- Run(ctx, nil, Drain{Limit: drain}, GRPC("read", l, server)) }()
	client, err := grpc.NewClient(l.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		_ = client.Close()
	})
	return bundle{client: client, log: log, metrics: metrics, stop: stop, ended: ended}
}

func (b bundle) unary(ctx context.Context) error {
	return b.client.Invoke(ctx, "/test.Service/Unary", new(emptypb.Empty), new(emptypb.Empty))
}

func (b bundle) stream(ctx context.Context) error {
	stream, err := b.client.NewStream(ctx, &testServiceDesc.Streams[0], "/test.Service/Stream")
	if err != nil {
		return err
	}
	if err := stream.CloseSend(); err != nil {
		return err
	}
	return stream.RecvMsg(new(emptypb.Empty))
}

func TestGRPCOutcomes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		handler func() error
		code    codes.Code
		message string
		log     []string
	}{
		{name: "status", handler: func() error { return status.Error(codes.NotFound, "no review") }, code: codes.NotFound, message: "no review", log: []string{"level=INFO"}},
		{
			name:    "an error that is no status stays inside",
			handler: func() error { return errors.New("open /var/secret") },
			code:    codes.Internal, message: "internal error", log: []string{"level=ERROR", "open /var/secret"},
		},
		{
			name:    "a panic ends the call only",
			handler: func() error { panic("boom") },
			code:    codes.Internal, message: "internal error", log: []string{"panic: boom", "grpc_test.go"},
		},
		{
			name:    "a wrapped deadline",
			handler: func() error { return fmt.Errorf("query /secret: %w", context.DeadlineExceeded) },
			code:    codes.DeadlineExceeded, message: "context deadline exceeded", log: []string{"level=WARN"},
		},
		{
			name:    "a wrapped cancellation",
			handler: func() error { return fmt.Errorf("query /secret: %w", context.Canceled) },
			code:    codes.Canceled, message: "context canceled", log: []string{"level=INFO"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			service := &testService{
				unary:  func(context.Context) error { return tt.handler() },
				stream: func(grpc.ServerStream) error { return tt.handler() },
			}
			b := setup(t, service, time.Minute)
			for method, err := range map[string]error{"Unary": b.unary(t.Context()), "Stream": b.stream(t.Context())} {
				if s := status.Convert(err); s.Code() != tt.code || s.Message() != tt.message {
					t.Errorf("%s = %v, want %s %q", method, err, tt.code, tt.message)
				}
				calls := b.metrics.calls.WithLabelValues("/test.Service/"+method, tt.code.String())
				if n := testutil.ToFloat64(calls); n != 1 {
					t.Errorf("%s was counted %v times", method, n)
				}
			}
			want := append(tt.log, "msg=rpc method=/test.Service/Unary code="+tt.code.String(), "duration_ms=", "peer=127.0.0.1:")
			for _, part := range want {
				if !strings.Contains(b.log.String(), part) {
					t.Errorf("log lacks %q:\n%s", part, b.log)
				}
			}
		})
	}
}

func TestGRPCLimitsMessages(t *testing.T) {
	t.Parallel()
	b := setup(t, &testService{}, time.Minute)
	req := &healthpb.HealthCheckRequest{Service: strings.Repeat("x", 2<<10)}
	if _, err := healthpb.NewHealthClient(b.client).Check(t.Context(), req); status.Code(err) != codes.ResourceExhausted {
		t.Errorf("a message over the limit = %v", err)
	}
}

func TestGRPCStopWithAWatcher(t *testing.T) {
	t.Parallel()
	b := setup(t, &testService{}, time.Hour)
	client := healthpb.NewHealthClient(b.client)
	for _, name := range []string{"", "unknown"} {
		watch, err := client.Watch(t.Context(), &healthpb.HealthCheckRequest{Service: name})
		if err != nil {
			t.Fatal(err)
		}
		first, err := watch.Recv()
		if err != nil {
			t.Fatal(err)
		}
		if first.GetStatus() == healthpb.HealthCheckResponse_NOT_SERVING {
			t.Errorf("first status of %q = %s", name, first.GetStatus())
		}
		defer expectEnd(t, watch)
	}
	b.stop()
	// An hour of drain time must not pass while a watch is open.
	if err := <-b.ended; err != nil {
		t.Errorf("Run = %v", err)
	}
}

// expectEnd reads NOT_SERVING and then the end of the watch.
func expectEnd(t *testing.T, watch grpc.ServerStreamingClient[healthpb.HealthCheckResponse]) {
	t.Helper()
	var last healthpb.HealthCheckResponse_ServingStatus
	for {
		res, err := watch.Recv()
		if err != nil {
			if status.Code(err) != codes.Unavailable || last != healthpb.HealthCheckResponse_NOT_SERVING {
				t.Errorf("watch ended with %v after %s", err, last)
			}
			return
		}
		last = res.GetStatus()
	}
}

func TestGRPCFinishesCallsAtHand(t *testing.T) {
	t.Parallel()
	entered, release := make(chan struct{}), make(chan struct{})
	b := setup(t, &testService{unary: func(context.Context) error {
		close(entered)
		<-release
		return nil
	}}, time.Hour)
	answer := make(chan error, 1)
	go func() { answer <- b.unary(t.Context()) }()
	<-entered
	b.stop()
	close(release)
	if err := <-answer; err != nil {
		t.Errorf("the call at hand got %v", err)
	}
	if err := <-b.ended; err != nil {
		t.Errorf("Run = %v", err)
	}
}

func TestGRPCCutsOffAtTheDeadline(t *testing.T) {
	t.Parallel()
	entered := make(chan struct{})
	b := setup(t, &testService{unary: func(ctx context.Context) error {
		close(entered)
		<-ctx.Done()
		return ctx.Err()
	}}, 10*time.Millisecond)
	answer := make(chan error, 1)
	go func() { answer <- b.unary(t.Context()) }()
	<-entered
	b.stop()
	if err := <-b.ended; err == nil || err.Error() != "read: calls were cut off at the end of the drain time" {
		t.Errorf("Run = %v", err)
	}
	if err := <-answer; err == nil {
		t.Error("the call was answered after the end")
	}
}

func TestGRPCStoppedBeforeItServes(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	logger := slog.New(slog.DiscardHandler)
	server := NewGRPCServer(logger, NewGRPCMetrics(NewRegistry("x")), GRPCLimits{})
	server.SetServing("reviews.v1.ReviewService", false)
	if err := Run(ctx, nil, Drain{Limit: time.Minute}, GRPC("read", listen(t), server)); err != nil {
		t.Errorf("Run = %v", err)
	}
}
