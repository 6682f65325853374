// Package outbox relays the events of committed changes to JetStream: each
// once, in order, none lost. Commits never wait for it; while the broker is
// away events stay in the database. Of several replicas one relays: the one
// that holds the claim in the database, until it stops or dies.
package outbox

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/trace"

	"github.com/reviewdata/reviewdata/pkg/change"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/tracing"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

const (
	batch          = 100              // events read from the database at a time
	publishTimeout = 5 * time.Second  // for one event or one question to the broker
	askTimeout     = 5 * time.Second  // for one question to the database
	pause          = time.Second / 2  // after a failure
	duplicates     = 10 * time.Minute // how long the broker remembers message ids
	maxEvents      = 10_000           // the broker keeps, for readers that were away
	lease          = 3 * time.Second  // for which a claim lasts, should its holder die
	renewal        = lease / 3        // of a claim, and how often the others try
)

// dataSetHeader names the database an event comes from: revisions count from
// one in each.
const dataSetHeader = "Reviews-Data-Set"

// Relay sends the events of one database.
type Relay struct {
	db      reviewdb.Database
	owner   string // of the claim
	dataSet string
	broker  jetstream.JetStream
	logger  *slog.Logger
	tracer  *tracing.Tracer
	next    func() <-chan struct{} // closed with the next commit
	last    uint64                 // sequence number of the last message of the stream; for Run
	sent    atomic.Uint64
	away    atomic.Bool // the last try failed
	copies  int         // of an event, on as many servers of the broker
}

// Options are what a relay works with.
type Options struct {
	Database reviewdb.Database
	DataSet  reviewdb.DataSet       // of the database
	Next     func() <-chan struct{} // returns a channel that is closed with the next commit
	Broker   *nats.Conn             // need not be connected yet
	Replicas int                    // servers of the broker that keep each event, at most 5; 0 means one
	Logger   *slog.Logger
	Tracer   *tracing.Tracer
}

// New returns a relay from a database to a broker.
func New(o Options) (*Relay, error) {
	broker, err := jetstream.New(o.Broker)
	if err != nil {
		return nil, fmt.Errorf("jetstream: %w", err)
	}
	return &Relay{
		db:      o.Database,
		owner:   rand.Text(),
		dataSet: fmt.Sprintf("%x", o.DataSet),
		broker:  broker,
		logger:  o.Logger,
		tracer:  o.Tracer,
		next:    o.Next,
		copies:  max(1, o.Replicas),
	}, nil
}

// Sent returns the revision of the last event known to be with the broker.
func (r *Relay) Sent() uint64 { return r.sent.Load() }

// Run relays until ctx ends. What fails is tried again after a pause; the log
// tells of the first failure and of the first event that gets through again.
func (r *Relay) Run(ctx context.Context) error {
	defer r.release(ctx)
	for {
		err := r.relay(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil && r.away.CompareAndSwap(false, true) {
			r.logger.WarnContext(ctx, "events wait for the broker", slog.Any("error", err))
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
	}
}

// release ends the claim, so that another replica need not wait for its end.
func (r *Relay) release(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lease)
	defer cancel()
	if _, err := r.db.Claim(ctx, r.owner, 0); err != nil {
		r.logger.WarnContext(ctx, "another replica has to wait", slog.Any("error", err))
	}
}

// relay finds out where the broker stands and then sends what there is, until
// something fails or the claim is another replica's.
func (r *Relay) relay(ctx context.Context) error {
	if held, err := r.claim(ctx); err != nil || !held {
		return err
	}
	if err := r.resume(ctx); err != nil {
		return err
	}
	for {
		committed := r.next()
		if held, err := r.drain(ctx); err != nil || !held {
			return err
		}
		if r.away.CompareAndSwap(true, false) {
			r.logger.InfoContext(ctx, "the broker is back")
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-committed:
		case <-time.After(renewal):
		}
	}
}

// claim takes the claim or renews it.
func (r *Relay) claim(ctx context.Context) (held bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	return r.db.Claim(ctx, r.owner, lease)
}

// drain sends all events that were not sent, for as long as the claim is held:
// sending many takes longer than a lease.
func (r *Relay) drain(ctx context.Context) (held bool, err error) {
	for {
		if held, err := r.claim(ctx); err != nil || !held {
			return false, err
		}
		events, err := r.unsent(ctx)
		if err != nil {
			return false, err
		}
		for _, event := range events {
			if err := r.publish(ctx, event); err != nil {
				return false, err
			}
		}
		if len(events) < batch {
			return true, nil
		}
	}
}

func (r *Relay) unsent(ctx context.Context) ([]change.Event, error) {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	return r.db.Unsent(ctx, batch)
}

func (r *Relay) markSent(ctx context.Context, through review.Revision) error {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	return r.db.MarkSent(ctx, through)
}

// publish sends one event and, once the broker has it on disk, marks it as
// sent. Should the process die in between, resume finds it with the broker.
// The broker takes the event only after the message it is to follow: a relay
// that was stopped, and goes on when another one has its claim, is refused,
// even if the broker has forgotten the message ids by then.
func (r *Relay) publish(ctx context.Context, event change.Event) (err error) {
	ctx, span := r.tracer.Continue(tracing.WithParent(ctx, event.Trace), "send "+change.Subject, trace.SpanKindProducer, tracing.Revision(event.Revision))
	defer func() { tracing.End(span, err) }()
	data, err := change.Encode(event)
	if err != nil {
		return err
	}
	message := nats.NewMsg(change.Subject)
	message.Data = data
	message.Header.Set(dataSetHeader, r.dataSet)
	tracing.Inject(ctx, message.Header.Set)
	limit, cancel := context.WithTimeout(ctx, publishTimeout)
	defer cancel()
	ack, err := r.broker.PublishMsg(limit, message, jetstream.WithMsgID(change.MessageID(event.Revision)), jetstream.WithExpectLastSequence(r.last))
	if err != nil {
		return fmt.Errorf("publish revision %d: %w", event.Revision, err)
	}
	if !ack.Duplicate { // of a message that was taken out of the stream
		r.last = ack.Sequence
	}
	r.sent.Store(uint64(event.Revision))
	return r.markSent(ctx, event.Revision)
}

// resume makes the stream if it is not there and marks as sent what it holds
// already. A stream of another history is replaced: its revisions, and the
// message ids it remembers, mean something else.
func (r *Relay) resume(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, publishTimeout)
	defer cancel()
	stream, err := r.stream(ctx)
	if err != nil {
		return err
	}
	r.last = stream.CachedInfo().State.LastSeq // what comes from now on is another relay's
	last, err := stream.GetLastMsgForSubject(ctx, change.Subject)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("last event: %w", err)
	}
	revision, ours, err := r.read(ctx, last)
	if err != nil {
		return err
	}
	if !ours {
		return r.replaceStream(ctx)
	}
	r.sent.Store(uint64(revision))
	return r.markSent(ctx, revision)
}

// read returns the revision of an event, and whether it is of the history of
// the database: not of another data set, and not of a future that was lost
// when the database was restored from a backup.
func (r *Relay) read(ctx context.Context, m *jetstream.RawStreamMsg) (revision review.Revision, ours bool, err error) {
	if m.Header.Get(dataSetHeader) != r.dataSet {
		return 0, false, nil
	}
	event, err := change.Decode(m.Data)
	if err != nil {
		return 0, false, err
	}
	now, err := r.db.Changes(ctx, event.Revision)
	return event.Revision, now.Revision >= event.Revision, err
}

func (r *Relay) replaceStream(ctx context.Context) error {
	r.logger.WarnContext(ctx, "replacing the events of another history of the data", slog.String("stream", change.Stream))
	if err := r.broker.DeleteStream(ctx, change.Stream); err != nil {
		return fmt.Errorf("replace the stream of another history: %w", err)
	}
	r.last = 0
	_, err := r.stream(ctx)
	return err
}

func (r *Relay) stream(ctx context.Context) (jetstream.Stream, error) {
	stream, err := r.broker.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name:        change.Stream,
		Description: "Changes of the reviews, one message a revision.",
		Subjects:    []string{change.Subject},
		Storage:     jetstream.FileStorage,
		MaxMsgs:     maxEvents,
		Duplicates:  duplicates,
		Replicas:    r.copies,
	})
	if err != nil {
		return nil, fmt.Errorf("stream %s: %w", change.Stream, err)
	}
	return stream, nil
}
