package service

import (
	"encoding/json"
	"log/slog"
	"runtime/debug"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/trace"
)

func TestNewLogger(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	logger := NewLogger(&b, "store", slog.LevelWarn)
	logger.Info("hidden")
	logger.Warn("shown", slog.Int("n", 1))
	var line map[string]any
	if err := json.Unmarshal([]byte(b.String()), &line); err != nil {
		t.Fatalf("%v in %q", err, b.String())
	}
	if line["service"] != "store" || line["version"] != Version() || line["msg"] != "shown" || line["n"] != 1.0 {
		t.Errorf("line = %v", line)
	}
}

// Lines of a trace name it, also those of a derived logger.
func TestLoggerTellsTheTrace(t *testing.T) {
	t.Parallel()
	id := trace.TraceID{15: 1}
	within := trace.ContextWithSpanContext(t.Context(), trace.NewSpanContext(trace.SpanContextConfig{TraceID: id, SpanID: trace.SpanID{7: 1}}))
	var b strings.Builder
	logger := NewLogger(&b, "store", slog.LevelInfo).With(slog.Int("n", 1))
	logger.InfoContext(within, "within")
	logger.InfoContext(t.Context(), "without")
	lines := strings.Split(b.String(), "\n")
	if want := `"trace_id":"` + id.String() + `"`; !strings.Contains(lines[0], want) {
		t.Errorf("%s has no %s", lines[0], want)
	}
	if strings.Contains(lines[1], "trace_id") {
		t.Errorf("%s has a trace", lines[1])
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	commit := debug.BuildSetting{Key: "vcs.revision", Value: "0123456789abcdef0123"}
	dirty := debug.BuildSetting{Key: "vcs.modified", Value: "true"}
	tests := []struct {
		name string
		info debug.BuildInfo
		want string
	}{
		{name: "nothing known", want: "devel"},
		{name: "a release", info: debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}, Settings: []debug.BuildSetting{commit}}, want: "v1.2.3"},
		{
			name: "a commit",
			info: debug.BuildInfo{Main: debug.Module{Version: "(devel)"}, Settings: []debug.BuildSetting{commit}},
			want: "0123456789ab",
		},
		{name: "changed files", info: debug.BuildInfo{Settings: []debug.BuildSetting{dirty, commit}}, want: "0123456789ab+dirty"},
	}
	for _, tt := range tests {
		if got := version(&tt.info); got != tt.want {
			t.Errorf("%s: version = %q, want %q", tt.name, got, tt.want)
		}
	}
}
