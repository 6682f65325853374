package service

import (
	"encoding/json"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// NewRegistry returns a registry with the metrics of the Go runtime and the
// process, and reviews_build_info with the service and its version.
func NewRegistry(service string) *prometheus.Registry {
	registry := prometheus.NewRegistry()
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name:        "reviews_build_info",
		Help:        "Always 1; the labels say what runs.",
		ConstLabels: prometheus.Labels{"service": service, "version": Version()},
	})
	build.Set(1)
	registry.MustRegister(
		build,
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	return registry
}

// Ops returns the component that serves [OpsHandler] on l. List it first: it
// then answers until everything else has stopped.
func Ops(l net.Listener, logger *slog.Logger, registry *prometheus.Registry, ready *Readiness) Component {
	server := NewHTTPServer(OpsHandler(registry, ready), logger, HTTPLimits{Write: 10 * time.Second})
	return HTTP("ops", l, server)
}

// OpsHandler answers GET /metrics in the Prometheus format, /livez with 200
// while the process can answer at all, and /readyz with 200 and the names of what
// it does without, or 503 and the names of the checks that fail. It tells nothing
// else about the inside, but is still not for the public.
func OpsHandler(registry *prometheus.Registry, ready *Readiness) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{Registry: registry}))
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) {
		writeStatus(w, http.StatusOK, opsStatus{Status: "alive", Failing: []string{}})
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		failing := ready.Failing(r.Context())
		if len(failing) > 0 {
			writeStatus(w, http.StatusServiceUnavailable, opsStatus{Status: "not ready", Failing: failing})
			return
		}
		writeStatus(w, http.StatusOK, opsStatus{Status: "ready", Failing: failing, Degraded: ready.Degraded()})
	})
	return mux
}

// opsStatus is the body of /livez and /readyz.
type opsStatus struct {
	Status   string   `json:"status"`
	Failing  []string `json:"failing"`
	Degraded []string `json:"degraded,omitempty"`
}

func writeStatus(w http.ResponseWriter, code int, body opsStatus) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(body) // the client is gone: nobody to tell
}
