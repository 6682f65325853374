package grpcserver

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
)

// RequireToken returns the options of a server that answers calls of the admin
// service only to those who know the token. An empty token asks for none.
// Health and reflection tell nothing and stay open.
func RequireToken(token string) []grpc.ServerOption {
	if token == "" {
		return nil
	}
	want := sha256.Sum256([]byte(token))
	guarded := func(method string) bool {
		return strings.HasPrefix(method, "/"+pb.AdminService_ServiceDesc.ServiceName+"/")
	}
	return []grpc.ServerOption{
		grpc.ChainUnaryInterceptor(func(ctx context.Context, request any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
			if guarded(info.FullMethod) && !knows(ctx, want) {
				return nil, unauthenticated()
			}
			return next(ctx, request)
		}),
		grpc.ChainStreamInterceptor(func(server any, stream grpc.ServerStream, info *grpc.StreamServerInfo, next grpc.StreamHandler) error {
			if guarded(info.FullMethod) && !knows(stream.Context(), want) {
				return unauthenticated()
			}
			return next(server, stream)
		}),
	}
}

// knows compares hashes, so that the time it takes says nothing about the
// token, its length included.
func knows(ctx context.Context, want [sha256.Size]byte) bool {
	for _, value := range metadata.ValueFromIncomingContext(ctx, "authorization") {
		scheme, token, _ := strings.Cut(value, " ")
		got := sha256.Sum256([]byte(token))
		if strings.EqualFold(scheme, "bearer") && subtle.ConstantTimeCompare(got[:], want[:]) == 1 {
			return true
		}
	}
	return false
}

func unauthenticated() error {
	return status.Error(codes.Unauthenticated, "the admin service wants the operator's token as a bearer token")
}
