package proxy

import (
	"net/url"
	"sync/atomic"
	"time"
)

// recovery is how long a replica is left alone after it went away: a restart
// takes less.
const recovery = 5 * time.Second

// replica is one process of a service.
type replica struct {
	origin *url.URL
	left   atomic.Int64 // when it was last seen to go away, in nanoseconds since 1970; 0 for never
}

// leave notes that the replica goes away: that it cannot be reached, or that it
// ends its connections before it stops.
func (r *replica) leave() { r.left.Store(time.Now().UnixNano()) }

// replicas are the processes of a service. They are safe for concurrent use.
type replicas struct {
	all  []*replica
	turn atomic.Uint32 // which is next
}

func newReplicas(origins []*url.URL) *replicas {
	r := &replicas{}
	for _, o := range origins {
		r.all = append(r.all, &replica{origin: o})
	}
	return r
}

// next returns the replicas in turn, without those that went away of late.
// When all of them did, the one that went first is the likeliest to be back.
func (r *replicas) next() *replica {
	turn, since := int(r.turn.Add(1)), time.Now().Add(-recovery).UnixNano()
	var first *replica
	for i := range r.all {
		candidate := r.all[(turn+i)%len(r.all)]
		if candidate.left.Load() < since {
			return candidate
		}
		if first == nil || candidate.left.Load() < first.left.Load() {
			first = candidate
		}
	}
	return first
}

// at returns the replica at a host, nil if there is none.
func (r *replicas) at(host string) *replica {
	for _, candidate := range r.all {
		if candidate.origin.Host == host {
			return candidate
		}
	}
	return nil
}
