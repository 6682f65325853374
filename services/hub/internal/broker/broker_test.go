package broker

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/testkit/natstest"
	"github.com/reviewdata/reviewdata/services/hub/internal/shard"
	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// connect returns a broker of a server, and what counts its losses of states.
func connect(t *testing.T, server *natstest.Server) (*Broker, chan struct{}) {
	t.Helper()
	lost := make(chan struct{}, 8)
	b, err := Connect(Options{
		URL: server.URL(), Replicas: 1, Logger: slog.New(slog.DiscardHandler),
		Commit: func(context.Context, review.Revision) {}, Lost: func() { lost <- struct{}{} },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	return b, lost
}

func record(callback string) subscription.Record {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	return subscription.Record{Callback: callback, Topic: subscription.Atom, Lease: 300, VerifiedAt: at, ExpiresAt: at.Add(300 * time.Second)}
}

func key(callback string) subscription.Key { return subscription.NewKey(subscription.Atom, callback) }

// all returns the numbers of all shards.
func all() []int {
	var shards []int
	for s := range subscription.Shards {
		shards = append(shards, s)
	}
	return shards
}

func TestRecords(t *testing.T) {
	t.Parallel()
	b, _ := connect(t, natstest.Start(t))
	ctx := t.Context()
	k, r := key("https://a.example.com/"), record("https://a.example.com/")
	if _, err := b.Find(ctx, k); !errors.Is(err, ErrNotFound) {
		t.Errorf("find before save: %v", err)
	}
	first, err := b.SaveRecord(ctx, k, r, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.SaveRecord(ctx, k, r, 0); !errors.Is(err, shard.ErrConflict) {
		t.Errorf("made twice: %v, want a conflict", err)
	}
	r.Failures = 1
	second, err := b.SaveRecord(ctx, k, r, first)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.SaveRecord(ctx, k, r, first); !errors.Is(err, shard.ErrConflict) {
		t.Errorf("saved over an unknown version: %v, want a conflict", err)
	}
	if got, err := b.Find(ctx, k); err != nil || cmp.Diff(Entry{Key: k, Record: r, Version: second}, got) != "" {
		t.Errorf("found %+v, %v", got, err)
	}
	if err := b.RemoveRecord(ctx, k, first); !errors.Is(err, shard.ErrConflict) {
		t.Errorf("removed an unknown version: %v, want a conflict", err)
	}
	if err := b.RemoveRecord(ctx, k, second); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Find(ctx, k); !errors.Is(err, ErrNotFound) {
		t.Errorf("find after removal: %v", err)
	}
	if _, err := b.SaveRecord(ctx, k, r, 0); err != nil {
		t.Errorf("make again after removal: %v", err)
	}
}

func TestLoad(t *testing.T) {
	t.Parallel()
	b, _ := connect(t, natstest.Start(t))
	ctx := t.Context()
	byShard := map[int]int{}
	for i := range 300 {
		callback := "https://a.example.com/" + strconv.Itoa(i)
		k := key(callback)
		if _, err := b.SaveRecord(ctx, k, record(callback), 0); err != nil {
			t.Fatal(err)
		}
		byShard[k.Shard()]++
		if i%2 == 0 {
			for n := range 3 {
				if err := b.SaveState(k, subscription.State{Tag: strconv.Itoa(n)}); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if err := b.Flush(ctx); err != nil {
		t.Fatal(err)
	}
	entries, err := b.Load(ctx, []int{3, 17})
	if err != nil || len(entries) != byShard[3]+byShard[17] {
		t.Errorf("loaded %d of two shards, want %d; %v", len(entries), byShard[3]+byShard[17], err)
	}
	entries, err = b.Load(ctx, all())
	if err != nil || len(entries) != 300 {
		t.Fatalf("loaded %d, %v", len(entries), err)
	}
	states := 0
	for _, e := range entries {
		if e.State != nil {
			states++
			if e.State.Tag != "2" {
				t.Errorf("state %+v, want the last", e.State)
			}
		}
	}
	if states != 150 {
		t.Errorf("%d states, want 150", states)
	}
	if total, there, err := b.Count(ctx, key("https://a.example.com/").Host); err != nil || total != 300 || there != 300 {
		t.Errorf("counted %d and %d, %v", total, there, err)
	}
	if _, there, err := b.Count(ctx, key("https://b.example.com/").Host); err != nil || there != 0 {
		t.Errorf("counted %d at another host, %v", there, err)
	}
}

// A subscription whose state cannot be read is as one that has lost it, and one
// whose record cannot be read keeps no other from being served.
func TestLoadUnreadable(t *testing.T) {
	t.Parallel()
	b, _ := connect(t, natstest.Start(t))
	ctx := t.Context()
	k, broken := key("https://a.example.com/"), key("https://b.example.com/")
	if _, err := b.SaveRecord(ctx, k, record("https://a.example.com/"), 0); err != nil {
		t.Fatal(err)
	}
	for _, subject := range []string{prefixStates + k.String(), "$KV." + bucketSubscriptions + "." + broken.String()} {
		if _, err := b.js.Publish(ctx, subject, []byte("no subscription")); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := b.Load(ctx, all())
	if err != nil || len(entries) != 1 || entries[0].Key != k || entries[0].State != nil {
		t.Errorf("loaded %+v, %v", entries, err)
	}
}

// Requests outlive the server; of several about a subscription the last
// counts, and is not removed with the one before it.
func TestRequests(t *testing.T) {
	t.Parallel()
	server := natstest.Start(t)
	b, _ := connect(t, server)
	ctx := t.Context()
	r := subscription.Request{Mode: subscription.Subscribe, Topic: subscription.Atom, Callback: "https://a.example.com/", Lease: time.Hour}
	if err := b.Request(ctx, r); err != nil {
		t.Fatal(err)
	}
	if got := <-b.Requested(); got != r.Key().String() {
		t.Errorf("heard of %q", got)
	}
	_, first, err := b.NextRequest(ctx, r.Key())
	if err != nil {
		t.Fatal(err)
	}
	r.Mode = subscription.Unsubscribe
	if err := b.Request(ctx, r); err != nil {
		t.Fatal(err)
	}
	if err := b.Done(ctx, first); err != nil {
		t.Errorf("done with the first: %v", err)
	}
	server.Restart()
	got, second, err := retry(t, func() (subscription.Request, uint64, error) { return b.NextRequest(ctx, r.Key()) })
	if err != nil || got != r {
		t.Fatalf("after a restart: %+v, %v", got, err)
	}
	if keys, err := b.Pending(ctx); err != nil || len(keys) != 1 || keys[0] != r.Key() {
		t.Errorf("pending %v, %v", keys, err)
	}
	if err := b.Done(ctx, second); err != nil {
		t.Fatal(err)
	}
	if _, _, err := b.NextRequest(ctx, r.Key()); !errors.Is(err, ErrNotFound) {
		t.Errorf("after it was done: %v", err)
	}
}

// retry tries until the broker is connected again.
func retry[T any](t *testing.T, try func() (T, uint64, error)) (got T, place uint64, err error) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if got, place, err = try(); err == nil {
			return got, place, nil
		}
	}
	return got, place, err
}

func TestRequestsAreBounded(t *testing.T) {
	t.Parallel()
	b, _ := connect(t, natstest.Start(t))
	r := subscription.Request{Mode: subscription.Subscribe, Topic: subscription.Atom}
	for i := range requestsPending {
		r.Callback = "https://a.example.com/" + strconv.Itoa(i)
		if err := b.Request(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Request(t.Context(), r); err != nil {
		t.Errorf("another request about the same subscription: %v", err)
	}
	r.Callback = "https://b.example.com/"
	if err := b.Request(t.Context(), r); !errors.Is(err, ErrBusy) {
		t.Errorf("one request more: %v, want ErrBusy", err)
	}
}

// A restart of the server loses the states, which is noticed, and no record.
func TestStatesAreInMemory(t *testing.T) {
	t.Parallel()
	server := natstest.Start(t)
	b, lost := connect(t, server)
	ctx := t.Context()
	k := key("https://a.example.com/")
	if _, err := b.SaveRecord(ctx, k, record("https://a.example.com/"), 0); err != nil {
		t.Fatal(err)
	}
	for _, s := range []subscription.State{
		subscription.State{}.Release(subscription.Outcome{Attempt: "1"}), subscription.State{}.Deliver(subscription.Outcome{Attempt: "2"}, "x"),
	} {
		if err := b.SaveState(k, s); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Flush(ctx); err != nil {
		t.Fatal(err)
	}
	if history, err := b.History(ctx, k); err != nil || len(history) != 2 || history[0].Tag != "x" {
		t.Errorf("history %+v, %v", history, err)
	}
	server.Restart()
	entries, _, err := retry(t, func() ([]Entry, uint64, error) {
		entries, err := b.Load(ctx, all())
		return entries, 0, err
	})
	if err != nil || len(entries) != 1 || entries[0].State != nil {
		t.Fatalf("after a restart: %+v, %v", entries, err)
	}
	select {
	case <-lost:
	case <-time.After(20 * time.Second):
		t.Error("the loss was not noticed")
	}
	if history, err := b.History(ctx, k); err != nil || len(history) != 0 {
		t.Errorf("history of nothing: %+v, %v", history, err)
	}
}

func TestTable(t *testing.T) {
	t.Parallel()
	b, _ := connect(t, natstest.Start(t))
	ctx := t.Context()
	table, version, err := b.Table(ctx)
	if err != nil || version != 0 {
		t.Fatalf("version %d, %v", version, err)
	}
	table = table.Next(shard.Beat{Member: "a", Content: 3})
	if err := b.SetTable(ctx, table, version); err != nil {
		t.Fatal(err)
	}
	if err := b.SetTable(ctx, table, version); !errors.Is(err, shard.ErrConflict) {
		t.Errorf("set twice: %v, want a conflict", err)
	}
	got, version, err := b.Table(ctx)
	if diff := cmp.Diff(table, got); diff != "" || version == 0 || err != nil {
		t.Errorf("version %d, %v (-want +got):\n%s", version, err, diff)
	}
}

// Without a server everything fails in bounded time.
func TestAway(t *testing.T) {
	t.Parallel()
	server := natstest.Start(t)
	b, _ := connect(t, server)
	server.Stop()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := b.Request(ctx, subscription.Request{Mode: subscription.Subscribe, Topic: subscription.Atom, Callback: "https://a.example.com/"}); err == nil {
		t.Error("a request was kept by nobody")
	}
	if _, err := b.Load(ctx, all()); err == nil || ctx.Err() != nil {
		t.Errorf("load: %v", err)
	}
}

// While somebody waits for a server that does not answer, others wait for no
// longer than they want to.
func TestNobodyWaitsForALook(t *testing.T) {
	t.Parallel()
	b, _ := connect(t, natstest.Start(t))
	b.turn <- struct{}{} // somebody looks whether everything is there
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := b.Find(ctx, key("https://a.example.com/")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want that of the context", err)
	}
	<-b.turn
	if _, err := b.Find(t.Context(), key("https://a.example.com/")); !errors.Is(err, ErrNotFound) {
		t.Errorf("error %v, want that there is none", err)
	}
}
