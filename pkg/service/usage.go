package service

import (
	"fmt"
	"log/slog"
	"net/url"
	"strings"
)

// Usage returns the text that -h prints: every setting with its variable, its
// meaning and its default.
func (f *Flags) Usage() string {
	var b strings.Builder
	fmt.Fprintf(&b, "usage: %s [flags]\n\nEach flag can be set by the environment variable beside it.\n", f.service)
	for _, s := range f.all {
		head := "-" + s.name
		if s.kind != "" {
			head += " " + s.kind
		}
		fmt.Fprintf(&b, "\n  %-32s %s\n        %s", head, s.env, s.usage)
		if s.preset != "" {
			fmt.Fprintf(&b, " (default %s)", s.preset)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// LogValue lists the values in force, so that they can be logged at the start.
// Secrets and the credentials in URLs are hidden.
func (f *Flags) LogValue() slog.Value {
	attrs := make([]slog.Attr, 0, len(f.all))
	for _, s := range f.all {
		key := strings.ReplaceAll(s.name, "-", "_")
		attrs = append(attrs, slog.String(key, s.shown()))
	}
	return slog.GroupValue(attrs...)
}

// hidden stands where a value must not be shown.
const hidden = "[hidden]"

// shown is the value of s as a log may have it. Credentials stand before an @
// or in the query of a URL, and after password= in the other form of a database
// address.
func (s *setting) shown() string {
	text := s.value.String()
	if s.secret && text != "" {
		return hidden
	}
	if u, err := url.Parse(text); err == nil && u.Host != "" {
		u.User, u.RawQuery = nil, ""
		text = u.String()
	}
	if strings.Contains(text, "@") || strings.Contains(text, "password=") {
		return hidden
	}
	return text
}
