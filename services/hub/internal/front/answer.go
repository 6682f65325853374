package front

import (
	"net/http"
	"strconv"
	"time"
)

// answer is what a client gets.
type answer struct {
	status      int
	contentType string
	body        []byte
	allow       string
	retryAfter  time.Duration
}

// plain returns an answer in words (W3C WebSub §5.1.2).
func plain(status int, text string) answer {
	return answer{status: status, contentType: "text/plain; charset=utf-8", body: []byte(text + "\n")}
}

// later returns a refusal that does not last.
func later(status int, text string, wait time.Duration) answer {
	a := plain(status, text+" Try again later.")
	a.retryAfter = wait
	return a
}

// awayFor is how long a broker or a store may well be away.
const awayFor = 5 * time.Second

// away says that we cannot do our work.
func away() answer {
	return later(http.StatusServiceUnavailable, "The hub cannot take requests at the moment.", awayFor)
}

func (a answer) write(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", a.contentType)
	if a.allow != "" {
		h.Set("Allow", a.allow)
	}
	if a.retryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(int(a.retryAfter/time.Second)))
	}
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body) // a client that is gone needs no answer
}
