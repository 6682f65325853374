package follow

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// expect checks which revision was taken last once everything has come to rest.
func expect(t *testing.T, b *taker, want review.Revision, when string) {
	t.Helper()
	synctest.Wait()
	if got := b.Revision(); got != want {
		t.Errorf("%s: revision %d, want %d", when, got, want)
	}
}

func TestFollow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		source := &memory{snapshot: at(1)}
		b := newTaker(source)
		if b.Current() != nil {
			t.Error("shows something before it began")
		}
		defer run(t, b)()
		expect(t, b, 1, "at the start")

		source.set(at(2))
		b.Hear(t.Context(), 2)
		expect(t, b, 2, "after an event")

		source.set(at(3))
		b.Hear(t.Context(), 0)
		expect(t, b, 3, "after an event that tells nothing")

		source.set(at(4))
		expect(t, b, 3, "before it asks")
		time.Sleep(pollInterval)
		expect(t, b, 4, "without an event")
	})
}

func TestFollowAStoreThatIsEmpty(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		source := &memory{snapshot: &review.Snapshot{BaseURL: "https://reviews.example.com"}}
		b := newTaker(source)
		defer run(t, b)()
		synctest.Wait()
		first := b.Current()
		if first == nil {
			t.Fatal("shows nothing, want an empty edition")
		}
		time.Sleep(3 * pollInterval)
		synctest.Wait()
		if b.Current() != first {
			t.Error("published again what had not changed")
		}
	})
}

func TestFollowAStoreThatComesLate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		source := &memory{}
		b := newTaker(source)
		defer run(t, b)()
		time.Sleep(time.Minute)
		synctest.Wait()
		if b.Current() != nil || !b.Away() || !b.Confirmed().IsZero() {
			t.Error("shows something, or does not say that the store is away")
		}
		if source.asked > 40 {
			t.Errorf("asked %d times in a minute, want a pause between", source.asked)
		}
		source.set(at(7))
		time.Sleep(pollInterval)
		expect(t, b, 7, "with the store")
		if b.Away() || time.Since(b.Confirmed()) > pollInterval {
			t.Errorf("still says that the store is away, or confirmed at %s", b.Confirmed())
		}
	})
}

func TestFollowAStoreThatGoesAway(t *testing.T) {
	t.Parallel()
	for name, away := range map[string]func(*memory){
		"dead":    func(m *memory) { m.set(nil) },
		"hanging": func(m *memory) { m.hang(true) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				source := &memory{snapshot: at(1)}
				b := newTaker(source)
				defer run(t, b)()
				expect(t, b, 1, "at the start")

				away(source)
				b.Hear(t.Context(), 2)
				time.Sleep(10 * time.Minute)
				expect(t, b, 1, "without the store")
				if !b.Away() || time.Since(b.Confirmed()) < 10*time.Minute {
					t.Errorf("does not say that the store is away, or confirmed at %s", b.Confirmed())
				}

				source.hang(false)
				source.set(at(3))
				time.Sleep(pollInterval + revisionTimeout)
				expect(t, b, 3, "with the store again")
			})
		})
	}
}

// The documents never go back, be it that a replica is behind.
func TestFollowNeverGoesBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		source := &memory{snapshot: at(5)}
		b := newTaker(source)
		defer run(t, b)()
		expect(t, b, 5, "at the start")

		source.set(at(4))
		b.Hear(t.Context(), 4)
		time.Sleep(time.Minute)
		expect(t, b, 5, "behind a replica that is late")
		if !b.Away() {
			t.Error("does not say that it cannot follow")
		}

		source.set(at(6))
		time.Sleep(pollInterval)
		expect(t, b, 6, "when the replica has caught up")
	})
}

// An event may tell of a revision that the store does not reach for long, as
// one does that was left over from another data set.
func TestFollowPastAWrongEvent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		source := &memory{snapshot: at(1)}
		b := newTaker(source)
		defer run(t, b)()
		expect(t, b, 1, "at the start")

		b.Hear(t.Context(), 500)
		source.set(at(2))
		time.Sleep(pollInterval)
		expect(t, b, 2, "after the event")
	})
}

// A burst of events makes at most one further fetch wait.
func TestHearDoesNotBlock(t *testing.T) {
	t.Parallel()
	b := newTaker(&memory{})
	for i := range 1000 {
		b.Hear(t.Context(), review.Revision(i))
	}
	if got := len(b.wake); got != 1 {
		t.Errorf("%d calls wait, want 1", got)
	}
}

func TestPause(t *testing.T) {
	t.Parallel()
	for failures, want := range map[int]time.Duration{
		0: pollInterval, 1: firstRetry, 2: 2 * firstRetry, 5: 16 * firstRetry, 6: pollInterval, 1000: pollInterval,
	} {
		if got := pause(failures); got != want {
			t.Errorf("after %d failures %s, want %s", failures, got, want)
		}
	}
}
