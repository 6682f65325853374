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
	chaosDeadline    = 8 * time.Second // of a delivery; a busy machine must not reach it
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
	outages     []outage // of the goroutine that kills, until it ends
}

// outage is a time without a process.
type outage struct {
	what     string
	from     time.Time // when it got the signal
	gone, to time.Time // when it had ended, and when another was there
}

// How processes go.
const (
	brokerKilled = "the broker is killed"
	hubKilled    = "a hub is killed"
	hubStopped   = "a hub is stopped"
)

// chaosSubscriber is a subscriber with a way of its own.
type chaosSubscriber struct {
	*callbacktest.Callback
	kind  string
	topic string

	mu       sync.Mutex
	secrets  []string  // asked for so far; the last one is in force or about to be
	unsigned int       // deliveries that were signed with none of them
	failed   []failure // what it answered
}

// failure is that a delivery was answered with one.
type failure struct {
	at        time.Time
	abandoned bool // nobody was there to hear it
}

// newChaos starts a system in which everybody has subscribed.
func newChaos(t *testing.T, rng *rand.Rand) *chaos {
	t.Helper()
	c := &chaos{
		websub: startWebSub(t, chaosReplicas, callbacktest.Options{Sites: 8}, "REVIEWS_HUB_DEADLINE="+chaosDeadline.String()),
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
		s.kind, script = "dying", func(n int, r callbacktest.Request) callbacktest.Answer { return s.die(r, n >= from) }
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
func (s *chaosSubscriber) die(r callbacktest.Request, fails bool) callbacktest.Answer {
	if !fails {
		return callbacktest.Answer{}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failed = append(s.failed, failure{at: r.At, abandoned: r.Abandoned})
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
	t.Logf("%d processes were killed or stopped; settled %s after the last change, the last one was %s",
		len(c.outages), time.Since(begin).Round(100*time.Millisecond), last)
	for _, s := range c.subscribers {
		c.judge(t, s)
	}
}

// killUntil kills a replica or the broker, or stops a replica properly, and
// starts it again, over and over.
func (c *chaos) killUntil(t *testing.T, rng *rand.Rand, done <-chan struct{}) {
	for {
		select {
		case <-done:
			return
		case <-time.After(time.Duration(rng.IntN(1500)) * time.Millisecond):
		}
		o, p, how := outage{what: hubKilled, from: time.Now()}, c.hubs[rng.IntN(len(c.hubs))], syscall.SIGKILL
		switch rng.IntN(5) {
		case 0:
			o.what, p = brokerKilled, c.nats
		case 1:
			o.what, how = hubStopped, syscall.SIGTERM // as in a deployment
		}
		p.signal(how)
		o.gone = time.Now()
		time.Sleep(time.Duration(rng.IntN(300)) * time.Millisecond)
		p.start(t)
		o.to = time.Now()
		c.outages = append(c.outages, o)
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
	certain := slices.DeleteFunc(slices.Clone(s.failed), c.mayBeLost)
	if len(s.failed) < 3 || len(certain) > 3 {
		requests := s.Requests()
		t.Errorf("%s failed %d times, %d of them for sure noted; want 3\n%s",
			s.URL, len(s.failed), len(certain), c.around(s, requests[len(requests)-1].At))
	}
}

// around tells what happened to a subscriber shortly before and after a time.
func (c *chaos) around(s *chaosSubscriber, at time.Time) string {
	const shortly = 5 * time.Second
	var lines []string
	note := func(when time.Time, format string, args ...any) {
		if when.Sub(at).Abs() < shortly {
			lines = append(lines, fmt.Sprintf("%s %s", when.UTC().Format("15:04:05.000"), fmt.Sprintf(format, args...)))
		}
	}
	for _, o := range c.outages {
		note(o.from, "%s", o.what)
		note(o.to, "it is back")
	}
	for _, r := range s.Requests() {
		note(r.At, "%s %s, change %d, revision %s", r.Method, r.Mode(), r.Version, r.Header.Get("X-Revision"))
	}
	for _, f := range s.failed {
		note(f.at, "a failure is answered, to nobody: %t", f.abandoned)
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// mayBeLost reports whether nobody can be sure that a failure was noted: the hub
// may have been killed with the answer in its hands, or the broker, where it
// would have been noted, was not there.
func (c *chaos) mayBeLost(f failure) bool {
	return f.abandoned || slices.ContainsFunc(c.outages, func(o outage) bool {
		switch o.what {
		case hubKilled:
			return f.at.After(o.from.Add(-time.Second)) && f.at.Before(o.gone)
		case brokerKilled:
			return f.at.After(o.from.Add(-time.Second)) && f.at.Before(o.to.Add(3*time.Second)) // until all are connected again
		default:
			return false
		}
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
		for _, r := range c.Deliveries() {
			if r.Stale || r.Overlapping && !r.Abandoned { // what is stale came after the pause, even if its sender has given up since
				t.Errorf("change %d was delivered, stale: %t, beside another: %t", r.Version, r.Stale, r.Overlapping)
			}
		}
	}
}

// Replicas that are stopped properly in the middle of deliveries that fail
// cost nobody a try: each subscriber fails exactly three times.
func TestWebSubStopsAreNoStrikes(t *testing.T) {
	w := startWebSub(t, 3, callbacktest.Options{}, "REVIEWS_HUB_RETRY_DELAYS=500ms,1s")
	fail := callbacktest.After(150*time.Millisecond, callbacktest.Statuses(http.StatusInternalServerError))
	var subscribers []*callbacktest.Callback
	for range 150 {
		c := w.sink.Callback("").OnDelivery(fail)
		w.accept(t, c, full)
		subscribers = append(subscribers, c)
	}
	for _, c := range subscribers {
		w.until(t, "everybody has subscribed", func() bool { return w.active(t, c, full) })
	}
	w.change(t)
	subscribers[0].AwaitDeliveries(t, 1)
	for _, hub := range w.hubs {
		hub.signal(syscall.SIGTERM)
		hub.start(t)
		time.Sleep(100 * time.Millisecond)
	}
	counts := map[int]int{}
	for _, c := range subscribers {
		w.awaitEnd(t, c, full)
		c.AwaitDenials(t, 1)
		counts[len(c.Deliveries())]++
	}
	if len(counts) != 1 || counts[3] == 0 {
		t.Errorf("subscribers by their number of tries: %v, want 3 tries each", counts)
	}
}
