package outbox

import (
	"context"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/reviewdata/reviewdata/pkg/change"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/testkit/natstest"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
	"github.com/reviewdata/reviewdata/services/store/internal/sqlite"
)

// store is a database whose commits a relay hears of.
type store struct {
	t    *testing.T
	db   reviewdb.Database
	last review.Revision

	mu     sync.Mutex
	signal chan struct{}
}

func newStore(t *testing.T) *store {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "reviews.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return &store{t: t, db: db, signal: make(chan struct{})}
}

func (s *store) next() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.signal
}

// traced is what all events of the tests belong to.
const traced = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

// commit commits some revisions that change nothing.
func (s *store) commit(count int) {
	s.t.Helper()
	for range count {
		s.last++
		c := reviewdb.Commit{Event: change.Event{Revision: s.last, ChangedAt: time.Unix(int64(s.last), 0).UTC(), Upserted: 7, Trace: traced}}
		if err := s.db.Commit(s.t.Context(), c); err != nil {
			s.t.Fatal(err)
		}
	}
	s.mu.Lock()
	close(s.signal)
	s.signal = make(chan struct{})
	s.mu.Unlock()
}

// connect returns a connection like that of the store, but impatient.
func connect(t *testing.T, broker *natstest.Server) *nats.Conn {
	t.Helper()
	conn, err := nats.Connect(broker.URL(), nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1), nats.ReconnectWait(20*time.Millisecond), nats.ReconnectBufSize(-1))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

// relay runs a relay until the function that it returns is called.
func (s *store) relay(broker *natstest.Server, dataSet reviewdb.DataSet) (*Relay, func()) {
	s.t.Helper()
	conn := connect(s.t, broker)
	r, err := New(Options{Database: s.db, DataSet: dataSet, Next: s.next, Broker: conn, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		s.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(s.t.Context())
	done := make(chan error, 1)
	go func() { done <- r.Run(ctx) }()
	stop := sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			s.t.Errorf("the relay ended with %v", err)
		}
		conn.Close()
	})
	s.t.Cleanup(stop)
	return r, stop
}

// awaitSent waits until the relay has sent everything.
func (s *store) awaitSent(r *Relay) {
	s.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(2 * time.Millisecond) {
		events, err := s.db.Unsent(s.t.Context(), 1)
		if err != nil {
			s.t.Fatal(err)
		}
		if len(events) == 0 && r.Sent() == uint64(s.last) {
			return
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("sent %d of %d, unsent %v", r.Sent(), s.last, events)
		}
	}
}

// published returns the revisions of all events the broker has, in its order.
func published(t *testing.T, broker *natstest.Server) []review.Revision {
	t.Helper()
	conn, err := nats.Connect(broker.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := js.Stream(t.Context(), change.Stream)
	if err != nil {
		t.Fatal(err)
	}
	info := stream.CachedInfo()
	var out []review.Revision
	for seq := info.State.FirstSeq; seq <= info.State.LastSeq; seq++ {
		m, err := stream.GetMsg(t.Context(), seq)
		if err != nil {
			t.Fatal(err)
		}
		event, err := change.Decode(m.Data)
		if err != nil || event.Upserted != 7 || m.Header.Get(jetstream.MsgIDHeader) != change.MessageID(event.Revision) {
			t.Errorf("message %d: %+v, header %v, %v", seq, event, m.Header, err)
		}
		if got := m.Header.Get("traceparent"); got != traced {
			t.Errorf("message %d is of the trace %q, want %q", seq, got, traced)
		}
		out = append(out, event.Revision)
	}
	return out
}

func revisions(first, last review.Revision) []review.Revision {
	var out []review.Revision
	for r := first; r <= last; r++ {
		out = append(out, r)
	}
	return out
}

// expect compares what the broker has with the revisions it should have.
func expect(t *testing.T, broker *natstest.Server, want []review.Revision) {
	t.Helper()
	if diff := cmp.Diff(want, published(t, broker)); diff != "" {
		t.Errorf("published (-want +got)\n%s", diff)
	}
}

// Each event is published once and in order: those from before the start, and
// more than one read from the database at once.
func TestRelaysInOrder(t *testing.T) {
	t.Parallel()
	broker, s := natstest.Start(t), newStore(t)
	s.commit(batch + 20)
	r, _ := s.relay(broker, reviewdb.DataSet{1})
	s.awaitSent(r)
	for range 10 {
		s.commit(1)
		s.awaitSent(r)
	}
	expect(t, broker, revisions(1, s.last))
}
