package outbox

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/reviewdata/reviewdata/pkg/change"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/testkit/natstest"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// Commits go on while the broker is away, at the start or later; when it is
// back everything is published.
func TestBrokerAway(t *testing.T) {
	t.Parallel()
	broker, s := natstest.Start(t), newStore(t)
	broker.Stop()
	r, _ := s.relay(broker, reviewdb.DataSet{1})
	s.commit(3)
	broker.Restart()
	s.awaitSent(r)
	broker.Stop()
	s.commit(3)
	broker.Restart()
	s.awaitSent(r)
	expect(t, broker, revisions(1, 6))
}

// lossy is a database that dies before it can mark an event as sent.
type lossy struct{ reviewdb.Database }

func (lossy) MarkSent(context.Context, review.Revision) error { return context.DeadlineExceeded }

// A store that dies between publishing and remembering it publishes nothing
// twice.
func TestRestartPublishesNothingTwice(t *testing.T) {
	t.Parallel()
	broker, s := natstest.Start(t), newStore(t)
	s.commit(1)
	whole := s.db
	s.db = lossy{whole}
	dying, stop := s.relay(broker, reviewdb.DataSet{1})
	for deadline := time.Now().Add(20 * time.Second); dying.Sent() == 0 && time.Now().Before(deadline); {
		time.Sleep(2 * time.Millisecond)
	}
	stop()
	s.db = whole
	s.commit(2)
	r, _ := s.relay(broker, reviewdb.DataSet{1})
	s.awaitSent(r)
	expect(t, broker, revisions(1, 3))
}

// newRelay returns a relay that does not run.
func (s *store) newRelay(broker *natstest.Server) *Relay {
	s.t.Helper()
	r, err := New(Options{Database: s.db, DataSet: reviewdb.DataSet{1}, Next: s.next, Broker: connect(s.t, broker), Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		s.t.Fatal(err)
	}
	return r
}

// publishForgotten publishes revision 1 as another relay did so long ago that
// the broker has forgotten its message id, and returns the stream.
func publishForgotten(t *testing.T, r *Relay) jetstream.Stream {
	t.Helper()
	stream, err := r.stream(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	data, err := change.Encode(change.Event{Revision: 1, ChangedAt: time.Unix(1, 0)})
	if err != nil {
		t.Fatal(err)
	}
	header := nats.Header{dataSetHeader: []string{r.dataSet}} // and no message id
	if _, err := r.broker.PublishMsg(t.Context(), &nats.Msg{Subject: change.Subject, Header: header, Data: data}); err != nil {
		t.Fatal(err)
	}
	return stream
}

// expectOne complains unless the stream has one message.
func expectOne(t *testing.T, stream jetstream.Stream) {
	t.Helper()
	if info, err := stream.Info(t.Context()); err != nil || info.State.Msgs != 1 {
		t.Errorf("%d messages for one revision, %v", info.State.Msgs, err)
	}
}

// The broker forgets message ids after a while; what it has is not published
// again all the same.
func TestRestartAfterMessageIDsAreForgotten(t *testing.T) {
	t.Parallel()
	broker, s := natstest.Start(t), newStore(t)
	s.commit(1)
	stream := publishForgotten(t, s.newRelay(broker))
	r, _ := s.relay(broker, reviewdb.DataSet{1})
	s.awaitSent(r)
	expectOne(t, stream)
}

// A relay that was stopped before it published what it had read goes on when
// another one has published that: the broker refuses it, whether or not it
// knows the message id, and the next try begins with what is there.
func TestRelayThatWasStopped(t *testing.T) {
	t.Parallel()
	broker, s := natstest.Start(t), newStore(t)
	s.commit(1)
	stopped := s.newRelay(broker)
	if err := stopped.resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	events, err := stopped.unsent(t.Context())
	if err != nil || len(events) != 1 {
		t.Fatalf("%v, %v", events, err)
	}
	stream := publishForgotten(t, s.newRelay(broker))
	if err := stopped.publish(t.Context(), events[0]); err == nil {
		t.Error("it published what was published")
	}
	if err := stopped.resume(t.Context()); err != nil || stopped.Sent() != 1 {
		t.Errorf("it believes that %d was sent, %v", stopped.Sent(), err)
	}
	expectOne(t, stream)
}

// A new database counts from one again: its events take the place of those of
// another one.
func TestStreamOfAnotherDataSetIsReplaced(t *testing.T) {
	t.Parallel()
	broker := natstest.Start(t)
	old := newStore(t)
	old.commit(5)
	r, stop := old.relay(broker, reviewdb.DataSet{1})
	old.awaitSent(r)
	stop()

	fresh := newStore(t)
	fresh.commit(2)
	r, _ = fresh.relay(broker, reviewdb.DataSet{2})
	fresh.awaitSent(r)
	expect(t, broker, revisions(1, 2))
}

// A database that is restored from a backup counts on from an earlier revision
// than the broker has: what it commits then is new, whatever was published
// under the same numbers.
func TestRestoredDatabase(t *testing.T) {
	t.Parallel()
	broker := natstest.Start(t)
	lost := newStore(t)
	lost.commit(5)
	r, stop := lost.relay(broker, reviewdb.DataSet{1})
	lost.awaitSent(r)
	stop()

	backup := newStore(t)
	backup.commit(3)
	if err := backup.db.MarkSent(t.Context(), 3); err != nil {
		t.Fatal(err)
	}
	r, stop = backup.relay(broker, reviewdb.DataSet{1})
	backup.commit(1)
	backup.awaitSent(r)
	expect(t, broker, revisions(4, 4))
	stop()
	backup.commit(1)
	r, _ = backup.relay(broker, reviewdb.DataSet{1})
	backup.awaitSent(r)
	expect(t, broker, revisions(4, 5))
}

// A stream that somebody deletes is made again with the next event.
func TestStreamThatIsDeleted(t *testing.T) {
	t.Parallel()
	broker, s := natstest.Start(t), newStore(t)
	s.commit(2)
	r, _ := s.relay(broker, reviewdb.DataSet{1})
	s.awaitSent(r)
	if err := r.broker.DeleteStream(t.Context(), change.Stream); err != nil {
		t.Fatal(err)
	}
	s.commit(1)
	s.awaitSent(r)
	expect(t, broker, revisions(3, 3))
}

// Stopping waits for no broker, and leaves the events to the next start.
func TestStopWhileTheBrokerIsAway(t *testing.T) {
	t.Parallel()
	broker, s := natstest.Start(t), newStore(t)
	broker.Stop()
	s.commit(1)
	for range 3 {
		_, stop := s.relay(broker, reviewdb.DataSet{1})
		stop()
	}
	broker.Restart()
	r, _ := s.relay(broker, reviewdb.DataSet{1})
	s.awaitSent(r)
	expect(t, broker, revisions(1, 1))
}

// A broker that lost its disk is told what comes next: whoever listens fetches
// everything up to then.
func TestBrokerThatLostEverything(t *testing.T) {
	t.Parallel()
	first, s := natstest.Start(t), newStore(t)
	s.commit(3)
	r, stop := s.relay(first, reviewdb.DataSet{1})
	s.awaitSent(r)
	stop()
	second := natstest.Start(t)
	r, _ = s.relay(second, reviewdb.DataSet{1})
	s.commit(1)
	s.awaitSent(r)
	expect(t, second, revisions(4, 4))
}

// Of two relays on one database one works, and the other one takes over.
func TestOneRelaysAtATime(t *testing.T) {
	t.Parallel()
	broker, s := natstest.Start(t), newStore(t)
	claims := &claims{}
	whole := s.db
	s.db = claimed{whole, claims}
	first, stop := s.relay(broker, reviewdb.DataSet{1})
	s.commit(1)
	s.awaitSent(first)
	second, _ := s.relay(broker, reviewdb.DataSet{1})
	s.commit(1)
	s.awaitSent(first)
	if second.Sent() != 0 {
		t.Error("both relay")
	}
	stop()
	s.commit(1)
	s.awaitSent(second)
	expect(t, broker, revisions(1, 3))
}

// claims is what a shared database remembers of its relay.
type claims struct {
	mu    sync.Mutex
	owner string
}

// claimed is a database whose claim is one replica's at a time, as that of an
// engine with replicas is.
type claimed struct {
	reviewdb.Database
	claims *claims
}

func (c claimed) Claim(_ context.Context, owner string, lease time.Duration) (bool, error) {
	c.claims.mu.Lock()
	defer c.claims.mu.Unlock()
	if c.claims.owner != "" && c.claims.owner != owner {
		return false, nil
	}
	c.claims.owner = owner
	if lease == 0 {
		c.claims.owner = ""
	}
	return true, nil
}
