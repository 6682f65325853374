package front

import (
	"log/slog"
	"net/http"

	"github.com/mark3labs/mcp-go/server"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/ratelimit"
	"github.com/reviewdata/reviewdata/pkg/service"
	"github.com/reviewdata/reviewdata/services/mcp/internal/call"
	"github.com/reviewdata/reviewdata/services/mcp/internal/session"
)

// Protocol is what the front hands sound messages to.
type Protocol interface {
	// Handle answers a message.
	Handle(w server.HTTPResponseWriter, r *server.HTTPRequest)
}

// Options are what a Front is made from.
type Options struct {
	Protocol       Protocol
	Sessions       *session.Registry
	BaseURL        func() string // the public origin, empty while it is not known
	Revision       func() uint64 // what is answered from
	AllowedOrigins []string      // of sites whose scripts may use the server; "*" for all
	AllowedHosts   []string      // names of the server beside those it knows
	MaxBody        int64         // of a request, in bytes
	Limiter        *ratelimit.Limiter
	TrustedProxies service.Proxies // whose X-Forwarded-For is believed
	Logger         *slog.Logger
	Registry       prometheus.Registerer
}

// Front is the handler of the public port.
type Front struct {
	Options
	metrics *metrics
}

// New returns a front.
func New(o Options) *Front { return &Front{Options: o, metrics: newMetrics(o.Registry)} }

// methods are those of the MCP path. GET would open a stream of messages that
// the server sends of its own accord: there are none.
const methods = "POST, DELETE, OPTIONS"

// ServeHTTP serves one request.
func (f *Front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	record := &call.Record{}
	seen := f.observe(w, r, record)
	defer seen.done()
	f.share(seen, r)
	if refused := f.serve(seen, r.WithContext(call.With(r.Context(), record)), record); refused != nil {
		if record.Outcome == "" {
			record.Outcome = call.Refused
		}
		refused.write(seen)
	}
}

func (f *Front) serve(w http.ResponseWriter, r *http.Request, record *call.Record) *refusal {
	if refused := f.admit(r); refused != nil {
		return refused
	}
	switch r.Method {
	case http.MethodPost:
		return f.post(w, r, record)
	case http.MethodDelete:
		return f.end(w, r)
	case http.MethodOptions:
		f.preflight(w)
		return nil
	default:
		return notAllowed(methods)
	}
}

// admit refuses what does not depend on what the request is about.
func (f *Front) admit(r *http.Request) *refusal {
	if r.URL.Path != document.PathMCP {
		return refuse(http.StatusNotFound, codeTransport, "The MCP server is at "+document.PathMCP+".")
	}
	if !f.Limiter.Allow(f.TrustedProxies.Client(r)) {
		refused := refuse(http.StatusTooManyRequests, codeTransport, "Slow down; ask for more in one call instead.")
		refused.retryAfter = f.Limiter.Wait()
		return refused
	}
	return f.checkOrigin(r)
}

func notAllowed(allow string) *refusal {
	refused := refuse(http.StatusMethodNotAllowed, codeTransport, "The methods here are "+allow+".")
	refused.allow = allow
	return refused
}
