// Package tracetest is a collector of traces for tests: processes send it their
// spans by OTLP over HTTP, and it tells which of them belong together.
package tracetest

import (
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// Span is a finished span as far as tests look at it.
type Span struct {
	Trace      string // id of its trace, in hexadecimal digits
	ID, Parent string // the parent of the first span of a trace is empty
	Service    string // that made it
	Name       string
	Attributes map[string]string
	Links      []string // ids of the traces it links
}

// Collector takes spans until the test ends.
type Collector struct {
	server *httptest.Server

	mu    sync.Mutex
	spans []Span
}

// Start starts a collector on a loopback port.
func Start(t testing.TB) *Collector {
	t.Helper()
	c := &Collector{}
	c.server = httptest.NewServer(http.HandlerFunc(c.receive))
	t.Cleanup(c.server.Close)
	return c
}

// Env returns what makes a process send its spans here soon after they end.
func (c *Collector) Env() []string {
	return []string{
		"OTEL_EXPORTER_OTLP_ENDPOINT=" + c.server.URL,
		"OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf",
		"OTEL_BSP_SCHEDULE_DELAY=100",
	}
}

// Spans returns what has arrived so far.
func (c *Collector) Spans() []Span {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.spans)
}

// Trace waits until one trace has spans of all the names, each "service: name",
// and returns it.
func (c *Collector) Trace(t testing.TB, patience time.Duration, names ...string) []Span {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		for _, spans := range c.traces() {
			if hasAll(spans, names) {
				return spans
			}
		}
	}
	t.Fatalf("tracetest: after %s no trace has\n%s\nbut there are\n%s", patience, strings.Join(names, "\n"), c)
	return nil
}

// traces returns the spans by their traces.
func (c *Collector) traces() map[string][]Span {
	traces := map[string][]Span{}
	for _, s := range c.Spans() {
		traces[s.Trace] = append(traces[s.Trace], s)
	}
	return traces
}

func hasAll(spans []Span, names []string) bool {
	for _, name := range names {
		if !slices.ContainsFunc(spans, func(s Span) bool { return s.String() == name }) {
			return false
		}
	}
	return true
}

// String returns "service: name".
func (s Span) String() string { return s.Service + ": " + s.Name }

// String lists the traces.
func (c *Collector) String() string {
	var b strings.Builder
	traces := c.traces()
	for _, id := range slices.Sorted(maps.Keys(traces)) {
		fmt.Fprintf(&b, "trace %s\n", id)
		for _, s := range traces[id] {
			fmt.Fprintf(&b, "  %s\n", s)
		}
	}
	return b.String()
}

// receive takes one export (OTLP §1.2).
func (c *Collector) receive(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var request collector.ExportTraceServiceRequest
	if err == nil {
		err = proto.Unmarshal(body, &request)
	}
	if err != nil || r.URL.Path != "/v1/traces" {
		http.Error(w, fmt.Sprint("not an export of traces: ", err), http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, of := range request.GetResourceSpans() {
		service := attributes(of.GetResource().GetAttributes())["service.name"]
		for _, scope := range of.GetScopeSpans() {
			for _, s := range scope.GetSpans() {
				c.spans = append(c.spans, newSpan(service, s))
			}
		}
	}
	w.Header().Set("Content-Type", "application/x-protobuf")
}

func newSpan(service string, s *otlp.Span) Span {
	out := Span{
		Trace:      hex.EncodeToString(s.GetTraceId()),
		ID:         hex.EncodeToString(s.GetSpanId()),
		Parent:     hex.EncodeToString(s.GetParentSpanId()),
		Service:    service,
		Name:       s.GetName(),
		Attributes: attributes(s.GetAttributes()),
	}
	for _, link := range s.GetLinks() {
		out.Links = append(out.Links, hex.EncodeToString(link.GetTraceId()))
	}
	return out
}

// attributes returns the attributes with their values as text.
func attributes(in []*common.KeyValue) map[string]string {
	out := map[string]string{}
	for _, a := range in {
		switch v := a.GetValue().GetValue().(type) {
		case *common.AnyValue_StringValue:
			out[a.GetKey()] = v.StringValue
		default:
			out[a.GetKey()] = fmt.Sprint(v)
		}
	}
	return out
}
