// Package proxy hands requests on to the services behind the gateway, and
// says so when one of them does not answer.
package proxy

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"time"

	"github.com/reviewdata/reviewdata/pkg/tracing"
	"github.com/reviewdata/reviewdata/services/gateway/internal/problem"
)

// The bounds of a request on its way to a service.
const (
	dialTimeout = 2 * time.Second
	idleTimeout = 90 * time.Second
	idleKept    = 64 // connections
	retryAfter  = 5 * time.Second
)

// Options are what a Proxy is made from.
type Options struct {
	Name           string          // of the service, for the log
	Targets        []*url.URL      // the origins of its replicas; a name stands for all its addresses
	Timeout        time.Duration   // until the header of its answer
	MaxBody        int64           // of a request, in bytes
	Stream         bool            // answers may go on for as long as both sides wish
	Stopping       <-chan struct{} // when closed, answers that stream end: the process cannot wait for them
	TrustedProxies []netip.Prefix  // whose word on the client is passed on
	Logger         *slog.Logger
	Tracer         *tracing.Tracer
}

// Proxy is the handler of one path.
type Proxy struct {
	options   Options
	replicas  *replicas
	reverse   *httputil.ReverseProxy
	transport *http.Transport
}

// New returns a proxy.
func New(o Options) *Proxy {
	p := &Proxy{options: o, replicas: newReplicas(o.Targets, net.DefaultResolver.LookupHost)}
	p.transport = p.newTransport()
	p.reverse = &httputil.ReverseProxy{
		Rewrite:        p.rewrite,
		Transport:      o.Tracer.Transport(p.transport),
		ModifyResponse: p.receive,
		ErrorHandler:   p.fail,
		ErrorLog:       slog.NewLogLogger(o.Logger.Handler(), slog.LevelWarn),
	}
	if o.Stream {
		p.reverse.FlushInterval = -1 // each piece at once
	}
	return p
}

// newTransport keeps off what an environment may say of proxies, and leaves the
// codings of bodies to both ends.
func (p *Proxy) newTransport() *http.Transport {
	return &http.Transport{
		DialContext:           p.dial,
		ResponseHeaderTimeout: p.options.Timeout,
		IdleConnTimeout:       idleTimeout,
		MaxIdleConnsPerHost:   idleKept,
		DisableCompression:    true,
	}
}

// dial connects to the replica at address, or to another one if that is away.
func (p *Proxy) dial(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := net.Dialer{Timeout: dialTimeout}
	conn, err := dialer.DialContext(ctx, network, address)
	if away := p.replicas.at(address); away != nil && err != nil && ctx.Err() == nil {
		away.leave()
	}
	for _, other := range p.replicas.all(ctx) {
		if err == nil || ctx.Err() != nil {
			break
		}
		if other.url.Host != address && other.url.Port() != "" {
			conn, err = dialer.DialContext(ctx, network, other.url.Host)
		}
	}
	return conn, err
}

// Close gives up the idle connections.
func (p *Proxy) Close() { p.transport.CloseIdleConnections() }

// answerHeader is the key of the header that the gateway answers a request with.
type answerHeader struct{}

// ServeHTTP hands a request on.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.ContentLength > p.options.MaxBody {
		p.tooLarge(w, r)
		return
	}
	r.Body = incoming{http.MaxBytesReader(w, r.Body, p.options.MaxBody)}
	r = r.WithContext(context.WithValue(r.Context(), answerHeader{}, w.Header()))
	if p.options.Stream {
		p.stream(w, r)
		return
	}
	p.reverse.ServeHTTP(w, r)
}

// stream hands on a request whose answer has no foreseeable end: the deadline
// for writing it is lifted. When the process stops, a GET is given up, because
// its client connects again; the answer to a POST is on its way.
func (p *Proxy) stream(w http.ResponseWriter, r *http.Request) {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Time{}) // a writer without deadlines has none to lift
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	if r.Method == http.MethodGet {
		go p.giveUp(ctx, cancel)
	}
	p.reverse.ServeHTTP(w, r.WithContext(ctx))
}

// giveUp cancels a request when the process stops, unless it ends before.
func (p *Proxy) giveUp(ctx context.Context, cancel context.CancelFunc) {
	select {
	case <-ctx.Done():
	case <-p.options.Stopping:
		cancel()
	}
}

// rewrite addresses the request to the service and says who asked. What the
// client itself says of that is believed only from a trusted proxy. Expect is
// met by our own server as soon as the body is read; the Continue of a service
// would make httputil clear the header fields that the gateway has set. The
// trace of the client ends here: the services would take it for one of ours.
func (p *Proxy) rewrite(r *httputil.ProxyRequest) {
	to := p.replicas.next(r.In.Context())
	r.SetURL(to.url)
	r.Out.Host = to.name
	for _, name := range []string{"Expect", "Traceparent", "Tracestate", "Baggage"} {
		r.Out.Header.Del(name)
	}
	trusted := p.trusts(r.In.RemoteAddr)
	if trusted {
		r.Out.Header["X-Forwarded-For"] = r.In.Header["X-Forwarded-For"]
	}
	r.SetXForwarded()
	if !trusted {
		return
	}
	for _, name := range []string{"X-Forwarded-Host", "X-Forwarded-Proto"} {
		if said := r.In.Header.Get(name); said != "" {
			r.Out.Header.Set(name, said)
		}
	}
}

func (p *Proxy) trusts(remote string) bool {
	peer, err := netip.ParseAddrPort(remote)
	if err != nil {
		return false
	}
	for _, prefix := range p.options.TrustedProxies {
		if prefix.Contains(peer.Addr().Unmap()) {
			return true
		}
	}
	return false
}

// receive drops the header fields that the gateway sets on every answer: a
// browser refuses some of them when they come twice. The revision is that of the
// service, if it tells one: it may know of a change earlier or later than we do.
// A replica that ends the connection without a reason in the request is about to
// stop, and would not take another one for long.
func (p *Proxy) receive(res *http.Response) error {
	if r := p.replicas.at(res.Request.URL.Host); r != nil && res.Close && res.StatusCode < http.StatusBadRequest {
		r.leave()
	}
	if revision := res.Header["X-Revision"]; revision != nil {
		if answer, ok := res.Request.Context().Value(answerHeader{}).(http.Header); ok {
			answer["X-Revision"] = revision
		}
	}
	for _, name := range []string{
		"Access-Control-Allow-Origin", "Access-Control-Expose-Headers", "X-Content-Type-Options", "X-Revision",
	} {
		res.Header.Del(name)
	}
	return nil
}

// fail answers when the service did not.
func (p *Proxy) fail(w http.ResponseWriter, r *http.Request, err error) {
	var tooLarge *http.MaxBytesError
	var broken incomingError
	switch {
	case errors.As(err, &tooLarge):
		p.tooLarge(w, r)
	case p.stopping():
		p.unavailable(w, r)
	case errors.As(err, &broken), r.Context().Err() != nil: // the client is to blame, or gone
		p.broken(w, r)
	default:
		p.options.Logger.WarnContext(r.Context(), "a service does not answer",
			slog.String("name", p.options.Name), slog.Any("error", err))
		p.unavailable(w, r)
	}
}

// stopping reports whether requests are given up because the process stops.
func (p *Proxy) stopping() bool {
	select {
	case <-p.options.Stopping:
		return true
	default:
		return false
	}
}

func (p *Proxy) unavailable(w http.ResponseWriter, r *http.Request) {
	problem.Problem{
		Status:     http.StatusServiceUnavailable,
		Detail:     "This part of the service does not answer at the moment; the same request may succeed later.",
		RetryAfter: retryAfter,
	}.Write(w, r)
}

func (p *Proxy) broken(w http.ResponseWriter, r *http.Request) {
	problem.Problem{
		Status: http.StatusBadRequest,
		Detail: "The body of the request is malformed, broke off or came too slowly.",
	}.Write(w, r)
}

func (p *Proxy) tooLarge(w http.ResponseWriter, r *http.Request) {
	problem.Problem{
		Status: http.StatusRequestEntityTooLarge,
		Detail: fmt.Sprintf("The body of the request must have at most %d bytes.", p.options.MaxBody),
	}.Write(w, r)
}
