package deliver

import (
	"time"
)

// What follows is called under the lock of the engine.

// lookAtAll looks at all subscriptions again.
func (e *Engine) lookAtAll() {
	for _, s := range e.shards {
		for _, m := range s.members {
			e.enqueue(m)
		}
	}
	e.dispatch()
}

// enqueue makes a subscription one to look at.
func (e *Engine) enqueue(m *member) {
	if !m.queued && !m.busy {
		m.queued = true
		e.ready = append(e.ready, m)
	}
}

// dispatch looks at subscriptions in order, and begins attempts until as many
// go on as may, or are young.
func (e *Engine) dispatch() {
	for e.running < e.Concurrency && e.young < maxYoung && len(e.ready) > 0 {
		m := e.ready[0]
		e.ready[0] = nil
		e.ready = e.ready[1:]
		m.queued = false
		if !e.look(m) {
			e.nextAt(m.key.Host)
		}
	}
}

// look begins what is to be done about a subscription. It reports whether that
// is an attempt, or waits to be one.
func (e *Engine) look(m *member) bool {
	if m.busy || m.absent || !e.works(m.shard) {
		return false
	}
	d := decide(m.record, m.state, e.tag(m), time.Now())
	m.stopTimer()
	switch d.what {
	case wait:
		m.timer = time.AfterFunc(time.Until(d.at), func() { e.lookAgain(m) })
	case remove:
		e.running++
		e.begin(m, func() {
			e.end(m, d.reason)
			e.finish()
		})
	case post:
		e.post(m)
		return true
	}
	return false
}

// works reports whether something new may be begun in a shard.
func (e *Engine) works(s *shardWork) bool {
	return e.shards[s.number] == s && !s.leaving && !e.stopping
}

// tag names the content that a subscriber should have, empty while that must
// not be delivered: another replica has delivered something newer, or the
// table of shards does not tell yet that we are about to.
func (e *Engine) tag(m *member) string {
	if e.edition == nil || e.edition.Revision != e.floor || e.edition.Revision < m.from {
		return ""
	}
	return e.edition.ByTopic[m.key.Topic].Tag
}

// post begins an attempt, unless there are enough at the host.
func (e *Engine) post(m *member) {
	load := e.hosts[m.key.Host]
	if load == nil {
		load = &hostLoad{}
		e.hosts[m.key.Host] = load
	}
	if most := e.PerHost(m.record.Callback); most > 0 && load.running >= most {
		m.queued = true
		load.waiting = append(load.waiting, m)
		return
	}
	edition := e.edition
	load.running++
	e.running++
	e.begin(m, func() {
		e.attempt(m, edition)
		e.leaveHost(m, load)
	})
	e.bear(m)
}

// leaveHost makes room at a host for the next one that waits for it. It takes
// the lock itself.
func (e *Engine) leaveHost(m *member, load *hostLoad) {
	e.mu.Lock()
	defer e.mu.Unlock()
	m.stopTimer()
	e.age(m)
	e.running--
	load.running--
	e.nextAt(m.key.Host)
}

// finish makes room for another attempt, after a removal. It takes the lock
// itself.
func (e *Engine) finish() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.running--
}

// nextAt looks at the next one that waits for a host.
func (e *Engine) nextAt(host string) {
	load := e.hosts[host]
	switch {
	case load == nil:
	case len(load.waiting) > 0:
		e.ready = append(e.ready, load.waiting[0]) // it is marked as queued
		load.waiting = load.waiting[1:]
	case load.running == 0:
		delete(e.hosts, host)
	}
}

// begin seizes a subscription for the time of some work.
func (e *Engine) begin(m *member, do func()) {
	e.seize(m)
	e.work.Go(func() {
		defer e.release(m)
		do()
	})
}

func (e *Engine) seize(m *member) {
	m.busy = true
	m.shard.busy++
	m.stopTimer()
}

// release lets others work on a subscription: whoever waits for it, or an
// attempt if there is a reason for one. It takes the lock itself.
func (e *Engine) release(m *member) {
	e.mu.Lock()
	defer e.mu.Unlock()
	m.busy = false
	m.shard.busy--
	if m.absent {
		delete(m.shard.members, m.key)
	}
	if len(m.turns) > 0 {
		m.wake() // one of them seizes it, or gives up
	} else {
		e.enqueue(m)
	}
	if m.shard.busy == 0 {
		e.rest(m.shard)
	}
	e.dispatch()
}

// rest notes that nobody is at a shard any more.
func (e *Engine) rest(s *shardWork) {
	switch {
	case e.shards[s.number] != s:
		close(s.idle)
		if e.surplus[s.number] {
			e.kick()
		}
	case s.leaving:
		e.kick()
	}
}

// lookAgain is called by the timer of a subscription.
func (e *Engine) lookAgain(m *member) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.enqueue(m)
	e.dispatch()
}

// wake tells those who wait for a subscription that it is free.
func (m *member) wake() {
	for _, turn := range m.turns {
		close(turn)
	}
	m.turns = nil
}

func (m *member) stopTimer() {
	if m.timer != nil {
		m.timer.Stop()
		m.timer = nil
	}
}
