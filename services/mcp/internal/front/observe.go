package front

import (
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/reviewdata/reviewdata/pkg/tracing"
	"github.com/reviewdata/reviewdata/services/mcp/internal/call"
)

// metrics counts and times requests.
type metrics struct {
	requests *prometheus.CounterVec
	duration *prometheus.HistogramVec
}

func newMetrics(registry prometheus.Registerer) *metrics {
	m := &metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "reviews_mcp_requests_total",
			Help: "Answered requests; outcome is ok, refused, invalid, away, failed or canceled.",
		}, []string{"method", "target", "outcome"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "reviews_mcp_request_duration_seconds",
			Help:    "Time from the header of a request to the end of its answer.",
			Buckets: prometheus.ExponentialBuckets(0.00025, 2, 16), // to 8 s
		}, []string{"method"}),
	}
	registry.MustRegister(m.requests, m.duration)
	return m
}

// known returns the method if it is one of the protocol, and else a name that
// stands for all others: there is no end of them.
func known(method string) string {
	switch mcp.MCPMethod(method) {
	case mcp.MethodInitialize, mcp.MethodPing, mcp.MethodServerDiscover,
		mcp.MethodToolsList, mcp.MethodToolsCall,
		mcp.MethodResourcesList, mcp.MethodResourcesTemplatesList, mcp.MethodResourcesRead,
		mcp.MethodPromptsList, mcp.MethodPromptsGet, mcp.MethodCompletionComplete,
		mcp.MethodNotificationInitialized, mcp.MethodNotificationCancelled:
		return method
	default:
		return "other"
	}
}

// observed is a response writer that remembers what became of the answer.
type observed struct {
	http.ResponseWriter
	front  *Front
	r      *http.Request
	record *call.Record
	began  time.Time
	status int
	bytes  int
}

func (f *Front) observe(w http.ResponseWriter, r *http.Request, record *call.Record) *observed {
	return &observed{ResponseWriter: w, front: f, r: r, record: record, began: time.Now()}
}

// WriteHeader sends the header.
func (o *observed) WriteHeader(status int) {
	o.status = status
	o.ResponseWriter.WriteHeader(status)
}

// Write sends a part of the body.
func (o *observed) Write(p []byte) (int, error) {
	n, err := o.ResponseWriter.Write(p)
	o.bytes += n
	return n, err
}

// Unwrap is for http.ResponseController.
func (o *observed) Unwrap() http.ResponseWriter { return o.ResponseWriter }

// done keeps a panic from ending more than the request, and then counts and
// logs the request.
func (o *observed) done() {
	if cause := recover(); cause != nil {
		o.record.Outcome, o.record.Err = call.Failed, fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
		if o.status == 0 {
			refuse(http.StatusInternalServerError, mcp.INTERNAL_ERROR, ourFault).write(o)
		}
	}
	if o.record.Outcome == "" {
		o.record.Outcome = call.OK
	}
	method, took := o.method(), time.Since(o.began)
	tracing.Name(o.r.Context(), method, o.record.Target)
	o.front.metrics.requests.WithLabelValues(method, o.record.Target, string(o.record.Outcome)).Inc()
	o.front.metrics.duration.WithLabelValues(method).Observe(took.Seconds())
	o.log(method, took)
}

// method returns what the request is counted as: the JSON-RPC method of a
// message that was one, and else the HTTP method.
func (o *observed) method() string {
	switch o.r.Method {
	case http.MethodPost:
		if o.record.Method != "" {
			return o.record.Method
		}
		return http.MethodPost
	case http.MethodGet, http.MethodDelete, http.MethodOptions:
		return o.r.Method
	default:
		return "other"
	}
}

// log writes the line of the request. It has neither the arguments, which may
// tell what somebody looks for, nor the address of the client, nor the session.
func (o *observed) log(method string, took time.Duration) {
	level := slog.LevelInfo
	if o.record.Outcome == call.Failed || o.record.Outcome == call.Away {
		level = slog.LevelWarn
	}
	ctx := o.r.Context()
	if !o.front.Logger.Enabled(ctx, level) {
		return
	}
	attrs := []slog.Attr{
		slog.String("method", method),
		slog.String("target", o.record.Target),
		slog.String("outcome", string(o.record.Outcome)),
		slog.Int("status", o.status),
		slog.Float64("duration_ms", float64(took.Microseconds())/1000),
		slog.Int("bytes", o.bytes),
		slog.String("revision", strconv.FormatUint(o.front.Revision(), 10)),
	}
	if o.record.Err != nil {
		attrs = append(attrs, slog.Any("error", o.record.Err))
	}
	o.front.Logger.LogAttrs(ctx, level, "request", attrs...)
}
