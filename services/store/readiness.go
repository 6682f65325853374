package main

import (
	"context"
	"errors"
	"net"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
)

// wantServing makes readiness depend on a listener of ours: it asks, as any
// client would, whether the service answers there. That the state is loaded
// goes without asking, because we do not listen before.
func (p *process) wantServing(check, name string, l net.Listener) error {
	conn, err := grpc.NewClient("passthrough:///"+l.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	p.closers = append(p.closers, conn.Close)
	health := healthpb.NewHealthClient(conn)
	p.ready.Register(check, func(ctx context.Context) error {
		answer, err := health.Check(ctx, &healthpb.HealthCheckRequest{Service: name}, grpc.WaitForReady(true))
		if err != nil {
			return err
		}
		if status := answer.GetStatus(); status != healthpb.HealthCheckResponse_SERVING {
			return errors.New(status.String())
		}
		return nil
	})
	return nil
}
