package egress

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// The bounds of one exchange with a callback.
const (
	dialTimeout   = 5 * time.Second
	tlsTimeout    = 5 * time.Second
	idleTimeout   = 30 * time.Second
	idleTotal     = 512
	answerHeader  = 16 << 10 // bytes
	answerBody    = 4 << 10  // bytes that are read of it
	writeBuffer   = 16 << 10 // bytes of a connection: a record of TLS (RFC 8446 §5.1)
	maxRetryAfter = time.Hour
)

// Options are what a Client is made from.
type Options struct {
	Guard     *Guard
	UserAgent func() string
	Roots     *x509.CertPool                            // of callbacks; nil for those of the system
	Trace     func(http.RoundTripper) http.RoundTripper // has exchanges traced; nil for not
}

// Client speaks to callbacks. It is safe for concurrent use.
type Client struct {
	options   Options
	transport *http.Transport
	http      *http.Client
}

// New returns a client.
func New(o Options) *Client {
	dialer := &net.Dialer{Timeout: dialTimeout, ControlContext: o.Guard.control}
	// Nobody can use a part of a delivery. Small records, which are there to
	// show the beginning of a page early, would only cost system calls.
	records := &tls.Config{RootCAs: o.Roots, MinVersion: tls.VersionTLS12, DynamicRecordSizingDisabled: true}
	t := &http.Transport{
		DialContext:            dialer.DialContext,
		TLSHandshakeTimeout:    tlsTimeout,
		IdleConnTimeout:        idleTimeout,
		MaxIdleConns:           idleTotal,
		MaxIdleConnsPerHost:    idleTotal, // the caller bounds how many are in use
		TLSClientConfig:        records,
		WriteBufferSize:        writeBuffer,
		MaxResponseHeaderBytes: answerHeader,
		DisableCompression:     true,
	}
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	c := &Client{options: o, transport: t, http: &http.Client{Transport: t, CheckRedirect: stay}}
	if o.Trace != nil {
		c.http.Transport = masked{o.Trace(whole{t})}
	}
	return c
}

// Close gives up the idle connections.
func (c *Client) Close() { c.transport.CloseIdleConnections() }

// Answer is what a callback said. Body has at most 4 KiB of it, and Whole
// says whether that is all.
type Answer struct {
	Status     int
	Body       []byte
	Whole      bool
	RetryAfter time.Duration // how long it wants to be left alone; 0 if it does not say, at most an hour
}

// OK reports whether the callback agreed: any 2xx, and no redirect (W3C WebSub
// §5.3, §7).
func (a Answer) OK() bool { return a.Status >= 200 && a.Status < 300 }

// Get asks a callback, with parameters added behind those it has. What the
// callback has is sent as it is, byte for byte.
func (c *Client) Get(ctx context.Context, callback, parameters string) (Answer, error) {
	joint := "?"
	if strings.Contains(callback, "?") {
		joint = "&"
	}
	if strings.HasSuffix(callback, "?") || strings.HasSuffix(callback, "&") {
		joint = ""
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, callback+joint+parameters, nil)
	if err != nil {
		return Answer{}, withoutURL(err)
	}
	return c.send(req)
}

// Post delivers a body. It asks once more whether it may when the connection
// is there, and fails with ErrWithheld if not: also when the receiver answers
// although it did not get all of the body.
func (c *Client) Post(ctx context.Context, callback string, header http.Header, body []byte, may func() bool) (Answer, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, callback, nil)
	if err != nil {
		return Answer{}, withoutURL(err)
	}
	maps.Copy(req.Header, header)
	withheld := withhold(req, body, may)
	answer, err := c.send(req)
	if withheld.Load() {
		return Answer{}, ErrWithheld
	}
	return answer, err
}

func (c *Client) send(req *http.Request) (Answer, error) {
	req.Header.Set("User-Agent", c.options.UserAgent())
	res, err := c.http.Do(req)
	if err != nil {
		return Answer{}, withoutURL(err)
	}
	defer res.Body.Close()
	return read(res, time.Now()), nil
}

// read keeps the beginning of an answer. One that breaks off has a status all
// the same, and that is what counts.
func read(res *http.Response, now time.Time) Answer {
	body, err := io.ReadAll(io.LimitReader(res.Body, answerBody+1))
	a := Answer{Status: res.StatusCode, Body: body, Whole: err == nil && len(body) <= answerBody}
	a.Body = body[:min(len(body), answerBody)]
	if a.Status == http.StatusTooManyRequests || a.Status == http.StatusServiceUnavailable {
		a.RetryAfter = retryAfter(res.Header.Get("Retry-After"), now)
	}
	return a
}

// retryAfter reads both forms of the field (RFC 9110 §10.2.3).
func retryAfter(text string, now time.Time) time.Duration {
	seconds, err := strconv.ParseUint(text, 10, 64) // the greatest number there is, if it is greater
	if err == nil || errors.Is(err, strconv.ErrRange) {
		return time.Duration(min(seconds, uint64(maxRetryAfter/time.Second))) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return min(max(0, at.Sub(now)), maxRetryAfter)
	}
	return 0
}

// withoutURL returns the cause of an error that has the callback in front: a
// callback is a capability and stays out of the log.
func withoutURL(err error) error {
	if failed, ok := errors.AsType[*url.Error](err); ok {
		return failed.Err
	}
	return err
}

// Class names what went wrong with an exchange, for metrics and outcomes that
// a subscriber may see.
func Class(err error) string {
	switch {
	case errors.Is(err, ErrBlocked):
		return "blocked"
	case errors.Is(err, context.DeadlineExceeded), isTimeout(err):
		return "timeout"
	case isResolve(err):
		return "dns"
	case isCertificate(err):
		return "tls"
	case isDial(err):
		return "connect"
	default:
		return "broken"
	}
}

func isTimeout(err error) bool {
	e, ok := errors.AsType[net.Error](err)
	return ok && e.Timeout()
}

func isResolve(err error) bool {
	_, ok := errors.AsType[*net.DNSError](err)
	return ok
}

func isCertificate(err error) bool {
	_, ok := errors.AsType[*tls.CertificateVerificationError](err)
	return ok
}

func isDial(err error) bool {
	e, ok := errors.AsType[*net.OpError](err)
	return ok && e.Op == "dial"
}
