package tracing

import (
	"cmp"
	"fmt"
	"strings"
)

// settings is what we ourselves have to know of the environment; the libraries
// read the rest.
type settings struct {
	on   bool
	grpc bool // or HTTP
}

// read reads the variables of the OpenTelemetry specification. Only traces are
// sent, and only by OTLP.
func read(getenv func(string) string) (settings, error) {
	value := func(name string) string { return strings.ToLower(strings.TrimSpace(getenv(name))) }
	endpoint := cmp.Or(value("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"), value("OTEL_EXPORTER_OTLP_ENDPOINT"))
	if value("OTEL_SDK_DISABLED") == "true" || endpoint == "" {
		return settings{}, nil
	}
	switch name := cmp.Or(value("OTEL_TRACES_EXPORTER"), "otlp"); name {
	case "otlp":
	case "none":
		return settings{}, nil
	default:
		return settings{}, fmt.Errorf("OTEL_TRACES_EXPORTER: want otlp or none, not %q", name)
	}
	protocol := cmp.Or(value("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"), value("OTEL_EXPORTER_OTLP_PROTOCOL"), "http/protobuf")
	switch protocol {
	case "http/protobuf":
		return settings{on: true}, nil
	case "grpc":
		return settings{on: true, grpc: true}, nil
	default:
		return settings{}, fmt.Errorf("OTEL_EXPORTER_OTLP_PROTOCOL: want http/protobuf or grpc, not %q", protocol)
	}
}
