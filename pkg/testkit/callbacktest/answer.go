package callbacktest

import (
	"io"
	"maps"
	"net/http"
	"time"
)

// Answer is what a callback answers.
type Answer struct {
	Status int // default 200
	Header http.Header
	Body   string
	Filler int64         // bytes after the body
	Delay  time.Duration // before the answer
	Hang   bool          // no answer until the client gives up
}

// A Script decides on answers. It is told how many requests of the kind there
// were before, and is called by the server's goroutines.
type Script func(n int, r Request) Answer

// Confirm confirms what the hub asks for (W3C WebSub §5.3).
func Confirm(_ int, r Request) Answer { return Answer{Body: r.Challenge()} }

// Refuse denies having asked.
func Refuse(int, Request) Answer { return Answer{Status: http.StatusNotFound} }

// Statuses answers with a status after the other; the last one stays.
func Statuses(statuses ...int) Script {
	return func(n int, _ Request) Answer { return Answer{Status: statuses[min(n, len(statuses)-1)]} }
}

// Hang never answers.
func Hang(int, Request) Answer { return Answer{Hang: true} }

// After lets another script answer after a time.
func After(d time.Duration, then Script) Script {
	return func(n int, r Request) Answer {
		a := then(n, r)
		a.Delay = d
		return a
	}
}

// write sends the answer, unless the client gives up before or the sink stops: then
// it breaks the connection, for a handler that merely returns has answered 200, and
// a client may hear that after its goodbye.
func (a Answer) write(w http.ResponseWriter, r *http.Request, released <-chan struct{}) {
	var wait <-chan time.Time // for ever
	if !a.Hang {
		timer := time.NewTimer(a.Delay)
		defer timer.Stop()
		wait = timer.C
	}
	select {
	case <-wait:
	case <-released:
		panic(http.ErrAbortHandler)
	case <-r.Context().Done():
		panic(http.ErrAbortHandler)
	}
	maps.Copy(w.Header(), a.Header)
	w.WriteHeader(max(a.Status, http.StatusOK))
	_, _ = io.WriteString(w, a.Body)
	_, _ = io.CopyN(w, filler{}, a.Filler)
}

// filler is bytes without end.
type filler struct{}

// Read fills p.
func (filler) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}
