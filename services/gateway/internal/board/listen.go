package board

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"
	"go.opentelemetry.io/otel/trace"

	"github.com/reviewdata/reviewdata/pkg/change"
	"github.com/reviewdata/reviewdata/pkg/tracing"
)

// Listen makes the board hear the events at a NATS server until ctx ends. It
// waits for a server that is not there; an error means that the address cannot
// be one.
//
// It is a plain subscription and no JetStream consumer. An event only says
// that there is something to fetch: one that is missed while the connection is
// down is made up for by asking the store when it is back. So there is no
// position to keep, and nothing that must exist at the broker.
func (b *Board) Listen(ctx context.Context, url string) error {
	conn, err := nats.Connect(url,
		nats.Name("reviews gateway"),
		nats.RetryOnFailedConnect(true),
		nats.MaxReconnects(-1),
		nats.IgnoreAuthErrorAbort(),
		nats.ReconnectWait(500*time.Millisecond),
		nats.PingInterval(10*time.Second),
		nats.ConnectHandler(b.connected),
		nats.ReconnectHandler(b.connected),
		nats.DisconnectErrHandler(b.disconnected),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			b.options.Logger.WarnContext(ctx, "events", slog.Any("error", err))
		}))
	if err != nil {
		return fmt.Errorf("nats %s: %w", url, err)
	}
	defer conn.Close()
	if _, err := conn.Subscribe(change.Subject, b.receive); err != nil {
		return fmt.Errorf("subscribe to %s: %w", change.Subject, err)
	}
	<-ctx.Done()
	return nil
}

// connected asks the store for what was missed.
func (b *Board) connected(*nats.Conn) {
	b.metrics.deaf.Store(false)
	b.options.Logger.Info("hearing events")
	b.Hear(context.Background(), 0)
}

func (b *Board) disconnected(_ *nats.Conn, err error) {
	b.metrics.deaf.Store(true)
	if err != nil { // it is nil when we hang up ourselves
		b.options.Logger.Warn("no events, asking the store instead", slog.Any("error", err))
	}
}

// receive takes an event. One that cannot be read is still news.
func (b *Board) receive(m *nats.Msg) {
	ctx, span := b.options.Tracer.Continue(tracing.Extract(context.Background(), m.Header.Get), "process "+m.Subject, trace.SpanKindConsumer)
	defer span.End()
	event, err := change.Decode(m.Data)
	if err != nil {
		b.options.Logger.WarnContext(ctx, "malformed event", slog.Any("error", err))
	}
	b.Hear(ctx, event.Revision)
}
