package proxy

import (
	"context"
	"net"
	"net/netip"
	"net/url"
	"sync"
	"sync/atomic"
	"time"
)

// How long the addresses of a name are believed, and how long a look at them
// may take. Whoever scales a service sees the new replicas take part at once.
const (
	believed      = time.Second
	lookupTimeout = time.Second
)

// recovery is how long a replica is left alone after it went away: a restart
// takes less.
const recovery = 5 * time.Second

// replica is one process of a service.
type replica struct {
	url  *url.URL     // where it answers
	name string       // host and port, as its origin has them
	left atomic.Int64 // when it was last seen to go away, in nanoseconds since 1970; 0 for never
}

// leave notes that the replica goes away: that it cannot be reached, or that it
// ends its connections before it stops.
func (r *replica) leave() { r.left.Store(time.Now().UnixNano()) }

// lookup returns the addresses of a name.
type lookup func(ctx context.Context, name string) ([]string, error)

// replicas are the processes of a service. A name may stand for any number of
// them, that come and go, as the name of a service does in the networks of
// Compose and Kubernetes; left to the transport, all requests would share the
// connections to one. They are safe for concurrent use.
type replicas struct {
	origins []*url.URL
	lookup  lookup

	asking sync.Mutex // held by the one request that looks again
	known  atomic.Pointer[found]
	turn   atomic.Uint32 // which is next
}

// found is the replicas as they were found at a time.
type found struct {
	at  time.Time
	all []*replica
}

func newReplicas(origins []*url.URL, resolve lookup) *replicas {
	r := &replicas{origins: origins, lookup: resolve}
	first := &found{}
	for _, origin := range origins {
		first.all = append(first.all, &replica{url: origin, name: origin.Host})
	}
	r.known.Store(first)
	return r
}

// next returns the replicas in turn, without those that went away of late.
// When all of them did, the one that went first is the likeliest to be back.
func (r *replicas) next(ctx context.Context) *replica {
	all := r.all(ctx)
	turn, since := int(r.turn.Add(1)), time.Now().Add(-recovery).UnixNano()
	var first *replica
	for i := range all {
		candidate := all[(turn+i)%len(all)]
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
func (r *replicas) at(host string) *replica { return r.known.Load().host(host) }

// all returns what is known. Of the requests that find it out of date, one
// looks again, and the others do not wait for it.
func (r *replicas) all(ctx context.Context) []*replica {
	known := r.known.Load()
	if time.Since(known.at) < believed || !r.asking.TryLock() {
		return known.all
	}
	defer r.asking.Unlock()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookupTimeout)
	defer cancel()
	now := &found{at: time.Now()}
	for _, origin := range r.origins {
		now.all = append(now.all, r.behind(ctx, origin, known)...)
	}
	r.known.Store(now)
	return now.all
}

// behind returns the replicas of an origin: what is known of them, when nobody
// answers.
func (r *replicas) behind(ctx context.Context, origin *url.URL, known *found) []*replica {
	places, err := r.expand(ctx, origin)
	var there []*replica
	for _, one := range known.all {
		if err != nil && one.name == origin.Host {
			there = append(there, one)
		}
	}
	for _, place := range places {
		one := known.host(place.Host)
		if one == nil {
			one = &replica{url: place, name: origin.Host}
		}
		there = append(there, one)
	}
	return there
}

// host returns the replica at a host, nil if there is none.
func (f *found) host(host string) *replica {
	for _, candidate := range f.all {
		if candidate.url.Host == host {
			return candidate
		}
	}
	return nil
}

// expand returns one place for each address of an origin. That of a server with
// a certificate stays whole, because the certificate is for the name.
func (r *replicas) expand(ctx context.Context, origin *url.URL) ([]*url.URL, error) {
	if _, err := netip.ParseAddr(origin.Hostname()); err == nil || origin.Scheme == "https" {
		return []*url.URL{origin}, nil
	}
	addresses, err := r.lookup(ctx, origin.Hostname())
	if err != nil {
		return nil, err
	}
	port := origin.Port()
	if port == "" {
		port = "80"
	}
	var places []*url.URL
	for _, address := range addresses {
		at := *origin
		at.Host = net.JoinHostPort(address, port)
		places = append(places, &at)
	}
	return places, nil
}
