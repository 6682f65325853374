package front

import (
	"mime"
	"net/http"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
)

// checkHeader refuses a POST whose header does not fit the transport.
func checkHeader(h http.Header) *refusal {
	mediaType, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil || mediaType != "application/json" {
		return refuse(http.StatusUnsupportedMediaType, codeTransport, "Content-Type must be application/json.")
	}
	if coding := h.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		return refuse(http.StatusUnsupportedMediaType, codeTransport, "The body must not be compressed.")
	}
	accepted := h["Accept"]
	if !accepts(accepted, "application", "json") || !accepts(accepted, "text", "event-stream") {
		return refuse(http.StatusNotAcceptable, codeTransport, "Accept must list both application/json and text/event-stream.")
	}
	return nil
}

// accepts reports whether an Accept field (RFC 9110 §12.5.1) names a media
// type, itself or by a range. A field that is absent names nothing: the
// transport demands it (MCP 2025-06-18, Streamable HTTP).
func accepts(fields []string, kind, subtype string) bool {
	for _, field := range fields {
		for entry := range strings.SplitSeq(field, ",") {
			mediaRange, parameters, _ := strings.Cut(entry, ";")
			k, s, _ := strings.Cut(strings.ToLower(strings.TrimSpace(mediaRange)), "/")
			if (k == kind && (s == subtype || s == "*") || k == "*" && s == "*") && !ruledOut(parameters) {
				return true
			}
		}
	}
	return false
}

// ruledOut reports whether the parameters of a media range have a weight of 0.
func ruledOut(parameters string) bool {
	for parameter := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(parameter), "=")
		if strings.EqualFold(name, "q") && strings.Trim(value, "0.") == "" {
			return true
		}
	}
	return false
}

// checkVersion refuses a protocol version that nobody has published. A client
// of 2025-03-26 names none.
func checkVersion(h http.Header) *refusal {
	version := h.Get(mcp.HeaderProtocolVersion)
	if version == "" || mcp.IsValidProtocolVersion(version) {
		return nil
	}
	return refuse(http.StatusBadRequest, codeTransport,
		"MCP-Protocol-Version names no version of this server; it has "+strings.Join(mcp.ValidProtocolVersions, ", ")+".")
}
