package proxy

import (
	"errors"
	"io"
)

// incoming is the body of a request as it comes from the client. It marks its
// errors, which http.Transport returns among those of the service: a client
// that breaks its own request must neither be told to try again, nor fill the
// log with complaints about the service.
type incoming struct{ io.ReadCloser }

// Read reads from the client. Every error but io.EOF is an incomingError.
func (b incoming) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = incomingError{err}
	}
	return n, err
}

// incomingError says that the client is to blame.
type incomingError struct{ error }

// Unwrap returns what went wrong.
func (e incomingError) Unwrap() error { return e.error }
