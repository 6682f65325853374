package egress

import (
	"sync"
	"time"
)

// When our own way out is taken for broken.
const (
	outlookWindow = time.Minute
	outlookHosts  = 5   // at least
	outlookShare  = 0.8 // of them cannot be reached
)

// Outlook tells a callback that cannot be reached from a network of ours that
// reaches nobody: then no subscriber is to blame. It is safe for concurrent
// use.
type Outlook struct {
	mu    sync.Mutex
	hosts map[string]glimpse
}

// glimpse is how the last attempt at a host went.
type glimpse struct {
	at      time.Time
	reached bool
}

// NewOutlook returns an outlook that has seen nothing.
func NewOutlook() *Outlook { return &Outlook{hosts: map[string]glimpse{}} }

// Note notes an attempt at a host. It was reached when it answered anything.
func (o *Outlook) Note(host string, reached bool, now time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.hosts[host] = glimpse{at: now, reached: reached}
}

// Broken reports whether hardly any of the hosts of the last minute could be
// reached.
func (o *Outlook) Broken(now time.Time) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	unreached := 0
	for host, g := range o.hosts {
		switch {
		case now.Sub(g.at) > outlookWindow:
			delete(o.hosts, host)
		case !g.reached:
			unreached++
		}
	}
	return len(o.hosts) >= outlookHosts && float64(unreached) >= outlookShare*float64(len(o.hosts))
}

// IsUnreached reports whether an error of a Client means that no connection
// came about, and not that the callback did something wrong.
func IsUnreached(err error) bool { return err != nil && (isResolve(err) || isDial(err)) }
