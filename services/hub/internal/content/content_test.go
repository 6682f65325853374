package content

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// The first edition goes out at once, and of those that follow each other the
// newest.
func TestShelf(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var out []review.Revision
		s := NewShelf(time.Second, func(e *Edition) { out = append(out, e.Revision) })
		if s.Newest() != nil {
			t.Error("there is an edition before the first")
		}
		for _, step := range []struct {
			wait     time.Duration
			revision review.Revision
		}{{0, 1}, {0, 2}, {600 * time.Millisecond, 3}, {300 * time.Millisecond, 4}, {2 * time.Second, 5}} {
			time.Sleep(step.wait)
			snapshot := *reviewtest.Snapshot()
			snapshot.Revision = step.revision
			s.Take(t.Context(), &snapshot, time.Now())
			if s.Newest().Revision != step.revision {
				t.Errorf("newest is %d, want %d", s.Newest().Revision, step.revision)
			}
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if len(out) != 3 || out[0] != 1 || out[1] != 4 || out[2] != 5 {
			t.Errorf("out went %v, want 1 4 5", out)
		}
	})
}

// However long it takes to hand one out, an older edition never comes after a
// newer one.
func TestShelfKeepsOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var out []review.Revision
		s := NewShelf(10*time.Millisecond, func(e *Edition) {
			if e.Revision == 2 {
				time.Sleep(time.Second)
			}
			mu.Lock()
			defer mu.Unlock()
			out = append(out, e.Revision)
		})
		for revision := review.Revision(1); revision <= 6; revision++ {
			snapshot := *reviewtest.Snapshot()
			snapshot.Revision = revision
			s.Take(t.Context(), &snapshot, time.Now())
			time.Sleep(20 * time.Millisecond)
		}
		time.Sleep(3 * time.Second)
		mu.Lock()
		defer mu.Unlock()
		for i := range out[1:] {
			if out[i+1] < out[i] {
				t.Errorf("out went %v", out)
			}
		}
		if out[len(out)-1] != 6 {
			t.Errorf("the last was %d, want 6", out[len(out)-1])
		}
	})
}

// What is pushed is what a GET of the topic is answered with.
func TestEditionIsWhatAGETReturns(t *testing.T) {
	t.Parallel()
	snapshot := reviewtest.Snapshot()
	s := NewShelf(0, func(*Edition) {})
	s.Take(context.Background(), snapshot, time.Now())
	for topic, want := range map[subscription.Topic]document.Document{
		subscription.Atom: document.Atom(snapshot), subscription.JSONFeed: document.JSONFeed(snapshot), subscription.Full: document.Reviews(snapshot),
	} {
		got := s.Newest().ByTopic[topic]
		if string(got.Body) != string(want.Body) || got.ContentType != want.ContentType || got.Tag != want.Tag {
			t.Errorf("%s is not the document at its path", topic)
		}
	}
}
