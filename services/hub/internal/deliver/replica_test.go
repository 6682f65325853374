package deliver

import (
	"context"
	"crypto/x509"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/testkit/callbacktest"
	"github.com/reviewdata/reviewdata/pkg/testkit/natstest"
	"github.com/reviewdata/reviewdata/services/hub/internal/broker"
	"github.com/reviewdata/reviewdata/services/hub/internal/content"
	"github.com/reviewdata/reviewdata/services/hub/internal/egress"
	"github.com/reviewdata/reviewdata/services/hub/internal/shard"
	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// system is engines around one broker, and subscribers to deliver to.
type system struct {
	t       testing.TB
	nats    *natstest.Server
	sink    *callbacktest.Sink
	content atomic.Pointer[content.Edition]
	options func(*Options) // changes those of the next engine
	trace   func(http.RoundTripper) http.RoundTripper
}

func newSystem(t testing.TB) *system {
	return &system{
		t: t, nats: natstest.Start(t), options: func(*Options) {},
		sink: callbacktest.Start(t, callbacktest.Options{Version: version}),
	}
}

// version reads the revision from the content of a test.
func version(body []byte) int64 {
	first, _, _ := strings.Cut(string(body), "\n")
	n, _ := strconv.ParseInt(strings.TrimPrefix(first, "revision "), 10, 64)
	return n
}

// replica is an engine that holds all shards.
type replica struct {
	*system
	*Engine
	broker *broker.Broker
	kicked atomic.Int32
}

// start runs an engine until the test ends.
func (s *system) start() *replica {
	s.t.Helper()
	r := &replica{system: s}
	var err error
	logger := slog.New(slog.DiscardHandler)
	r.broker, err = broker.Connect(broker.Options{
		URL: s.nats.URL(), Replicas: 1, Logger: logger, Commit: func(context.Context, review.Revision) {}, Lost: func() { r.Resave() },
	})
	if err != nil {
		s.t.Fatal(err)
	}
	pem, err := os.ReadFile(s.sink.CAFile())
	if err != nil {
		s.t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	guard := egress.NewGuard([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")})
	o := Options{
		Ledger: r.broker, Outlook: egress.NewOutlook(), Logger: logger,
		Client:      egress.New(egress.Options{Guard: guard, Roots: roots, UserAgent: func() string { return "test" }, Trace: s.trace}),
		Delays:      []time.Duration{50 * time.Millisecond, 50 * time.Millisecond},
		Deadline:    2 * time.Second,
		Concurrency: 64,
		PerHost:     func(string) int { return 0 },
		Newest:      s.content.Load,
		Metrics:     NewMetrics(prometheus.NewRegistry()),
	}
	s.options(&o)
	r.Engine = New(o, func() bool { return true }, func() { r.kicked.Add(1) })
	s.t.Cleanup(func() {
		r.Drop(errStopping)
		r.work.Wait()
		_ = r.broker.Close()
	})
	r.Assign(r.assignment())
	r.await("the shards are loaded", func() bool { return len(r.Settled()) == subscription.Shards || r.content.Load() == nil })
	return r
}

// assignment gives the engine everything, and allows the newest content.
func (r *replica) assignment() shard.Assignment {
	a := shard.Assignment{Settled: make([]shard.Tags, subscription.Shards)}
	for n := range subscription.Shards {
		a.Mine = append(a.Mine, n)
	}
	if e := r.content.Load(); e != nil {
		a.Floor = e.Revision
		r.SetEdition(e)
	}
	return a
}

// publish makes a new content.
func (r *replica) publish(revision review.Revision) {
	e := &content.Edition{Revision: revision, BaseURL: "https://reviews.example.com", ByTopic: map[subscription.Topic]document.Document{}}
	for _, topic := range subscription.Topics() {
		e.ByTopic[topic] = document.Document{Body: fmt.Appendf(nil, "revision %d", revision), ContentType: "text/plain", Tag: fmt.Sprint(revision)}
	}
	r.content.Store(e)
	r.Assign(r.assignment())
}

// agree makes a subscription of one who has the newest content.
func (r *replica) agree(c *callbacktest.Callback, change func(*subscription.Record)) subscription.Key {
	r.t.Helper()
	return r.agreeAs(c, r.NewestOf(subscription.Atom), change)
}

// agreeAs makes a subscription that was asked for when some content was the newest.
func (r *replica) agreeAs(c *callbacktest.Callback, asked Known, change func(*subscription.Record)) subscription.Key {
	r.t.Helper()
	record := subscription.Record{
		Callback: c.URL, Topic: subscription.Atom, Lease: 3600,
		VerifiedAt: time.Now().UTC(), ExpiresAt: time.Now().Add(time.Hour).UTC(),
	}
	if change != nil {
		change(&record)
	}
	key := subscription.NewKey(subscription.Atom, c.URL)
	if err := r.Agree(r.t.Context(), key, record, asked); err != nil {
		r.t.Fatal(err)
	}
	return key
}

func (r *replica) await(what string, done func() bool) {
	r.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !done(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			r.t.Fatalf("not so after 20 s: %s", what)
		}
	}
}

// begin runs an engine that has a first content.
func begin(t *testing.T) (*replica, *callbacktest.Callback) {
	r := newSystem(t).start()
	r.publish(1)
	r.await("the shards are loaded", func() bool { return len(r.Settled()) == subscription.Shards })
	return r, r.sink.Callback("")
}
