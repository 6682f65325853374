package ratelimit

import (
	"net/netip"
	"testing"
	"testing/synctest"
	"time"
)

// allowed counts how many of n requests are admitted.
func allowed(l *Limiter, from string, n int) int {
	count := 0
	for range n {
		if l.Allow(netip.MustParseAddr(from)) {
			count++
		}
	}
	return count
}

func TestAllow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := New(2, 10)
		for _, step := range []struct {
			wait time.Duration
			want int
		}{{0, 10}, {0, 0}, {time.Second, 2}, {400 * time.Millisecond, 0}, {100 * time.Millisecond, 1}, {time.Hour, 10}} {
			time.Sleep(step.wait)
			if got := allowed(l, "192.0.2.1", 20); got != step.want {
				t.Errorf("after %s: %d requests admitted, want %d", step.wait, got, step.want)
			}
		}
	})
}

func TestClientsAreApart(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, other string
		want        int // requests that are left for the other address
	}{
		{"another IPv4 address", "192.0.2.2", 3},
		{"the same address in IPv6 form", "::ffff:192.0.2.1", 0},
		{"an IPv6 address", "2001:db8::1", 3},
	} {
		l := New(1, 3)
		allowed(l, "192.0.2.1", 3)
		if got := allowed(l, test.other, 9); got != test.want {
			t.Errorf("%s: %d requests admitted, want %d", test.name, got, test.want)
		}
	}
	l := New(1, 3)
	allowed(l, "2001:db8::1%eth0", 3)
	if got := allowed(l, "2001:db8::2", 9); got != 0 {
		t.Errorf("the same /64: %d requests admitted, want 0", got)
	}
	if got := allowed(l, "2001:db8:0:1::1", 9); got != 3 {
		t.Errorf("another /64: %d requests admitted, want 3", got)
	}
}

func TestNoLimit(t *testing.T) {
	t.Parallel()
	if got := allowed(New(0, 1), "192.0.2.1", 1000); got != 1000 {
		t.Errorf("%d requests admitted, want all 1000", got)
	}
}

func TestMemoryIsBounded(t *testing.T) {
	t.Parallel()
	l := New(1, 1)
	address := netip.MustParseAddr("10.0.0.0")
	for range remembered + 10 {
		l.Allow(address)
		address = address.Next()
	}
	if got := l.addresses.buckets.Len(); got != remembered {
		t.Errorf("%d clients are remembered, want %d", got, remembered)
	}
}

func TestWait(t *testing.T) {
	t.Parallel()
	for rate, want := range map[float64]time.Duration{200: time.Second, 1: time.Second, 0.5: 2 * time.Second, 0.3: 4 * time.Second} {
		if got := New(rate, 1).Wait(); got != want {
			t.Errorf("at %v a second: %s, want %s", rate, got, want)
		}
	}
}
