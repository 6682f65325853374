package service

import (
	"context"
	"fmt"
	"net"
)

// Listen takes a TCP address; the error names the flag that changes it.
func Listen(ctx context.Context, flag, address string) (net.Listener, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("-%s: %w", flag, err)
	}
	return l, nil
}
