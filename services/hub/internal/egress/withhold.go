package egress

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"sync/atomic"
)

// ErrWithheld says that a body was not sent, or not to its end, because it
// might not be any more.
var ErrWithheld = errors.New("egress: the body was withheld")

// withholding is a body that asks before each part whether it may go out. That
// is as late as can be: the connection is there, and to get it may have taken
// long. The header may be out by then; a receiver notices that the body, or a
// part of it, is missing (RFC 9112 §8).
type withholding struct {
	body     *bytes.Reader
	may      func() bool
	withheld *atomic.Bool
}

// Read fills p with the next part.
func (w withholding) Read(p []byte) (int, error) {
	if w.body.Len() > 0 && !w.may() {
		w.withheld.Store(true)
		return 0, ErrWithheld
	}
	return w.body.Read(p)
}

// withhold gives a request a body that is sent while may agrees, and returns
// what tells whether it did not.
func withhold(r *http.Request, body []byte, may func() bool) (withheld *atomic.Bool) {
	withheld = new(atomic.Bool)
	r.ContentLength = int64(len(body))
	r.GetBody = func() (io.ReadCloser, error) {
		return io.NopCloser(withholding{bytes.NewReader(body), may, withheld}), nil
	}
	r.Body, _ = r.GetBody()
	return withheld
}
