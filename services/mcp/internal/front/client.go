package front

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// client returns the address that a request counts for: that of the other
// end, or, behind trusted proxies, the last address that none of them has.
func (f *Front) client(r *http.Request) netip.Addr {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{} // a listener without addresses: all share one limit
	}
	last := peer.Addr().Unmap()
	chain := strings.Split(strings.Join(r.Header["X-Forwarded-For"], ","), ",")
	for _, text := range slices.Backward(chain) {
		if !f.trusts(last) {
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

// FromProxy reports whether the other end of a request is a trusted proxy.
func (f *Front) FromProxy(r *http.Request) bool {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && f.trusts(peer.Addr().Unmap())
}

func (f *Front) trusts(a netip.Addr) bool {
	return slices.ContainsFunc(f.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(a) })
}
