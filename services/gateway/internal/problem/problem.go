// Package problem answers requests that have no other answer: with a status,
// and a body that says what to change.
package problem

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// Problem is why a request is refused. Everything in it is for the public.
type Problem struct {
	Status     int
	Title      string        // default: the text of the status
	Detail     string        // what to change, unless the issues say it
	Issues     review.Issues // what is wrong with the parameters
	RetryAfter time.Duration // when to try again, whole seconds; 0 when that is no use
}

// The media types of a body. Problem details (RFC 9457) have the same form as
// our errors, and a type of their own for clients that ask for it.
const (
	plainType   = "application/json"
	problemType = "application/problem+json"
)

// Write answers a request. Header fields that are set already stay, except for
// those that speak of another body.
func (p Problem) Write(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	for _, name := range []string{"Content-Encoding", "Etag", "Last-Modified"} {
		h.Del(name)
	}
	body := document.Error(p.Status, cmp.Or(p.Title, http.StatusText(p.Status)), p.Detail, p.Issues)
	h.Set("Content-Type", contentType(r.Header.Values("Accept")))
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("Cache-Control", "no-store")
	h.Set("Vary", "Accept")
	if p.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(int(p.RetryAfter/time.Second)))
	}
	w.WriteHeader(p.Status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // the client is gone: nobody to tell
	}
}

// contentType returns the media type for a client with these lines of Accept:
// the one for problems if they list it.
func contentType(accept []string) string {
	for _, line := range accept {
		for item := range strings.SplitSeq(line, ",") {
			name, parameters, _ := strings.Cut(item, ";")
			if strings.EqualFold(strings.TrimSpace(name), problemType) && !refused(parameters) {
				return problemType
			}
		}
	}
	return plainType
}

// refused reports whether the parameters of a media range have a weight of 0
// (RFC 9110 §12.4.2).
func refused(parameters string) bool {
	for parameter := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(parameter), "=")
		if strings.EqualFold(name, "q") {
			weight, err := strconv.ParseFloat(value, 64)
			return err == nil && weight == 0
		}
	}
	return false
}
