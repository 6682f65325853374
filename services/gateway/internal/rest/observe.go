package rest

import (
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/reviewdata/reviewdata/pkg/tracing"
)

// metrics counts and times requests.
type metrics struct {
	requests *prometheus.CounterVec
	duration *prometheus.HistogramVec
}

func newMetrics(registry prometheus.Registerer) *metrics {
	m := &metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "reviews_http_requests_total",
			Help: "Answered HTTP requests.",
		}, []string{"route", "status"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "reviews_http_request_duration_seconds",
			Help:    "Time from the header of a request to the end of its answer.",
			Buckets: prometheus.ExponentialBuckets(0.00025, 2, 16), // to 8 s
		}, []string{"route"}),
	}
	registry.MustRegister(m.requests, m.duration)
	return m
}

// noRoute stands for paths that are not there, of which there is no end.
const noRoute = "none"

// observe logs and counts a request when it is answered. The log has the path
// but neither the query, which may tell what somebody looks for, nor the
// address of the client.
func (a *api) observe(c *gin.Context) {
	began := time.Now()
	defer func() {
		took := time.Since(began)
		route, status := c.FullPath(), c.Writer.Status()
		if route == "" {
			route = noRoute
		}
		if route != noRoute { // the method is one of the route
			tracing.Route(c.Request.Context(), c.Request.Method, route)
		}
		a.metrics.requests.WithLabelValues(route, strconv.Itoa(status)).Inc()
		a.metrics.duration.WithLabelValues(route).Observe(took.Seconds())
		a.log(c, route, status, took)
	}()
	c.Next()
}

func (a *api) log(c *gin.Context, route string, status int, took time.Duration) {
	level := slog.LevelInfo
	if status >= http.StatusInternalServerError {
		level = slog.LevelWarn
	}
	ctx := c.Request.Context()
	if !a.Logger.Enabled(ctx, level) {
		return
	}
	attrs := []slog.Attr{
		slog.String("method", c.Request.Method),
		slog.String("route", route),
		slog.String("path", shortened(c.Request.URL.Path)),
		slog.Int("status", status),
		slog.Float64("duration_ms", float64(took.Microseconds())/1000),
		slog.Int("bytes", max(0, c.Writer.Size())),
		slog.String("revision", c.Writer.Header().Get("X-Revision")),
	}
	if err := c.Errors.Last(); err != nil {
		attrs = append(attrs, slog.Any("error", err.Err))
	}
	a.Logger.LogAttrs(ctx, level, "request", attrs...)
}

// shortened bounds what a made-up path can write into the log.
func shortened(path string) string {
	const most = 200
	return path[:min(len(path), most)]
}

func (a *api) logPanic(c *gin.Context, cause any) {
	a.Logger.ErrorContext(c.Request.Context(), "panic",
		slog.String("route", c.FullPath()),
		slog.String("error", fmt.Sprint(cause)),
		slog.String("stack", string(debug.Stack())))
}
