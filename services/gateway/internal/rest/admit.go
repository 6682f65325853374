package rest

import (
	"net/http"
	"net/netip"

	"github.com/gin-gonic/gin"

	"github.com/reviewdata/reviewdata/services/gateway/internal/problem"
)

// maxTarget is the longest request target in bytes: that of a search with all
// its parameters at their longest, percent-encoded, has less than 8000.
const maxTarget = 8 << 10

// admit refuses requests that come too fast or have too long an address.
func (a *api) admit(c *gin.Context) {
	switch {
	case !a.Limiter.Allow(a.client(c)):
		a.refuse(c, problem.Problem{
			Status:     http.StatusTooManyRequests,
			Detail:     "Slow down; follow the feeds or the hub instead of asking often.",
			RetryAfter: a.Limiter.Wait(),
		})
	case len(c.Request.RequestURI) > maxTarget:
		a.refuse(c, problem.Problem{Status: http.StatusRequestURITooLong, Detail: "Shorten the query."})
	}
}

// client returns the address of the client: that of the other end, or the one
// that a trusted proxy names.
func (a *api) client(c *gin.Context) netip.Addr {
	peer, err := netip.ParseAddrPort(c.Request.RemoteAddr)
	if err != nil {
		return netip.Addr{} // a listener without addresses: all share one limit
	}
	if !a.trusted(peer.Addr()) {
		return peer.Addr()
	}
	named, err := netip.ParseAddr(c.ClientIP())
	if err != nil {
		return peer.Addr()
	}
	return named
}

func (a *api) trusted(peer netip.Addr) bool {
	peer = peer.Unmap()
	for _, p := range a.TrustedProxies {
		if p.Contains(peer) {
			return true
		}
	}
	return false
}
