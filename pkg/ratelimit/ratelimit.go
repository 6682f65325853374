// Package ratelimit gives each key, such as the address of a client, a token
// bucket of its own.
package ratelimit

import (
	"net/netip"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/time/rate"
)

// remembered is how many keys are remembered. One that is forgotten, because
// so many others came after it, starts with a full bucket.
const remembered = 100_000

// networkBits is the part of an IPv6 address that counts as the client: one
// customer has at least a /64 (RFC 6177 §2).
const networkBits = 64

// Keyed admits events at a bounded rate per key. A nil Keyed admits all. It is
// safe for concurrent use.
type Keyed[K comparable] struct {
	rate  rate.Limit
	burst int

	mu      sync.Mutex
	buckets *simplelru.LRU[K, *rate.Limiter]
}

// NewKeyed returns a limiter of so many events a second for each key, which
// may have saved up burst of them. A rate of 0 returns nil: no limit.
func NewKeyed[K comparable](perSecond float64, burst int) *Keyed[K] {
	if perSecond == 0 {
		return nil
	}
	l := &Keyed[K]{rate: rate.Limit(perSecond), burst: burst}
	l.buckets, _ = simplelru.NewLRU[K, *rate.Limiter](remembered, nil) // the size is positive
	return l
}

// Allow reports whether an event of a key may happen now.
func (l *Keyed[K]) Allow(key K) bool { return l == nil || l.bucket(key).Allow() }

// Wait returns how long one that was refused should wait: until its bucket has
// a token again, in whole seconds, at least one.
func (l *Keyed[K]) Wait() time.Duration {
	token := time.Duration(float64(time.Second) / float64(l.rate))
	return max(time.Second, (token + time.Second - 1).Truncate(time.Second))
}

func (l *Keyed[K]) bucket(of K) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	b, ok := l.buckets.Get(of)
	if !ok {
		b = rate.NewLimiter(l.rate, l.burst)
		l.buckets.Add(of, b)
	}
	return b
}

// Limiter admits requests at a bounded rate per client. A nil Limiter admits
// all. It is safe for concurrent use.
type Limiter struct{ addresses *Keyed[netip.Addr] }

// New returns a limiter of so many requests a second for each client, which
// may have saved up burst of them. A rate of 0 returns nil: no limit.
func New(perSecond float64, burst int) *Limiter {
	if perSecond == 0 {
		return nil
	}
	return &Limiter{NewKeyed[netip.Addr](perSecond, burst)}
}

// Allow reports whether a request from an address may be served now.
func (l *Limiter) Allow(from netip.Addr) bool { return l == nil || l.addresses.Allow(client(from)) }

// Wait returns how long a client that was refused should wait.
func (l *Limiter) Wait() time.Duration { return l.addresses.Wait() }

// client reduces an address to what tells clients apart.
func client(a netip.Addr) netip.Addr {
	a = a.Unmap().WithZone("")
	if !a.Is6() {
		return a
	}
	network, _ := a.Prefix(networkBits) // an IPv6 address has that many bits
	return network.Addr()
}
