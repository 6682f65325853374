package service

import (
	"io"
	"log/slog"
	"runtime/debug"
)

// NewLogger returns a logger that writes JSON lines to w, each with the name
// and version of the service.
func NewLogger(w io.Writer, service string, level slog.Leveler) *slog.Logger {
	handler := slog.NewJSONHandler(w, &slog.HandlerOptions{Level: level})
	return slog.New(handler).With(
		slog.String("service", service),
		slog.String("version", Version()),
	)
}

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
