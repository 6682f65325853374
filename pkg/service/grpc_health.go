package service

import (
	"context"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
)

// healthServer is the standard health service, whose watches end when the
// server drains. Watches never end by themselves, so one client that follows
// the health of its backends would hold up every stop for the whole drain
// time.
type healthServer struct {
	*health.Server

	draining context.Context // ended by drain
	end      context.CancelFunc
}

func newHealthServer() *healthServer {
	draining, end := context.WithCancel(context.Background())
	return &healthServer{Server: health.NewServer(), draining: draining, end: end}
}

// drain sets every status to NOT_SERVING and ends the watches with it.
func (h *healthServer) drain() {
	h.Shutdown()
	h.end()
}

// Watch sends each change of a service's status until the client leaves or
// the server drains.
func (h *healthServer) Watch(req *healthpb.HealthCheckRequest, stream healthpb.Health_WatchServer) error {
	ctx, cancel := context.WithCancel(stream.Context())
	defer cancel()
	defer context.AfterFunc(h.draining, cancel)()
	err := h.Server.Watch(req, watchStream{Health_WatchServer: stream, ctx: ctx})
	if h.draining.Err() == nil {
		return err
	}
	last := &healthpb.HealthCheckResponse{Status: healthpb.HealthCheckResponse_NOT_SERVING}
	if err := stream.Send(last); err != nil {
		return err
	}
	return status.Error(codes.Unavailable, "the server is stopping")
}

// watchStream is a stream with a context of its own.
type watchStream struct {
	healthpb.Health_WatchServer

	ctx context.Context
}

// Context returns the context that drain ends.
func (s watchStream) Context() context.Context { return s.ctx }
