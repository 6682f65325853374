package main

import (
	"math/rand/v2"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/reviewdata/reviewdata/pkg/change"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/storeclient"
	"github.com/reviewdata/reviewdata/pkg/testkit/natstest"
	"github.com/reviewdata/reviewdata/pkg/testkit/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// A store that is killed between commit and publication publishes after the
// restart.
func TestKilledBeforePublication(t *testing.T) {
	t.Parallel()
	broker := natstest.Start(t)
	broker.Stop()
	store := storetest.Start(t, storetest.Options{NATSURL: broker.URL()})
	store.Import(review.Record{Source: "google", SourceID: "a", Rating: 5, Date: "2026-03-01"})
	store.Kill()
	broker.Restart()
	store.Restart()
	awaitEvents(t, broker, 1)
}

// Killed at any moment of any number of imports, a store keeps what it has
// acknowledged, and its events have no gap and no double.
func TestKilledAtRandom(t *testing.T) {
	t.Parallel()
	broker := natstest.Start(t)
	store := storetest.Start(t, storetest.Options{NATSURL: broker.URL()})
	var acknowledged []string
	for round := range 5 {
		var stop atomic.Bool
		done := make(chan []string, 1)
		go func() { done <- importUntil(t, store.AdminAddr(), strconv.Itoa(round), &stop) }()
		time.Sleep(time.Duration(50+rand.IntN(150)) * time.Millisecond)
		store.Kill()
		stop.Store(true)
		acknowledged = append(acknowledged, <-done...)
		store.Restart()
	}
	if len(acknowledged) == 0 {
		t.Fatal("nothing was written")
	}
	client := store.Client()
	for _, key := range acknowledged {
		if _, err := client.Review(t.Context(), review.NewID("google", key), 0); err != nil {
			t.Fatalf("%s was acknowledged: %v", key, err)
		}
	}
	last, err := client.Revision(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	awaitEvents(t, broker, last)
}

// importUntil imports one review after the other and returns the keys of those
// that were acknowledged.
func importUntil(t *testing.T, addr, prefix string, stop *atomic.Bool) []string {
	admin, err := storeclient.DialAdmin(addr, "")
	if err != nil {
		t.Error(err)
		return nil
	}
	defer func() { _ = admin.Close() }()
	var keys []string
	for n := 0; !stop.Load(); n++ {
		i, err := admin.Import(t.Context(), review.ImportOptions{Strict: true}, storeclient.ImportEvents{})
		if err != nil {
			continue
		}
		key := prefix + "/" + strconv.Itoa(n)
		_ = i.Add(1, review.Record{Source: "google", SourceID: key, Rating: 5, Date: "2026-03-01"}) // Finish says why
		if _, err := i.Finish(); err == nil {
			keys = append(keys, key)
		}
	}
	return keys
}

// awaitEvents waits until the broker has the event of the last revision, and
// checks that it has each one before it once and in order.
func awaitEvents(t *testing.T, broker *natstest.Server, last review.Revision) {
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
	var got, want []review.Revision
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if got = events(t, js); len(got) > 0 && got[len(got)-1] >= last {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("events %v, want up to %d", got, last)
		}
	}
	for r := range last {
		want = append(want, r+1)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("events (-want +got)\n%s", diff)
	}
}

// events returns the revisions of all events that the broker has.
func events(t *testing.T, js jetstream.JetStream) []review.Revision {
	t.Helper()
	stream, err := js.Stream(t.Context(), change.Stream)
	if err != nil {
		return nil // the store has not made it yet
	}
	state := stream.CachedInfo().State
	var out []review.Revision
	for seq := state.FirstSeq; seq <= state.LastSeq && state.Msgs > 0; seq++ {
		m, err := stream.GetMsg(t.Context(), seq)
		if err != nil {
			t.Fatal(err)
		}
		e, err := change.Decode(m.Data)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e.Revision)
	}
	return out
}
