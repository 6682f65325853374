// Package ratelimit gives each client address a token bucket of its own.
package ratelimit

import (
	"net/netip"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/time/rate"
)

// clients is how many addresses are remembered. One that is forgotten, because
// so many others came after it, starts with a full bucket.
const clients = 100_000

// networkBits is the part of an IPv6 address that counts as the client: one
// customer has at least a /64 (RFC 6177 §2).
const networkBits = 64

// Limiter admits requests at a bounded rate per client. A nil Limiter admits
// all. It is safe for concurrent use.
type Limiter struct {
	rate  rate.Limit
	burst int

	mu      sync.Mutex
	buckets *simplelru.LRU[netip.Addr, *rate.Limiter]
}

// New returns a limiter of so many requests a second for each client, which
// may have saved up burst of them. A rate of 0 returns nil: no limit.
func New(perSecond float64, burst int) *Limiter {
	if perSecond == 0 {
		return nil
	}
	l := &Limiter{rate: rate.Limit(perSecond), burst: burst}
	l.buckets, _ = simplelru.NewLRU[netip.Addr, *rate.Limiter](clients, nil) // the size is positive
	return l
}

// Allow reports whether a request from an address may be served now.
func (l *Limiter) Allow(from netip.Addr) bool {
	return l == nil || l.bucket(client(from)).Allow()
}

// Wait returns how long a client that was refused should wait: until its
// bucket has a token again, in whole seconds, at least one.
func (l *Limiter) Wait() time.Duration {
	token := time.Duration(float64(time.Second) / float64(l.rate))
	return max(time.Second, (token + time.Second - 1).Truncate(time.Second))
}

func (l *Limiter) bucket(of netip.Addr) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	b, ok := l.buckets.Get(of)
	if !ok {
		b = rate.NewLimiter(l.rate, l.burst)
		l.buckets.Add(of, b)
	}
	return b
}

// client reduces an address to what tells clients apart.
func client(a netip.Addr) netip.Addr {
	a = a.Unmap().WithZone("")
	if !a.Is6() {
		return a
	}
	network, _ := a.Prefix(networkBits) // an IPv6 address has that many bits
	return network.Addr()
}
