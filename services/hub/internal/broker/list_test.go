package broker

import (
	"context"
	"errors"
	"strconv"
	"strings"
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

// mute is a bucket that tells the first who listens nothing.
type mute struct {
	jetstream.KeyValue

	asked int
}

func (m *mute) WatchFiltered(ctx context.Context, keys []string, options ...jetstream.WatchOpt) (jetstream.KeyWatcher, error) {
	w, err := m.KeyValue.WatchFiltered(ctx, keys, options...)
	if m.asked++; m.asked == 1 && err == nil {
		return silent{w}, nil
	}
	return w, err
}

// silent is a watcher that says nothing.
type silent struct{ jetstream.KeyWatcher }

func (silent) Updates() <-chan jetstream.KeyValueEntry { return nil }

// A listing that has stopped is begun anew.
func TestListAgain(t *testing.T) {
	t.Parallel()
	b, _ := connect(t, natstest.Start(t))
	ctx := t.Context()
	k := key("https://a.example.com/")
	if _, err := b.SaveRecord(ctx, k, record("https://a.example.com/"), 0); err != nil {
		t.Fatal(err)
	}
	o, err := b.open(ctx)
	if err != nil {
		t.Fatal(err)
	}
	bucket := &mute{KeyValue: o.subscriptions}
	found, err := b.list(ctx, bucket, o.recordsStream, all())
	if _, is := found[k.String()]; err != nil || !is || bucket.asked < 2 {
		t.Errorf("found %v, %v, after asking %d times", found, err, bucket.asked)
	}
}

// Who lists shards does not hear the marks of others: to wait for one that is
// taken away is what makes a listing stop.
func TestMarksAreInNoShard(t *testing.T) {
	t.Parallel()
	shard, _, _ := strings.Cut(markKey(), ".")
	if n, err := strconv.Atoi(shard); err == nil {
		t.Errorf("a mark is in shard %d", n)
	}
}

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
