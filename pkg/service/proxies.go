package service

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// Proxies are the networks of those who hand requests on, and whose word on
// where they come from is believed.
type Proxies []netip.Prefix

// Client returns the address that a request counts for: that of the other end,
// or, behind proxies, the last address that none of them has. It is the zero
// address for a listener without addresses: all then count as one.
func (p Proxies) Client(r *http.Request) netip.Addr {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	last := peer.Addr().Unmap()
	chain := strings.Split(strings.Join(r.Header["X-Forwarded-For"], ","), ",")
	for _, text := range slices.Backward(chain) {
		if !p.have(last) {
			break
		}
		named, err := netip.ParseAddr(strings.TrimSpace(text))
		if err != nil {
			break
		}
		last = named.Unmap()
	}
	return last
}

// Sent reports whether one of the proxies is the other end of a request.
func (p Proxies) Sent(r *http.Request) bool {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && p.have(peer.Addr().Unmap())
}

func (p Proxies) have(a netip.Addr) bool {
	return slices.ContainsFunc(p, func(network netip.Prefix) bool { return network.Contains(a) })
}
