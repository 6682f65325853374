package broker

import (
	"testing"

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
		found, err := readUntil(ctx, o.subscriptions, all(), first+3)
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
	if _, err := b.mark(ctx, "$KV."+bucketSubscriptions+".0.mark"); err != nil {
		t.Fatal(err)
	}
	if names := <-listing; len(names) != 1 || names[0] != late.String() {
		t.Errorf("found %q, want %q", names, late)
	}
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
