package deliver

import (
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/testkit/callbacktest"
	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// Subscribers that hang, twice as many as there may be young attempts, do not
// keep the others from the content, however long they may hang.
func TestYoung(t *testing.T) {
	t.Parallel()
	s := newSystem(t)
	s.options = func(o *Options) {
		o.Concurrency = 4 * maxYoung
		o.Deadline = time.Hour
	}
	r := s.start()
	r.publish(1)
	r.await("the shards are loaded", func() bool { return len(r.Settled()) == subscription.Shards })
	var good []*callbacktest.Callback
	for n := range 3 * maxYoung {
		c := r.sink.Callback("")
		if n%3 == 0 {
			good = append(good, c)
		} else {
			c.OnDelivery(callbacktest.Hang)
		}
		r.agree(c, nil)
	}
	r.publish(2)
	for _, c := range good {
		r.await("the others have the content", func() bool {
			if young, _ := r.pace(); young > maxYoung {
				t.Errorf("%d young attempts, want at most %d", young, maxYoung)
			}
			return c.Newest() == 2
		})
	}
	r.await("all others hang, and are not young", func() bool {
		young, running := r.pace()
		return young == 0 && running == 2*maxYoung
	})
}

// pace returns how many attempts are young, and how many there are.
func (r *replica) pace() (young, running int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.young, r.running
}
