package service

import (
	"context"
	"io"
	"log/slog"
	"runtime/debug"

	"go.opentelemetry.io/otel/trace"
)

// NewLogger returns a logger that writes JSON lines to w, each with the name
// and version of the service, and the id of the trace that its context belongs
// to.
func NewLogger(w io.Writer, service string, level slog.Leveler) *slog.Logger {
	handler := slog.NewJSONHandler(w, &slog.HandlerOptions{Level: level})
	return slog.New(traced{handler}).With(
		slog.String("service", service),
		slog.String("version", Version()),
	)
}

// traced is a handler that adds the trace_id to what is logged within a trace.
type traced struct{ slog.Handler }

// Handle writes one line.
func (t traced) Handle(ctx context.Context, r slog.Record) error {
	if span := trace.SpanContextFromContext(ctx); span.HasTraceID() {
		r.AddAttrs(slog.String("trace_id", span.TraceID().String()))
	}
	return t.Handler.Handle(ctx, r)
}

// WithAttrs returns the handler with more attributes.
func (t traced) WithAttrs(attrs []slog.Attr) slog.Handler { return traced{t.Handler.WithAttrs(attrs)} }

// WithGroup returns the handler within a group.
func (t traced) WithGroup(name string) slog.Handler { return traced{t.Handler.WithGroup(name)} }

// Version tells which build this is: the module's version, else the commit it
// was built from with "+dirty" when files had changed, else "devel".
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return unknownVersion
	}
	return version(info)
}

// unknownVersion is the version of a build that carries none.
const unknownVersion = "devel"

// revisionDigits is how much of a commit's hash names it.
const revisionDigits = 12

func version(info *debug.BuildInfo) string {
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	revision, suffix := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value[:min(len(s.Value), revisionDigits)]
		case s.Key == "vcs.modified" && s.Value == "true":
			suffix = "+dirty"
		}
	}
	if revision == "" {
		return unknownVersion
	}
	return revision + suffix
}
