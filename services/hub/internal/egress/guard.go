// Package egress speaks to callbacks: addresses that strangers have given. It
// connects to public addresses only, follows no redirect, uses no proxy, and
// reads no more of an answer than it must.
package egress

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"sync/atomic"
	"syscall"
)

// ErrBlocked says that a callback is at an address we do not connect to.
var ErrBlocked = errors.New("the address is not public")

// Guard decides which addresses may be connected to. It is asked with the
// address that a connection is about to be made to, after the name was
// resolved, so that no second answer of a name server can deceive it.
type Guard struct {
	allowed  []netip.Prefix
	reserved []netip.Prefix
	blocked  atomic.Uint64
}

// NewGuard returns a guard that also permits the given networks, for tests and
// intranets.
func NewGuard(allowed []netip.Prefix) *Guard {
	return &Guard{allowed: allowed, reserved: reserved()}
}

// Blocked returns how many connections were refused.
func (g *Guard) Blocked() uint64 { return g.blocked.Load() }

// Permits reports whether a connection to an address may be made.
func (g *Guard) Permits(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	contains := func(p netip.Prefix) bool { return p.Contains(a) }
	return slices.ContainsFunc(g.allowed, contains) ||
		a.IsGlobalUnicast() && !slices.ContainsFunc(g.reserved, contains)
}

// Trusts reports whether a host, as it stands in a URL, is in an allowed
// network: the operator's own, which needs no protection from us. Names other
// than that of this machine are not looked up.
func (g *Guard) Trusts(host string) bool {
	if host == "localhost" {
		host = "127.0.0.1"
	}
	a, err := netip.ParseAddr(host)
	return err == nil && g.allows(a)
}

func (g *Guard) allows(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	return slices.ContainsFunc(g.allowed, func(p netip.Prefix) bool { return p.Contains(a) })
}

// control is called by the dialer for each address right before it connects.
func (g *Guard) control(_ context.Context, _, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || !g.Permits(to.Addr()) {
		g.blocked.Add(1)
		return ErrBlocked
	}
	return nil
}

// reserved returns the networks that are not the public internet: those of the
// special-purpose registries (RFC 6890), those that translate to IPv4
// addresses and could hide one, and the address where a cloud keeps its
// metadata.
func reserved() []netip.Prefix {
	texts := []string{
		"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
		"192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16",
		"192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
		"168.63.129.16/32",
		"::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16",
		"3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8",
	}
	out := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		out[i] = netip.MustParsePrefix(text)
	}
	return out
}
