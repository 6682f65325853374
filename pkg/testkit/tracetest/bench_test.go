package tracetest_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/reviewdata/reviewdata/pkg/testkit/tracetest"
	"github.com/reviewdata/reviewdata/pkg/tracing"
)

// What a request of the public costs more: nothing without tracing, little when
// it is not sampled.
func BenchmarkPublic(b *testing.B) {
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		tracing.Route(r.Context(), r.Method, "/reviews.json")
		w.WriteHeader(http.StatusOK)
	})
	b.Run("off", func(b *testing.B) {
		var off *tracing.Tracer
		benchmark(b, off.Public(handler, nil))
	})
	for _, sampler := range []string{"always_off", "always_on"} {
		b.Run(sampler, func(b *testing.B) {
			b.Setenv("OTEL_TRACES_SAMPLER", sampler)
			benchmark(b, open(b, tracetest.Start(b), "gateway").Public(handler, nil))
		})
	}
}

func benchmark(b *testing.B, handler http.Handler) {
	b.Helper()
	r := httptest.NewRequest(http.MethodGet, "/reviews.json", nil)
	r.Header.Set("User-Agent", "curl/8.5.0")
	w := httptest.NewRecorder()
	b.ReportAllocs()
	for b.Loop() {
		handler.ServeHTTP(w, r)
	}
}
