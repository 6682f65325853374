// Package conditional evaluates the preconditions of GET and HEAD requests
// (RFC 9110 §13) against the validators of a resource.
//
// A resource has one tag that names its content, and one strong entity tag for
// each content coding of it: "tag" for identity, "tag-gzip" and so on for the
// others. How hard the bytes were compressed does not show in the tag: a
// client that resumes a download would have to care, and ranges are not
// served.
package conditional

import (
	"net/http"
	"time"

	"github.com/reviewdata/reviewdata/services/gateway/internal/coding"
)

// Validators say which state of a resource is the current one.
type Validators struct {
	Tag          string    // names the content
	LastModified time.Time // whole seconds; zero when no truthful time is known
}

// ETag returns the entity tag of the content named tag in a coding.
func ETag(tag string, c coding.Coding) string {
	if c == coding.Identity {
		return `"` + tag + `"`
	}
	return `"` + tag + "-" + c.String() + `"`
}

// Failed reports whether the client asks for a state of the content that is
// not the current one, so that the answer to its request is 412. If-Match, when
// there is one, decides alone (RFC 9110 §13.2.2).
func Failed(h http.Header, v Validators) bool {
	if lines := h["If-Match"]; lines != nil {
		return !matchSome(lines, v.Tag)
	}
	until, ok := v.date(h["If-Unmodified-Since"])
	return ok && v.LastModified.After(until)
}

// NotModified reports whether the client already has the content, so that the
// answer to its GET or HEAD is 304, and in which coding: that is the one whose
// entity tag the answer must repeat. If-None-Match, when there is one, decides
// alone (RFC 9110 §13.2.2).
//
// Only an entity tag of a coding that the client accepts counts. A shared
// cache may offer the tags of all the responses it stores, and must not learn
// that one its client cannot decode will do (RFC 9111 §4.3.3). Among several
// that match, chosen, the coding that a 200 would have, comes first.
func NotModified(h http.Header, v Validators, accepted coding.Accepted, chosen coding.Coding) (coding.Coding, bool) {
	if lines := h["If-None-Match"]; lines != nil {
		return matchNone(lines, v.Tag, accepted, chosen)
	}
	since, ok := v.date(h["If-Modified-Since"])
	return chosen, ok && !v.LastModified.After(since)
}

// date reads a field that is compared with the time of the last change. It is
// ignored unless it is a single valid date, and that time is known (RFC 9110
// §13.1.3, §13.1.4).
func (v Validators) date(lines []string) (time.Time, bool) {
	if len(lines) != 1 || v.LastModified.IsZero() {
		return time.Time{}, false
	}
	date, err := http.ParseTime(lines[0])
	return date, err == nil
}
