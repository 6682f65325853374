package storeclient

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/resolver/manual"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/reviewpb"
)

// The deadlines of calls whose context has none.
const (
	unaryTimeout    = 5 * time.Second
	snapshotTimeout = time.Minute
	importTimeout   = 30 * time.Minute
)

// maxMessage bounds one message from the store: the 100 largest reviews fit.
const maxMessage = 32 << 20

// serviceConfig spreads calls over the replicas of the store. A read that a
// replica could not answer is asked of the next one.
const serviceConfig = `{
	"loadBalancingConfig": [{"round_robin": {}}],
	"methodConfig": [{
		"name": [{"service": "reviews.v1.ReviewService"}],
		"retryPolicy": {
			"maxAttempts": 3, "initialBackoff": "0.05s", "maxBackoff": "0.2s", "backoffMultiplier": 2,
			"retryableStatusCodes": ["UNAVAILABLE"]
		}
	}]
}`

// dial prepares a connection to target: host:port, several of them separated
// by commas, or a gRPC target URI. It does not wait for the store to answer.
func dial(target string, extra ...grpc.DialOption) (*grpc.ClientConn, error) {
	target, resolvers := resolve(target)
	options := append([]grpc.DialOption{
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		resolvers,
		grpc.WithDefaultServiceConfig(serviceConfig),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxMessage)),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 20 * time.Second, Timeout: 5 * time.Second}),
		grpc.WithConnectParams(reconnect()),
	}, extra...)
	conn, err := grpc.NewClient(target, options...)
	if err != nil {
		return nil, fmt.Errorf("store address %q: %w", target, err)
	}
	return conn, nil
}

// resolve returns the target as gRPC knows it. A list of addresses is one that
// does not change, a name is looked up again when a connection ends.
func resolve(target string) (string, grpc.DialOption) {
	if strings.Contains(target, ":///") {
		return target, grpc.EmptyDialOption{}
	}
	addresses := strings.Split(target, ",")
	if len(addresses) == 1 {
		return "dns:///" + target, grpc.EmptyDialOption{}
	}
	list := manual.NewBuilderWithScheme("list")
	var state resolver.State
	for _, a := range addresses {
		state.Endpoints = append(state.Endpoints, resolver.Endpoint{Addresses: []resolver.Address{{Addr: strings.TrimSpace(a)}}})
	}
	list.InitialState(state)
	return "list:///stores", grpc.WithResolvers(list)
}

// reconnect looks for a store that went away often enough that a restart is
// noticed within a second or two; the default backs off to two minutes.
func reconnect() grpc.ConnectParams {
	return grpc.ConnectParams{
		Backoff:           backoff.Config{BaseDelay: 100 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2, MaxDelay: time.Second},
		MinConnectTimeout: 2 * time.Second,
	}
}

// deadline gives ctx a deadline if it has none.
func deadline(ctx context.Context, timeout time.Duration) (context.Context, context.CancelFunc) {
	if _, ok := ctx.Deadline(); ok {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, timeout)
}

// failure returns the domain error of a failed call. When the caller's own
// context has ended, that is the reason, whatever the transport says.
func failure(ctx context.Context, call string, err error) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return context.Canceled
	}
	err = reviewpb.Error(err)
	if issues, ok := errors.AsType[review.Issues](err); ok {
		return issues
	}
	return fmt.Errorf("%s: %w", call, err)
}
