package shard

import (
	"sync"
	"time"
)

// lease is a right that ends by itself when it is not renewed.
type lease struct {
	lapse func() // is called when it ends that way

	mu    sync.Mutex
	until time.Time // zero while there is none
	timer *time.Timer
}

func newLease(lapse func()) *lease {
	l := &lease{lapse: lapse}
	l.timer = time.AfterFunc(time.Hour, l.fire)
	l.timer.Stop()
	return l
}

// valid reports whether the lease goes on. It looks at the clock itself: after
// a pause of the whole process the timer may be late.
func (l *lease) valid() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return time.Now().Before(l.until)
}

// renew prolongs the lease. One that is over ends first.
func (l *lease) renew(until time.Time) {
	l.fire()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.until = until
	l.timer.Reset(time.Until(until))
}

// fire ends the lease if its time is over.
func (l *lease) fire() {
	l.mu.Lock()
	over := !l.until.IsZero() && !time.Now().Before(l.until)
	if over {
		l.until = time.Time{}
	}
	l.mu.Unlock()
	if over {
		l.lapse()
	}
}

// end stops the timer.
func (l *lease) end() { l.timer.Stop() }
