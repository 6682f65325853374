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

// lookup returns the addresses of a name.
type lookup func(ctx context.Context, name string) ([]string, error)

// replicas are the places where a service answers. A name may stand for any
// number of them, that come and go, as the name of a service does in the
// networks of Compose and Kubernetes; left to the transport, all requests would
// share the connections to one.
type replicas struct {
	origins []*url.URL
	lookup  lookup

	asking sync.Mutex // held by the one request that looks again
	known  atomic.Pointer[places]
	turn   atomic.Uint32 // which is next
}

// places are replicas as they were found at a time.
type places struct {
	at  time.Time
	all []place
}

// place is where one replica answers, and the name it was found by.
type place struct {
	url  *url.URL
	name string // host and port, as the origin has them
}

func newReplicas(origins []*url.URL, resolve lookup) *replicas {
	r := &replicas{origins: origins, lookup: resolve}
	var all []place
	for _, origin := range origins {
		all = append(all, place{url: origin, name: origin.Host})
	}
	r.known.Store(&places{all: all})
	return r
}

// next returns the replicas in turn.
func (r *replicas) next(ctx context.Context) place {
	all := r.all(ctx)
	return all[int(r.turn.Add(1))%len(all)]
}

// all returns what is known. Of the requests that find it out of date, one
// looks again, and the others do not wait for it.
func (r *replicas) all(ctx context.Context) []place {
	known := r.known.Load()
	if time.Since(known.at) < believed || !r.asking.TryLock() {
		return known.all
	}
	defer r.asking.Unlock()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookupTimeout)
	defer cancel()
	found := &places{at: time.Now()}
	for _, origin := range r.origins {
		there, err := r.expand(ctx, origin)
		if err != nil {
			there = known.of(origin)
		}
		found.all = append(found.all, there...)
	}
	r.known.Store(found)
	return found.all
}

// of returns the places of an origin.
func (p *places) of(origin *url.URL) []place {
	var there []place
	for _, one := range p.all {
		if one.name == origin.Host {
			there = append(there, one)
		}
	}
	return there
}

// expand returns one place for each address of an origin. That of a server with
// a certificate stays whole, because the certificate is for the name.
func (r *replicas) expand(ctx context.Context, origin *url.URL) ([]place, error) {
	if _, err := netip.ParseAddr(origin.Hostname()); err == nil || origin.Scheme == "https" {
		return []place{{url: origin, name: origin.Host}}, nil
	}
	addresses, err := r.lookup(ctx, origin.Hostname())
	if err != nil {
		return nil, err
	}
	port := origin.Port()
	if port == "" {
		port = "80"
	}
	var there []place
	for _, address := range addresses {
		at := *origin
		at.Host = net.JoinHostPort(address, port)
		there = append(there, place{url: &at, name: origin.Host})
	}
	return there, nil
}
