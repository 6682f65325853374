// Package envelope reads a JSON object with a list of reviews in it, of any
// size, holding one review at a time.
package envelope

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// MaxValue bounds the size of one review, and of every other member of the
// object, in bytes.
const MaxValue = 16 << 20

// reviewsMember is the member that holds the list.
const reviewsMember = "reviews"

// ErrNoReviews says that the object has no list of reviews.
var ErrNoReviews = errors.New(`the JSON object has no list "reviews"`)

var (
	errTooLarge = fmt.Errorf("a value is larger than %d bytes", MaxValue)
	errTooShort = errors.New("it ends too early; the file is incomplete")
	errMore     = errors.New("something follows after the end of the JSON object")
)

const byteOrderMark = "\uFEFF"

// Visitor is told what the object holds, in its order. An error ends the
// reading and comes back as it is.
type Visitor struct {
	Review func(value json.RawMessage) error
	Member func(name string, value json.RawMessage) error // all members but the reviews; may be nil
}

// Read reads the object in r, which may begin with a byte order mark.
func Read(r io.Reader, visit Visitor) error {
	b := bufio.NewReader(r)
	if start, err := b.Peek(len(byteOrderMark)); err == nil && string(start) == byteOrderMark {
		_, _ = b.Discard(len(byteOrderMark)) // what Peek has shown is there
	}
	bounded := &bound{r: b, left: MaxValue}
	e := envelope{d: json.NewDecoder(bounded), bound: bounded, visit: visit}
	return e.read()
}

type envelope struct {
	d     *json.Decoder
	bound *bound
	visit Visitor
}

// read reads the whole object.
func (e envelope) read() error {
	if start, err := e.token(); err != nil {
		return err
	} else if start != json.Delim('{') {
		return ErrNoReviews
	}
	found := false
	for e.d.More() {
		name, err := e.token()
		if err != nil {
			return err
		}
		if name == reviewsMember {
			found = true
			err = e.reviews()
		} else {
			err = e.member(fmt.Sprint(name))
		}
		if err != nil {
			return err
		}
	}
	if err := e.end(); err != nil {
		return err
	}
	if !found {
		return ErrNoReviews
	}
	return nil
}

// reviews reads the list of reviews.
func (e envelope) reviews() error {
	if start, err := e.token(); err != nil {
		return err
	} else if start != json.Delim('[') {
		return ErrNoReviews
	}
	for e.d.More() {
		value, err := e.value()
		if err != nil {
			return err
		}
		if err := e.visit.Review(value); err != nil {
			return err
		}
	}
	_, err := e.token() // the closing bracket
	return err
}

func (e envelope) member(name string) error {
	value, err := e.value()
	if err != nil || e.visit.Member == nil {
		return err
	}
	return e.visit.Member(name, value)
}

// end reads the closing brace and makes sure that nothing follows.
func (e envelope) end() error {
	if _, err := e.token(); err != nil {
		return err
	}
	if _, err := e.d.Token(); !errors.Is(err, io.EOF) {
		return errMore
	}
	return nil
}

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
