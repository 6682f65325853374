package deliver

import "time"

// An attempt is young at first. Subscribers that answer at once need few
// attempts at a time, and a few cost much less each: they meet idle
// connections, and stay small for the collector of garbage. Those that take
// their time do not hold the others up, because their attempts are young no
// more.
const (
	youth    = 10 * time.Millisecond
	maxYoung = 64
)

// What follows is called under the lock of the engine, except for mature.

// bear notes that an attempt begins.
func (e *Engine) bear(m *member) {
	m.young = true
	e.young++
	m.timer = time.AfterFunc(youth, func() { e.mature(m) })
}

// age notes that an attempt is young no more.
func (e *Engine) age(m *member) {
	if m.young {
		m.young = false
		e.young--
	}
}

// mature is called by the timer of an attempt that still goes on.
func (e *Engine) mature(m *member) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.age(m)
	e.dispatch()
}
