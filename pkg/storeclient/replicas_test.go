package storeclient_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// counting returns a store that counts what it is asked.
func counting(calls *atomic.Int32) *store {
	return always(func(context.Context) error { calls.Add(1); return nil })
}

// Calls go to all replicas in a list. When one of them dies, no read fails, and
// when it is back it is asked again.
func TestReplicas(t *testing.T) {
	t.Parallel()
	var one, two atomic.Int32
	first, second := serve(t, counting(&one), ""), serve(t, counting(&two), "")
	c := dial(t, first.addr+", "+second.addr, "")
	both := func() {
		t.Helper()
		one.Store(0)
		two.Store(0)
		for deadline := time.Now().Add(20 * time.Second); one.Load() == 0 || two.Load() == 0; {
			if _, err := c.Revision(t.Context()); err != nil {
				t.Fatal(err)
			}
			if time.Now().After(deadline) {
				t.Fatalf("%d calls to the one, %d to the other", one.Load(), two.Load())
			}
		}
	}
	both()
	time.AfterFunc(20*time.Millisecond, second.stop)
	for end := time.Now().Add(300 * time.Millisecond); time.Now().Before(end); {
		if _, err := c.Revision(t.Context()); err != nil {
			t.Fatalf("while a replica dies: %v", err)
		}
	}
	serve(t, counting(&two), second.addr)
	both()
}

// A read that a replica cannot answer is asked of another one, a change is not.
func TestReadsAreRetried(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	c := serve(t, always(func(context.Context) error {
		if calls.Add(1) == 1 {
			return status.Error(codes.Unavailable, "not I")
		}
		return nil
	}), "")
	if _, err := c.Revision(t.Context()); err != nil || calls.Load() != 2 {
		t.Errorf("a read: %v after %d calls", err, calls.Load())
	}
	calls.Store(0)
	if _, _, err := c.admin.Remove(t.Context(), nil, review.Origin{}); !errors.Is(err, review.ErrUnavailable) || calls.Load() != 1 {
		t.Errorf("a change: %v after %d calls", err, calls.Load())
	}
}
