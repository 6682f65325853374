package grpcserver

import (
	"context"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/reviewdata/reviewdata/pkg/service"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
)

// RequireToken returns the options of a server that answers calls of the admin
// service only to those who know the token. An empty token asks for none.
// Health and reflection tell nothing and stay open.
func RequireToken(token string) []grpc.ServerOption {
	if token == "" {
		return nil
	}
	guarded := func(method string) bool {
		return strings.HasPrefix(method, "/"+pb.AdminService_ServiceDesc.ServiceName+"/")
	}
	return []grpc.ServerOption{
		grpc.ChainUnaryInterceptor(func(ctx context.Context, request any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
			if guarded(info.FullMethod) && !knows(ctx, token) {
				return nil, unauthenticated()
			}
			return next(ctx, request)
		}),
		grpc.ChainStreamInterceptor(func(server any, stream grpc.ServerStream, info *grpc.StreamServerInfo, next grpc.StreamHandler) error {
			if guarded(info.FullMethod) && !knows(stream.Context(), token) {
				return unauthenticated()
			}
			return next(server, stream)
		}),
	}
}

func knows(ctx context.Context, token string) bool {
	return service.BearerKnows(metadata.ValueFromIncomingContext(ctx, "authorization"), token)
}

func unauthenticated() error {
	return status.Error(codes.Unauthenticated, "the admin service wants the operator's token as a bearer token")
}
