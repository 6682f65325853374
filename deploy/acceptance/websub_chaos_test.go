package acceptance

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/testkit/callbacktest"
)

// What the chaos test does.
const (
	chaosSubscribers = 200
	chaosChanges     = 30
	chaosReplicas    = 3
)

// Replicas of the hub and the broker are killed in the middle of fan-outs, over
// and over. Afterwards every live subscriber has the newest content, nobody got
// old content after new or two at once, and who failed three times was removed.
// CHAOS_SEED repeats a run as far as processes can, CHAOS_SEEDS=20 runs as many.
func TestWebSubChaos(t *testing.T) {
	for n := range number("CHAOS_SEEDS", 1) {
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			seed, err := strconv.ParseUint(os.Getenv("CHAOS_SEED"), 10, 64)
			if err != nil {
				seed = rand.Uint64()
			}
			t.Logf("CHAOS_SEED=%d", seed)
			newChaos(t, rand.New(rand.NewPCG(seed, 0))).run(t)
		})
	}
}

// chaos is one run.
type chaos struct {
	*websub
	rng         *rand.Rand
	subscribers []*chaosSubscriber
	kills       []time.Time // of the goroutine that kills, until it ends
}

// chaosSubscriber is a subscriber with a way of its own.
type chaosSubscriber struct {
	*callbacktest.Callback
	kind  string
	topic string

	mu       sync.Mutex
	secrets  []string    // asked for so far; the last one is in force or about to be
	unsigned int         // deliveries that were signed with none of them
	failed   []time.Time // when a failure was answered
}

// newChaos starts a system in which everybody has subscribed.
func newChaos(t *testing.T, rng *rand.Rand) *chaos {
	t.Helper()
	c := &chaos{
		websub: startWebSub(t, chaosReplicas, callbacktest.Options{Sites: 8}, "REVIEWS_HUB_DEADLINE=1s"),
		rng:    rng,
	}
	for i := range chaosSubscribers {
		s := &chaosSubscriber{Callback: c.sink.Callback(""), topic: topics()[i%3], secrets: []string{fmt.Sprintf("secret %d", i)}}
		s.OnDelivery(s.behave(i, rng))
		c.subscribers = append(c.subscribers, s)
		c.accept(t, s.Callback, s.topic, "hub.secret", s.secrets[0])
	}
	for _, s := range c.subscribers {
		c.until(t, "everybody has subscribed", func() bool { return c.active(t, s.Callback, s.topic) })
	}
	return c
}

// behave gives a subscriber its way: most are quick or a little slow, some
// hang now and then, some fail now and then, and some fail for ever from some
// delivery on.
func (s *chaosSubscriber) behave(i int, rng *rand.Rand) callbacktest.Script {
	delay := time.Duration(rng.IntN(300)) * time.Millisecond
	from := rng.IntN(8)
	ok := callbacktest.Statuses(http.StatusNoContent)
	script := ok
	switch s.kind = "quick"; {
	case i%10 == 0:
		s.kind, script = "dying", func(n int, r callbacktest.Request) callbacktest.Answer { return s.die(n >= from) }
	case i%10 == 1:
		s.kind, script = "failing now and then", func(n int, _ callbacktest.Request) callbacktest.Answer {
			return callbacktest.Answer{Status: []int{500, 200, 503, 200, 200}[n%5]}
		}
	case i%10 == 2:
		s.kind, script = "hanging now and then", func(n int, _ callbacktest.Request) callbacktest.Answer { return callbacktest.Answer{Hang: n%4 == 0} }
	case i%10 == 3:
		s.kind, script = "slow", callbacktest.After(600*time.Millisecond, ok)
	case i%10 == 4:
		s.kind = "changing secrets"
	case i%10 < 8:
		s.kind, script = "a little slow", callbacktest.After(delay, ok)
	}
	return func(n int, r callbacktest.Request) callbacktest.Answer {
		s.checkSignature(r)
		return script(n, r)
	}
}

// die answers with a failure if it is time, and remembers when.
func (s *chaosSubscriber) die(fails bool) callbacktest.Answer {
	if !fails {
		return callbacktest.Answer{}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failed = append(s.failed, time.Now())
	return callbacktest.Answer{Status: http.StatusInternalServerError}
}

func (s *chaosSubscriber) hasFailed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.failed) > 0
}

func (s *chaosSubscriber) checkSignature(r callbacktest.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.ContainsFunc(s.secrets, func(secret string) bool { return r.Signature() == callbacktest.Sign(secret, r.Body) }) {
		s.unsigned++
	}
}

// run makes changes while processes die, and then looks at everybody.
func (c *chaos) run(t *testing.T) {
	done := make(chan struct{})
	killing := rand.New(rand.NewPCG(c.rng.Uint64(), 0))
	renewing := rand.New(rand.NewPCG(c.rng.Uint64(), 0))
	var others sync.WaitGroup
	others.Go(func() { c.changeSecrets(t, renewing, done) })
	go func() {
		defer close(done)
		for range chaosChanges {
			c.change(t)
			time.Sleep(time.Duration(60+c.rng.IntN(600)) * time.Millisecond)
		}
	}()
	c.killUntil(t, killing, done)
	others.Wait()
	c.change(t)
	begin := time.Now()
	last := "nobody"
	for _, s := range c.subscribers {
		before := time.Now()
		if c.settle(t, s, begin.Add(chaosPatience)); time.Since(before) > moment {
			last = fmt.Sprintf("%s, who is %s", s.URL, s.kind)
		}
	}
	t.Logf("%d processes were killed; settled %s after the last change, the last one was %s",
		len(c.kills), time.Since(begin).Round(100*time.Millisecond), last)
	for _, s := range c.subscribers {
		c.judge(t, s)
	}
}

// killUntil kills a replica or the broker, or stops it properly, and starts it
// again, over and over.
func (c *chaos) killUntil(t *testing.T, rng *rand.Rand, done <-chan struct{}) {
	for {
		select {
		case <-done:
			return
		case <-time.After(time.Duration(rng.IntN(1500)) * time.Millisecond):
		}
		p := c.nats
		if n := rng.IntN(2 * chaosReplicas); n < len(c.hubs)+1 {
			p = c.hubs[n%len(c.hubs)]
		}
		how := syscall.SIGKILL
		if rng.IntN(4) == 0 {
			how = syscall.SIGTERM // as in a deployment
		}
		c.kills = append(c.kills, time.Now())
		p.signal(how)
		time.Sleep(time.Duration(rng.IntN(300)) * time.Millisecond)
		p.start(t)
	}
}

// changeSecrets subscribes some again with another secret, one after the
// other.
func (c *chaos) changeSecrets(t *testing.T, rng *rand.Rand, done <-chan struct{}) {
	for n := 0; ; n++ {
		select {
		case <-done:
			return
		case <-time.After(time.Duration(rng.IntN(400)) * time.Millisecond):
		}
		s := c.subscribers[10*rng.IntN(chaosSubscribers/10)+4]
		s.mu.Lock()
		secret := fmt.Sprintf("%s %d", s.secrets[0], n)
		s.secrets = append(s.secrets, secret)
		s.mu.Unlock()
		got := c.send(t, hubPath, formType, c.form(s.URL, s.topic, "hub.secret", secret).Encode())
		if got.status != http.StatusAccepted && got.status != http.StatusServiceUnavailable {
			t.Errorf("status %d, want 202, or 503 while the broker is away", got.status)
		}
	}
}

// chaosPatience bounds the time after the last kill: a replica that is gone
// keeps its work until its lease is over.
const chaosPatience = 90 * time.Second

// settle waits until a subscriber has the newest content, or was removed if it
// fails for ever.
func (c *chaos) settle(t *testing.T, s *chaosSubscriber, deadline time.Time) {
	t.Helper()
	for ; ; time.Sleep(20 * time.Millisecond) {
		if s.kind == "dying" && !c.active(t, s.Callback, s.topic) || s.kind != "dying" && s.Newest() == c.changes {
			return
		}
		if time.Now().After(deadline) {
			t.Errorf("%s (%s) has change %d of %d after %d deliveries; active: %t",
				s.URL, s.kind, s.Newest(), c.changes, len(s.Deliveries()), c.active(t, s.Callback, s.topic))
			return
		}
		if s.kind == "dying" && s.Newest() == c.changes && !s.hasFailed() {
			c.change(t) // it has to get something to fail
		}
	}
}

// judge checks what a subscriber got.
func (c *chaos) judge(t *testing.T, s *chaosSubscriber) {
	t.Helper()
	if faults := s.Faults(); len(faults) > 0 {
		r := faults[0]
		t.Errorf("%s (%s): %d of %d deliveries should not have been made, the first of change %d: stale %t, beside another %t\n%s",
			s.URL, s.kind, len(faults), len(s.Deliveries()), r.Version, r.Stale, r.Overlapping, c.around(s, r.At))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.unsigned > 0 {
		t.Errorf("%s (%s) got %d deliveries with a wrong signature", s.URL, s.kind, s.unsigned)
	}
	if s.kind != "dying" {
		return
	}
	// A hub that dies with the answer in its hands cannot have counted it.
	certain := slices.DeleteFunc(slices.Clone(s.failed), c.nearKill)
	if len(s.failed) < 3 || len(certain) > 3 || len(certain) == len(s.failed) && len(s.failed) != 3 {
		t.Errorf("%s failed %d times, %d of them with nobody killed about then; want 3", s.URL, len(s.failed), len(certain))
	}
}

// around tells what happened to a subscriber shortly before and after a time.
func (c *chaos) around(s *chaosSubscriber, at time.Time) string {
	const shortly = 3 * time.Second
	var lines []string
	note := func(when time.Time, format string, args ...any) {
		if when.Sub(at).Abs() < shortly {
			lines = append(lines, fmt.Sprintf("%s %s", when.UTC().Format("15:04:05.000"), fmt.Sprintf(format, args...)))
		}
	}
	for _, kill := range c.kills {
		note(kill, "a process is killed")
	}
	for _, r := range s.Requests() {
		note(r.At, "%s %s, change %d, revision %s", r.Method, r.Mode(), r.Version, r.Header.Get("X-Revision"))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// nearKill reports whether a process was killed soon after a time: too soon to
// be sure that an answer given then was counted.
func (c *chaos) nearKill(at time.Time) bool {
	return slices.ContainsFunc(c.kills, func(kill time.Time) bool {
		return kill.After(at.Add(-100*time.Millisecond)) && kill.Before(at.Add(time.Second))
	})
}

// A replica that stands still for longer than its claims last does not go on
// where it was when it wakes up.
func TestWebSubPausedReplica(t *testing.T) {
	w := startWebSub(t, 2, callbacktest.Options{})
	var subscribers []*callbacktest.Callback
	for range 40 {
		c := w.sink.Callback("").OnDelivery(callbacktest.After(200*time.Millisecond, callbacktest.Statuses(http.StatusNoContent)))
		w.accept(t, c, full)
		subscribers = append(subscribers, c)
	}
	for _, c := range subscribers {
		w.until(t, "everybody has subscribed", func() bool { return w.active(t, c, full) })
	}
	paused := w.hubs[0]
	w.change(t)
	time.Sleep(150 * time.Millisecond) // deliveries are on their way
	paused.send(t, syscall.SIGSTOP)
	w.change(t)
	for _, c := range subscribers {
		w.until(t, "the other replica takes over", func() bool { return c.Newest() == w.changes })
	}
	w.change(t)
	paused.send(t, syscall.SIGCONT)
	for _, c := range subscribers {
		w.until(t, "everybody has the newest", func() bool { return c.Newest() == w.changes })
	}
	time.Sleep(2 * time.Second)
	for _, c := range subscribers {
		if faults := c.Faults(); len(faults) > 0 {
			t.Errorf("%d of %d deliveries were stale or at the same time", len(faults), len(c.Deliveries()))
		}
	}
}
