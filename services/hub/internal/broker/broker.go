// Package broker keeps everything the hub knows at NATS JetStream: the
// subscriptions and the requests on disk, because they cannot be rebuilt, and
// how far each delivery is in memory, because it can.
package broker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/tracing"
)

// Options are what a Broker is made from.
type Options struct {
	URL      string
	Replicas int                                    // copies of each stream, for a cluster of servers
	Commit   func(context.Context, review.Revision) // is told each revision; 0 means that there may be a new one
	Lost     func()                                 // is called when states may have been lost, and are to be saved again
	Logger   *slog.Logger
	Tracer   *tracing.Tracer
}

// Broker is the connection. Its methods are safe for concurrent use; each
// fails when the server is away.
type Broker struct {
	options Options
	conn    *nats.Conn
	js      jetstream.JetStream

	tables   chan struct{} // filled when the table of shards is to be looked at
	requests chan string   // keys of requests that were just made

	stale atomic.Bool // it is to be looked again whether everything is there
	away  atomic.Bool

	turn    chan struct{} // has room for one, whose the following are
	objects *objects      // nil until they are known to be there
	opened  bool          // the objects were there before
}

// requestsHeard is how many requests may wait to be seen. One that is not
// heard of is found a little later all the same.
const requestsHeard = 1024

// Connect returns a broker that connects in the background for as long as it
// takes. An error means that the address cannot be one.
func Connect(o Options) (*Broker, error) {
	b := &Broker{options: o, turn: make(chan struct{}, 1), tables: make(chan struct{}, 1), requests: make(chan string, requestsHeard)}
	b.away.Store(true)
	conn, err := nats.Connect(o.URL,
		nats.Name("reviews hub"),
		nats.RetryOnFailedConnect(true),
		nats.MaxReconnects(-1),
		nats.IgnoreAuthErrorAbort(),
		nats.ReconnectWait(250*time.Millisecond),
		nats.PingInterval(5*time.Second),
		nats.ReconnectBufSize(-1), // what cannot be sent fails at once
		nats.FlusherTimeout(wait), // so does what a server that stands still does not take
		nats.ConnectHandler(b.connected),
		nats.ReconnectHandler(b.connected),
		nats.DisconnectErrHandler(b.disconnected),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			o.Logger.Warn("broker", slog.Any("error", err))
		}))
	if err != nil {
		return nil, fmt.Errorf("-nats-url: %w", withoutURL(err))
	}
	b.conn = conn
	if b.js, err = jetstream.New(conn); err != nil {
		return b, err
	}
	return b, b.listen()
}

// Close gives up the connection.
func (b *Broker) Close() error {
	b.conn.Close()
	return nil
}

// Away reports whether there is no connection.
func (b *Broker) Away() bool { return b.away.Load() }

func (b *Broker) connected(*nats.Conn) {
	b.away.Store(false)
	b.options.Logger.Info("connected with the broker")
	b.forget()
	b.options.Commit(context.Background(), 0)
	b.look()
}

func (b *Broker) disconnected(_ *nats.Conn, err error) {
	b.away.Store(true)
	if err != nil { // it is nil when we hang up ourselves
		b.options.Logger.Warn("the broker is away", slog.Any("error", err))
	}
}

// withoutURL returns the cause of an error that may have a URL in front, which
// may have a password in it.
func withoutURL(err error) error {
	if failed, ok := errors.AsType[*url.Error](err); ok {
		return failed.Err
	}
	return err
}

// wait is how long an answer of the server may take when nothing else limits
// it.
const wait = 3 * time.Second

func bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, ok := ctx.Deadline(); ok {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, wait)
}
