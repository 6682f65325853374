package broker

import (
	"context"
	"log/slog"

	"github.com/nats-io/nats.go"
	"go.opentelemetry.io/otel/trace"

	"github.com/reviewdata/reviewdata/pkg/change"
	"github.com/reviewdata/reviewdata/pkg/tracing"
)

// The subjects of the words that replicas send each other. A word that gets
// lost is harmless: it only makes somebody look sooner.
const (
	wordShards  = "hub.shards"
	wordRequest = "hub.requested"
)

// listen hears the events of the store and the words of other replicas.
func (b *Broker) listen() error {
	for subject, receive := range map[string]nats.MsgHandler{
		change.Subject: b.committed,
		wordShards:     func(*nats.Msg) { b.look() },
		wordRequest:    b.requested,
	} {
		if _, err := b.conn.Subscribe(subject, receive); err != nil {
			return err
		}
	}
	return nil
}

// committed hears the event of a commit. One that cannot be read is still
// news.
func (b *Broker) committed(m *nats.Msg) {
	ctx, span := b.options.Tracer.Continue(tracing.Extract(context.Background(), m.Header.Get), "process "+m.Subject, trace.SpanKindConsumer)
	defer span.End()
	event, err := change.Decode(m.Data)
	if err != nil {
		b.options.Logger.WarnContext(ctx, "malformed event", slog.Any("error", err))
	}
	b.options.Commit(ctx, event.Revision)
}

// Heard is filled when the table of shards is to be looked at.
func (b *Broker) Heard() <-chan struct{} { return b.tables }

// Tell asks the other replicas to look at the table of shards.
func (b *Broker) Tell() { _ = b.conn.Publish(wordShards, nil) }

// Requested has the keys of requests that were just made, as far as they were
// heard of.
func (b *Broker) Requested() <-chan string { return b.requests }

func (b *Broker) look() {
	select {
	case b.tables <- struct{}{}:
	default: // somebody is about to
	}
}

func (b *Broker) requested(m *nats.Msg) {
	select {
	case b.requests <- string(m.Data):
	default: // it is found later
	}
}
