package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// guard keeps what goes wrong inside a handler inside: a panic ends the call,
// not the process, and errors that are no gRPC status are logged, not sent.
type guard struct{ logger *slog.Logger }

func (g guard) unary(
	ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler,
) (res any, err error) {
	defer func() { err = g.outcome(ctx, info.FullMethod, recover(), err) }()
	return handler(ctx, req)
}

func (g guard) stream(
	server any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler,
) (err error) {
	defer func() { err = g.outcome(stream.Context(), info.FullMethod, recover(), err) }()
	return handler(server, stream)
}

// outcome returns the error that the client gets.
func (g guard) outcome(ctx context.Context, method string, panicked any, err error) error {
	if panicked != nil {
		g.log(ctx, method, fmt.Sprint("panic: ", panicked), slog.String("stack", string(debug.Stack())))
		return errInternal
	}
	if _, ok := status.FromError(err); ok {
		return err
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return contextStatus(err)
	}
	g.log(ctx, method, err.Error())
	return errInternal
}

// errInternal says that the fault is ours, and nothing else.
var errInternal = status.Error(codes.Internal, "internal error")

// contextStatus is the status of an error that wraps a context's end.
func contextStatus(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return status.FromContextError(context.DeadlineExceeded).Err()
	}
	return status.FromContextError(context.Canceled).Err()
}

func (g guard) log(ctx context.Context, method, problem string, more ...slog.Attr) {
	attrs := append([]slog.Attr{slog.String("method", method), slog.String("error", problem)}, more...)
	g.logger.LogAttrs(ctx, slog.LevelError, "rpc failed", attrs...)
}
