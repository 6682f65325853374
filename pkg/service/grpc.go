package service

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"time"

	"google.golang.org/grpc"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/reflection"
)

// GRPCLimits bound what one connection can cost. A zero field means its
// default.
type GRPCLimits struct {
	Receive int           // bytes of one message in; default 4 MiB
	Send    int           // bytes of one message out; default 4 MiB
	Streams uint32        // calls at a time on one connection; default 1000
	Age     time.Duration // of a connection; default 30 s
}

// pingInterval is the least time between two pings of a client, and the time
// after which the server asks a silent one for a sign of life.
const pingInterval = 10 * time.Second

// GRPCServer is a gRPC server with health and reflection registered.
type GRPCServer struct {
	*grpc.Server

	health *healthServer
}

// NewGRPCServer returns a server that logs and counts each call, survives a
// handler's panic, and never sends the text of an error that is no gRPC
// status. Connections end after limits.Age, calls on them excepted, so that
// clients that balance over all addresses of the service find new replicas.
// Further options go behind: interceptors among them run inside of ours.
func NewGRPCServer(logger *slog.Logger, metrics *GRPCMetrics, limits GRPCLimits, options ...grpc.ServerOption) *GRPCServer {
	const messageSize = 4 << 20
	watch := observer{logger: logger, metrics: metrics}
	base := []grpc.ServerOption{
		grpc.MaxRecvMsgSize(cmp.Or(limits.Receive, messageSize)),
		grpc.MaxSendMsgSize(cmp.Or(limits.Send, messageSize)),
		grpc.MaxConcurrentStreams(cmp.Or(limits.Streams, 1000)),
		grpc.ConnectionTimeout(pingInterval),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: pingInterval, PermitWithoutStream: true}),
		grpc.KeepaliveParams(keepalive.ServerParameters{
			MaxConnectionAge: cmp.Or(limits.Age, 30*time.Second),
			Time:             pingInterval,
			Timeout:          pingInterval,
		}),
		grpc.ChainUnaryInterceptor(watch.unary, guard{logger}.unary),
		grpc.ChainStreamInterceptor(watch.stream, guard{logger}.stream),
	}
	s := &GRPCServer{Server: grpc.NewServer(append(base, options...)...), health: newHealthServer()}
	healthpb.RegisterHealthServer(s, s.health)
	reflection.Register(s)
	return s
}

// SetServing publishes through the health service whether the named gRPC
// service answers; the name "" stands for all of them and is serving from the
// start.
func (s *GRPCServer) SetServing(name string, serving bool) {
	status := healthpb.HealthCheckResponse_NOT_SERVING
	if serving {
		status = healthpb.HealthCheckResponse_SERVING
	}
	s.health.SetServingStatus(name, status)
}

// GRPC returns the component that serves l. When the process begins to stop it
// reports NOT_SERVING. When stopping it takes no new calls, and says so on each
// connection (GOAWAY, RFC 9113 §6.8), waits for those at hand, and cuts off at
// the end of the drain time what is then left, which is an error.
func GRPC(name string, l net.Listener, server *GRPCServer) Component {
	return Component{Name: name, Run: func(ctx context.Context) error {
		failed := make(chan error, 1)
		go func() { failed <- server.Serve(l) }()
		select {
		case err := <-failed:
			return err
		case <-leaving(ctx):
		case <-ctx.Done():
		}
		server.health.drain()
		select {
		case err := <-failed:
			return err
		case <-ctx.Done():
		}
		err := server.gracefulStop(ctx)
		if served := <-failed; !errors.Is(served, grpc.ErrServerStopped) {
			err = errors.Join(err, served)
		}
		return err
	}}
}

// gracefulStop is GracefulStop with an end: by itself it waits for as long as
// any client keeps a call open.
func (s *GRPCServer) gracefulStop(ctx context.Context) error {
	drain, cancel := Draining(ctx)
	defer cancel()
	inTime := context.AfterFunc(drain, s.Stop)
	s.GracefulStop()
	if !inTime() {
		return errors.New("calls were cut off at the end of the drain time")
	}
	return nil
}
