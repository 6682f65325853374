package deliver

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/reviewdata/reviewdata/pkg/testkit/callbacktest"
	"github.com/reviewdata/reviewdata/services/hub/internal/broker"
	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// faulty is a ledger with a say in what it is asked.
type faulty struct {
	Ledger
	removed func(error) error                          // returns what is told of a removal
	saving  func(context.Context)                      // is called before a record is saved
	written func()                                     // is called after a record was saved
	loading func(context.Context)                      // is called before shards are loaded
	saved   func(subscription.Key, subscription.State) // hears of each state
}

func (f faulty) Load(ctx context.Context, shards []int) ([]broker.Entry, error) {
	if f.loading != nil {
		f.loading(ctx)
	}
	return f.Ledger.Load(ctx, shards)
}

func (f faulty) SaveRecord(ctx context.Context, key subscription.Key, r subscription.Record, version uint64) (uint64, error) {
	if f.saving != nil {
		f.saving(ctx)
	}
	version, err := f.Ledger.SaveRecord(ctx, key, r, version)
	if f.written != nil {
		f.written()
	}
	return version, err
}

func (f faulty) RemoveRecord(ctx context.Context, key subscription.Key, version uint64) error {
	err := f.Ledger.RemoveRecord(ctx, key, version)
	if f.removed != nil {
		err = f.removed(err)
	}
	return err
}

func (f faulty) SaveState(key subscription.Key, s subscription.State) error {
	if f.saved != nil {
		f.saved(key, s)
	}
	return f.Ledger.SaveState(key, s)
}

// beginFaulty runs an engine with a faulty ledger, that has a first content.
func beginFaulty(t *testing.T, f faulty, change func(*Options)) (*replica, *callbacktest.Callback) {
	s := newSystem(t)
	s.options = func(o *Options) {
		f.Ledger = o.Ledger
		o.Ledger = f
		change(o)
	}
	r := s.start()
	r.publish(1)
	r.await("the shards are loaded", func() bool { return len(r.Settled()) == subscription.Shards })
	return r, r.sink.Callback("")
}

// A removal of which the broker's word got lost has happened all the same, and
// does not look as if somebody else had the shard.
func TestRemovalUnheard(t *testing.T) {
	t.Parallel()
	var told atomic.Bool
	r, c := beginFaulty(t, faulty{removed: func(err error) error {
		if told.CompareAndSwap(false, true) {
			return context.DeadlineExceeded
		}
		return err
	}}, func(*Options) {})
	key := r.agree(c, nil)
	if err := r.End(t.Context(), key, subscription.Unsubscribed); err != nil {
		t.Fatal(err)
	}
	if _, ours := r.Holds(key); !ours {
		t.Error("the shard was given up")
	}
}

// Removals, which may have to tell the callback, do not all go on at once.
func TestRemovalsAreBounded(t *testing.T) {
	t.Parallel()
	const most = 3
	var removals, running, highest atomic.Int32
	r, _ := beginFaulty(t, faulty{removed: func(err error) error {
		if n := running.Add(1); n > highest.Load() {
			highest.Store(n)
		}
		time.Sleep(20 * time.Millisecond)
		running.Add(-1)
		removals.Add(1)
		return err
	}}, func(o *Options) { o.Concurrency = most })
	end := time.Now().Add(time.Second)
	for range 20 {
		r.agree(r.sink.Callback(""), func(record *subscription.Record) { record.ExpiresAt = end })
	}
	r.await("all have expired", func() bool { return removals.Load() == 20 })
	if n := highest.Load(); n > most {
		t.Errorf("%d removals at a time, want at most %d", n, most)
	}
	if n := r.Figures().Running; n > most {
		t.Errorf("%d are running at the end", n)
	}
}

// When a state tells how an attempt ended, what that means is on disk: whoever
// takes over neither forgets a failure nor remembers one that is forgiven.
func TestRecordBeforeState(t *testing.T) {
	t.Parallel()
	s := newSystem(t)
	type step struct {
		status, failures int
	}
	steps := make(chan step, 4)
	s.options = func(o *Options) {
		disk := o.Ledger
		o.Ledger = faulty{Ledger: disk, saved: func(key subscription.Key, state subscription.State) {
			if state.Last.Status == 0 {
				return
			}
			if e, err := disk.Find(t.Context(), key); err != nil {
				t.Error(err)
			} else {
				steps <- step{state.Last.Status, e.Record.Failures}
			}
		}}
	}
	r := s.start()
	r.publish(1)
	r.await("the shards are loaded", func() bool { return len(r.Settled()) == subscription.Shards })
	c := r.sink.Callback("").OnDelivery(callbacktest.Statuses(500, 502, 204))
	r.agree(c, nil)
	r.publish(2)
	for _, want := range []step{{500, 1}, {502, 2}, {204, 0}} {
		select {
		case got := <-steps:
			if got != want {
				t.Errorf("status and failures on disk %v, want %v", got, want)
			}
		case <-time.After(callbacktest.Patience):
			t.Fatalf("no state that tells of %v", want)
		}
	}
}

// A delivery whose end cannot be put on disk is not told of as one that has
// ended.
func TestNothingWithoutRecord(t *testing.T) {
	t.Parallel()
	var stuck, tries, told atomic.Bool
	r, c := beginFaulty(t, faulty{
		saving: func(ctx context.Context) {
			if stuck.Load() {
				tries.Store(true)
				<-ctx.Done()
			}
		},
		saved: func(_ subscription.Key, s subscription.State) {
			if stuck.Load() && s.Last.Result == delivered {
				told.Store(true)
			}
		},
	}, func(*Options) {})
	c.OnDelivery(func(n int, _ callbacktest.Request) callbacktest.Answer {
		stuck.Store(n > 0)
		return callbacktest.Answer{Status: []int{500, 204}[min(n, 1)]}
	})
	r.agree(c, nil)
	r.publish(2)
	c.AwaitDeliveries(t, 2)
	r.await("it tries to write", tries.Load)
	r.Drop(errStopping)
	r.work.Wait()
	if told.Load() {
		t.Error("a delivery counts although the failure before it is not forgiven")
	}
}

// exchange hears when an exchange with a callback begins.
type exchange struct {
	http.RoundTripper
	began func()
}

func (e exchange) RoundTrip(r *http.Request) (*http.Response, error) {
	e.began()
	return e.RoundTripper.RoundTrip(r)
}

// A lease that lapses while a connection is made keeps the content from being
// sent, and the subscriber is blamed for nothing.
func TestLapseWhileConnecting(t *testing.T) {
	t.Parallel()
	var lapsed atomic.Bool
	s := newSystem(t)
	s.trace = func(next http.RoundTripper) http.RoundTripper {
		return exchange{next, func() { lapsed.Store(true) }}
	}
	r := s.start()
	r.publish(1)
	r.await("the shards are loaded", func() bool { return len(r.Settled()) == subscription.Shards })
	c := r.sink.Callback("")
	key := r.agree(c, nil)
	r.mu.Lock()
	r.valid = func() bool { return !lapsed.Load() }
	r.mu.Unlock()
	r.publish(2)
	r.await("the shards are given up", func() bool { return r.Figures().Shards == 0 })
	r.work.Wait()
	if n := len(c.Deliveries()); n != 0 {
		t.Errorf("%d deliveries without a lease", n)
	}
	if entry, err := r.broker.Find(t.Context(), key); err != nil || entry.Record.Failures != 0 {
		t.Errorf("%d failures noted, error %v", entry.Record.Failures, err)
	}
	outcomes := make(chan prometheus.Metric, 10)
	r.Metrics.Deliveries.Collect(outcomes)
	if len(outcomes) != 0 {
		t.Error("an attempt that was not made is counted")
	}
}

// hold keeps a subscription busy until what it returns is called.
func (r *replica) hold(key subscription.Key) (done func()) {
	began, ended := make(chan struct{}), make(chan struct{})
	r.work.Go(func() {
		_ = r.with(context.Background(), key, func(*member) error {
			close(began)
			<-ended
			return nil
		})
	})
	<-began
	return func() { close(ended) }
}

// A shard that comes back twice waits for who began before it went the first
// time.
func TestBackTwice(t *testing.T) {
	t.Parallel()
	r, c := begin(t)
	key := r.agree(c, nil)
	done := r.hold(key)
	for range 2 {
		r.Drop(errTaken)
		r.Assign(r.assignment())
	}
	time.Sleep(100 * time.Millisecond)
	if _, ours := r.Holds(key); ours {
		t.Error("the shard is worked on again while somebody is still at it")
	}
	done()
	r.await("the shard is back", func() bool { _, ours := r.Holds(key); return ours })
}

// A surplus shard that was dropped is not free before whoever is at it knows.
func TestFreeAfterDrop(t *testing.T) {
	t.Parallel()
	r, c := begin(t)
	key := r.agree(c, nil)
	done := r.hold(key)
	a := r.assignment()
	a.Surplus = a.Mine
	r.Assign(a)
	r.Drop(errTaken)
	if n := len(r.Freed()); n != subscription.Shards-1 {
		t.Errorf("%d shards are free while somebody is at one, want all but that", n)
	}
	kicked := r.kicked.Load()
	done()
	r.await("all are free", func() bool { return len(r.Freed()) == subscription.Shards })
	r.await("somebody was told", func() bool { return r.kicked.Load() > kicked })
}

// A stop does not wait for a broker that does not answer.
func TestStopWhileLoading(t *testing.T) {
	t.Parallel()
	s := newSystem(t)
	loading := make(chan struct{}, 8)
	s.options = func(o *Options) {
		o.Ledger = faulty{Ledger: o.Ledger, loading: func(ctx context.Context) {
			loading <- struct{}{}
			<-ctx.Done()
		}}
	}
	r := s.start()
	<-loading
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	stopped := make(chan struct{})
	go func() {
		r.stop(ctx)
		close(stopped)
	}()
	select {
	case <-stopped:
	case <-time.After(10 * time.Second):
		t.Fatal("it waits")
	}
}
