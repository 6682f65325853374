// Package events connects a replica with the broker: it hears which revisions
// the store has committed, and tells and hears which sessions were ended.
package events

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"go.opentelemetry.io/otel/trace"

	"github.com/reviewdata/reviewdata/pkg/change"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/tracing"
)

// sessionEnded is the subject on which replicas tell each other of sessions
// that were ended. The message is the id.
const sessionEnded = "mcp.session.ended"

// Options are what a Listener is made from.
type Options struct {
	URL      string
	Revision func(context.Context, review.Revision) // is told each revision; 0 means that there may be a new one
	Ended    func(id string)                        // is told each session that was ended
	Logger   *slog.Logger
	Tracer   *tracing.Tracer
}

// Listener is the connection to the broker.
type Listener struct {
	options Options
	conn    atomic.Pointer[nats.Conn]
	deaf    atomic.Bool
}

// New returns a listener that is not connected.
func New(o Options) *Listener {
	l := &Listener{options: o}
	l.deaf.Store(true)
	return l
}

// Deaf reports whether events cannot be heard at the moment.
func (l *Listener) Deaf() bool { return l.deaf.Load() }

// Tell tells the other replicas that a session was ended. While the
// connection is down the message waits; a replica that was not there to hear
// it takes the session for good until it expires.
func (l *Listener) Tell(id string) {
	conn := l.conn.Load()
	if conn == nil {
		return
	}
	if err := conn.Publish(sessionEnded, []byte(id)); err != nil {
		l.options.Logger.Warn("cannot tell that a session ended", slog.Any("error", err))
	}
}

// Run hears events until ctx ends. It waits for a server that is not there; an
// error means that the address cannot be one. An event that is missed while
// the connection is down is made up for by asking the store when it is back.
func (l *Listener) Run(ctx context.Context) error {
	conn, err := nats.Connect(l.options.URL,
		nats.Name("reviews mcp"),
		nats.RetryOnFailedConnect(true),
		nats.MaxReconnects(-1),
		nats.IgnoreAuthErrorAbort(),
		nats.ReconnectWait(500*time.Millisecond),
		nats.PingInterval(10*time.Second),
		nats.ConnectHandler(l.connected),
		nats.ReconnectHandler(l.connected),
		nats.DisconnectErrHandler(l.disconnected),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			l.options.Logger.WarnContext(ctx, "events", slog.Any("error", err))
		}))
	if err != nil {
		return fmt.Errorf("nats %s: %w", l.options.URL, err)
	}
	defer conn.Close()
	l.conn.Store(conn)
	for subject, receive := range map[string]nats.MsgHandler{change.Subject: l.changed, sessionEnded: l.ended} {
		if _, err := conn.Subscribe(subject, receive); err != nil {
			return fmt.Errorf("subscribe to %s: %w", subject, err)
		}
	}
	<-ctx.Done()
	return nil
}

// connected makes up for what was missed.
func (l *Listener) connected(*nats.Conn) {
	l.deaf.Store(false)
	l.options.Logger.Info("hearing events")
	l.options.Revision(context.Background(), 0)
}

func (l *Listener) disconnected(_ *nats.Conn, err error) {
	l.deaf.Store(true)
	if err != nil { // it is nil when we hang up ourselves
		l.options.Logger.Warn("no events, asking the store instead", slog.Any("error", err))
	}
}

// changed takes the event of a commit. One that cannot be read is still news.
func (l *Listener) changed(m *nats.Msg) {
	ctx, span := l.options.Tracer.Continue(tracing.Extract(context.Background(), m.Header.Get), "process "+m.Subject, trace.SpanKindConsumer)
	defer span.End()
	event, err := change.Decode(m.Data)
	if err != nil {
		l.options.Logger.WarnContext(ctx, "malformed event", slog.Any("error", err))
	}
	l.options.Revision(ctx, event.Revision)
}

func (l *Listener) ended(m *nats.Msg) { l.options.Ended(string(m.Data)) }
