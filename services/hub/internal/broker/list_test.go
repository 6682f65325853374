package broker

import (
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/reviewdata/reviewdata/pkg/testkit/natstest"
	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// A server that has told all it knows may be behind: what the others have
// acknowledged is waited for.
func TestReadUntil(t *testing.T) {
	t.Parallel()
	b, _ := connect(t, natstest.Start(t))
	ctx := t.Context()
	o, err := b.open(ctx)
	if err != nil {
		t.Fatal(err)
	}
	early, late := key("https://early.example.com/"), key("https://late.example.com/")
	first, err := b.SaveRecord(ctx, early, record("https://early.example.com/"), 0)
	if err != nil {
		t.Fatal(err)
	}
	listing := make(chan []string)
	go func() {
		found, err := readUntil(ctx, o.subscriptions, []string{">"}, first+3)
		for errors.Is(err, errSilent) { // we are slow
			found, err = readUntil(ctx, o.subscriptions, []string{">"}, first+3)
		}
		if err != nil {
			t.Error(err)
		}
		var names []string
		for name := range found {
			names = append(names, name)
		}
		listing <- names
	}()
	if err := b.RemoveRecord(ctx, early, first); err != nil {
		t.Fatal(err)
	}
	if _, err := b.SaveRecord(ctx, late, record("https://late.example.com/"), 0); err != nil {
		t.Fatal(err)
	}
	select {
	case names := <-listing:
		t.Fatalf("it did not wait, and found %q", names)
	default:
	}
	if _, err := b.mark(ctx, "$KV."+bucketSubscriptions+".mark"); err != nil {
		t.Fatal(err)
	}
	if names := <-listing; len(names) != 1 || names[0] != late.String() {
		t.Errorf("found %q, want %q", names, late)
	}
}

// A server that is silent before the mark has come, or before the end, is asked again.
func TestSilentListings(t *testing.T) {
	t.Parallel()
	for name, mark := range map[string]uint64{"before the end": 7, "before the mark": 8} {
		synctest.Test(t, func(t *testing.T) {
			updates := make(chan jetstream.KeyValueEntry, 1)
			updates <- written{revision: 7}
			begin := time.Now()
			_, err := newestOf(t.Context(), updates, mark)
			if took := time.Since(begin); !errors.Is(err, errSilent) || took != silence {
				t.Errorf("%s: %v after %s, want %v after %s", name, err, took, errSilent, silence)
			}
		})
	}
}

// written is an entry of which the revision alone matters.
type written struct {
	jetstream.KeyValueEntry

	revision uint64
}

func (written) Key() string        { return "mark" }
func (w written) Revision() uint64 { return w.revision }

// Many may list at once, each taking away its own marks meanwhile.
func TestListingsAtOnce(t *testing.T) {
	t.Parallel()
	b, _ := connect(t, natstest.Start(t))
	var work sync.WaitGroup
	for range 8 {
		work.Go(func() {
			for range 30 {
				if _, err := b.Load(t.Context(), all()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	work.Wait()
}

// The marks of listings are no subscriptions.
func TestMarksAreNotListed(t *testing.T) {
	t.Parallel()
	b, _ := connect(t, natstest.Start(t))
	for range 2 {
		entries, err := b.Load(t.Context(), []int{subscription.Shards - 1, 0})
		if err != nil || len(entries) != 0 {
			t.Errorf("%d subscriptions, %v; want none", len(entries), err)
		}
	}
	if total, _, err := b.Count(t.Context(), "example_com"); err != nil || total != 0 {
		t.Errorf("%d subscriptions are counted, %v; want none", total, err)
	}
}
