package front

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// anyOrigin among the allowed origins allows every site.
const anyOrigin = "*"

// checkOrigin refuses what a browser sends on behalf of a site that is not
// allowed (MCP 2025-11-25, Streamable HTTP, Security Warning).
func (f *Front) checkOrigin(r *http.Request) *refusal {
	if origin := r.Header.Get("Origin"); origin != "" && !f.allows(origin) {
		return refuse(http.StatusForbidden, codeTransport, "Sites of this origin may not use this server.")
	}
	if !f.knowsHost(r) {
		return refuse(http.StatusForbidden, codeTransport, "This server does not have this name; its operator can allow it with -allowed-hosts.")
	}
	return nil
}

func (f *Front) allows(origin string) bool {
	return slices.Contains(f.AllowedOrigins, anyOrigin) || slices.Contains(f.AllowedOrigins, origin)
}

// knowsHost guards a server on somebody's own machine: a site can make its
// name resolve to the loopback address and then reach, as itself, what listens
// there. On a loopback connection the host must therefore be a loopback name,
// that of the public origin, or an allowed one. A gateway on the same machine
// says by which name it was called.
func (f *Front) knowsHost(r *http.Request) bool {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok || !isLoopback(hostname(local.String())) {
		return true
	}
	if forwarded := r.Header.Get("X-Forwarded-Host"); forwarded != "" && !f.isName(forwarded) {
		return false
	}
	return f.isName(r.Host)
}

func (f *Front) isName(hostport string) bool {
	host := hostname(hostport)
	if isLoopback(host) || slices.ContainsFunc(f.AllowedHosts, func(allowed string) bool { return strings.EqualFold(allowed, host) }) {
		return true
	}
	public, err := url.Parse(f.BaseURL())
	return err == nil && public.Host != "" && strings.EqualFold(public.Hostname(), host)
}

// hostname cuts the port off, if there is one.
func hostname(hostport string) string {
	if host, _, err := net.SplitHostPort(hostport); err == nil {
		return host
	}
	return strings.Trim(hostport, "[]")
}

func isLoopback(host string) bool {
	address, err := netip.ParseAddr(host)
	return err == nil && address.Unmap().IsLoopback() || strings.EqualFold(host, "localhost")
}

// The header fields that scripts on other sites may send and see, and for how
// many seconds a browser may remember it.
const (
	allowedHeaders = "Accept, Authorization, Content-Type, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id"
	exposedHeaders = "Mcp-Session-Id, Retry-After, X-Revision"
	preflightAge   = "86400"
)

// share sets the header fields of every answer, and lets scripts on allowed
// sites see it (Fetch §3.2).
func (f *Front) share(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	if revision := f.Revision(); revision > 0 {
		h.Set("X-Revision", strconv.FormatUint(revision, 10))
	}
	origin := r.Header.Get("Origin")
	if slices.Contains(f.AllowedOrigins, anyOrigin) {
		origin = anyOrigin
	} else {
		h.Set("Vary", "Origin")
	}
	if origin == "" || !f.allows(origin) {
		return
	}
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", exposedHeaders)
}

// preflight answers what a browser asks before a script may make a request.
func (f *Front) preflight(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Allow", methods)
	h.Set("Access-Control-Allow-Methods", methods)
	h.Set("Access-Control-Allow-Headers", allowedHeaders)
	h.Set("Access-Control-Max-Age", preflightAge)
	w.WriteHeader(http.StatusNoContent)
}
