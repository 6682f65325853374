package acceptance

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/reviewdata/reviewdata/pkg/change"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/testkit/pgtest"
)

// crashKeys is how many reviews the crash test writes, over and over.
const crashKeys = 12

// deletedText stands for a review that was removed.
const deletedText = "(removed)"

// The store, NATS and the gateway are killed at random moments of many imports
// and removals. Nothing that was acknowledged is lost, no event is lost or
// doubled, revisions have no gap, and nobody lends a hand. CRASH_SEEDS=50 runs
// it so many times, CRASH_STEPS=100 longer.
func TestCrashes(t *testing.T) {
	for n := range number("CRASH_SEEDS", 1) {
		for name, database := range map[string]func(*testing.T) string{
			"sqlite":   func(t *testing.T) string { return "sqlite:" + t.TempDir() + "/reviews.db" },
			"postgres": func(t *testing.T) string { return pgtest.URL(t) },
		} {
			t.Run(fmt.Sprintf("%s %d", name, n), func(t *testing.T) {
				if inContainers() && sharesDatabase() != (name == "postgres") {
					t.Skip("the containers have another database")
				}
				seed := rand.Uint64()
				t.Logf("seed %d", seed)
				crash(t, rand.New(rand.NewPCG(seed, 0)), startOn(t, database(t), 1))
			})
		}
	}
}

// number reads a setting of the tests.
func number(name string, preset int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return preset
}

func crash(t *testing.T, rng *rand.Rand, s *stack) {
	can := map[string][]string{} // what each review can be
	killing := rand.New(rand.NewPCG(rng.Uint64(), 0))
	done := make(chan struct{})
	go func() {
		defer close(done)
		for step := range number("CRASH_STEPS", 25) {
			s.step(t, rng, step, can)
		}
	}()
	s.killAtRandom(t, killing, done)

	// The last change is acknowledged with everything up: all before it is in.
	s.step(t, rng, -1, can)
	revision := s.settle(t)
	texts := map[string]string{}
	for _, r := range s.dataset(t).Reviews {
		if r.Text != nil {
			texts[r.ID] = *r.Text
		}
	}
	for key, could := range can {
		got, there := texts[string(review.NewID("crash", key))]
		if !there {
			got = deletedText
		}
		if !slices.Contains(could, got) {
			t.Errorf("review %s is %q, and can only be %q", key, got, could)
		}
	}
	s.checkEvents(t, revision)
	replayed := newReplica()
	replayed.follow(t, s, 5)
	replayed.check(t, s)
}

// step imports or removes some reviews and notes what they can be now: what an
// acknowledged step made of them, or either if nobody said.
func (s *stack) step(t *testing.T, rng *rand.Rand, step int, can map[string][]string) {
	t.Helper()
	keys := []string{strconv.Itoa(rng.IntN(crashKeys)), strconv.Itoa(rng.IntN(crashKeys))}
	keys = slices.Compact(keys)
	text := fmt.Sprintf("step %d", step)
	var out string
	var err error
	if step%4 == 3 {
		text = deletedText
		args := []string{"remove"}
		for _, key := range keys {
			args = append(args, string(review.NewID("crash", key)))
		}
		out, err = s.tryReviewctl(t, "", args...)
	} else {
		var lines strings.Builder
		for _, key := range keys {
			fmt.Fprintf(&lines, `{"source":"crash","source_id":"%s","rating":5,"date":"2026-01-01","text":"%s"}`+"\n", key, text)
		}
		out, err = s.tryReviewctl(t, lines.String(), "import", "-")
	}
	if err != nil && step < 0 {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, key := range keys {
		if can[key] == nil {
			can[key] = []string{deletedText}
		}
		if err == nil {
			can[key] = can[key][:0]
		}
		can[key] = append(can[key], text)
	}
}

// killAtRandom kills a process and starts it again, over and over until done.
func (s *stack) killAtRandom(t *testing.T, rng *rand.Rand, done <-chan struct{}) {
	for {
		select {
		case <-done:
			return
		case <-time.After(time.Duration(rng.IntN(150)) * time.Millisecond):
		}
		p := []*process{s.store, s.store, s.nats, s.gateway}[rng.IntN(4)]
		p.kill()
		time.Sleep(time.Duration(rng.IntN(50)) * time.Millisecond)
		p.start(t)
	}
}

// settle waits until the gateway shows what the store has.
func (s *stack) settle(t *testing.T) uint64 {
	t.Helper()
	out := s.reviewctl(t, "stats")
	_, rest, _ := strings.Cut(out, "revision")
	revision, err := strconv.ParseUint(strings.Fields(rest)[0], 10, 64)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	s.waitForRevision(t, revision)
	return revision
}

// checkEvents waits until the broker has the event of every revision, and
// checks that it has each once and in order.
func (s *stack) checkEvents(t *testing.T, last uint64) {
	t.Helper()
	conn, err := nats.Connect(s.natsURL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	var got []uint64
	for deadline := time.Now().Add(patience); len(got) == 0 || got[len(got)-1] < last; time.Sleep(50 * time.Millisecond) {
		if got = events(t, js); time.Now().After(deadline) {
			t.Fatalf("events %v, want up to %d", got, last)
		}
	}
	for i, revision := range got {
		if revision != uint64(i)+1 {
			t.Fatalf("events %v: not each once and in order", got)
		}
	}
}

// events returns the revisions of all events the broker has.
func events(t *testing.T, js jetstream.JetStream) []uint64 {
	t.Helper()
	stream, err := js.Stream(t.Context(), change.Stream)
	if err != nil {
		return nil // it may have to be made, or found again
	}
	state := stream.CachedInfo().State
	var out []uint64
	for seq := state.FirstSeq; seq <= state.LastSeq && state.Msgs > 0; seq++ {
		m, err := stream.GetMsg(t.Context(), seq)
		if err != nil {
			t.Fatal(err)
		}
		e, err := change.Decode(m.Data)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, uint64(e.Revision))
	}
	return out
}
