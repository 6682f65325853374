package main

import (
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"github.com/nats-io/nats.go"
)

// connect prepares a connection to the broker, which is made and made again in
// the background for as long as it takes, also while the broker refuses us. An
// error means that the address cannot be one.
func connect(address string, logger *slog.Logger) (*nats.Conn, error) {
	conn, err := nats.Connect(address,
		nats.Name("reviews store"),
		nats.RetryOnFailedConnect(true),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(500*time.Millisecond),
		nats.PingInterval(10*time.Second),
		nats.IgnoreAuthErrorAbort(),
		nats.ReconnectBufSize(-1), // what cannot be sent fails at once and is tried again
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			logger.Warn("broker", slog.Any("error", err))
		}))
	if err != nil {
		return nil, fmt.Errorf("-nats-url: %w", withoutURL(err))
	}
	return conn, nil
}

// withoutURL returns the cause of an error that may have a URL in front, which
// may have a password in it.
func withoutURL(err error) error {
	if failed, ok := errors.AsType[*url.Error](err); ok {
		return failed.Err
	}
	return err
}
