package envelope

import (
	"encoding/json"
	"errors"
	"io"
)

func (e envelope) token() (json.Token, error) {
	t, err := e.d.Token()
	return t, clarify(err)
}

func (e envelope) value() (json.RawMessage, error) {
	e.bound.left = MaxValue
	var value json.RawMessage
	err := e.d.Decode(&value)
	return value, clarify(err)
}

// clarify replaces what encoding/json says of a text that ends too early.
func clarify(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errTooShort
	}
	return err
}

// bound ends a read that goes on for too long without a value having ended:
// the decoder would otherwise hold a text of any size in memory.
type bound struct {
	r    io.Reader
	left int
}

// Read reads from the reader below.
func (b *bound) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errTooLarge
	}
	n, err := b.r.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}
