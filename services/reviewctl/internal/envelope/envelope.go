// Package envelope reads JSON objects with a list of reviews in them, of any
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
	errNotAnObject = errors.New("a page must be a JSON object")
	errTooLarge    = fmt.Errorf("a value is larger than %d bytes", MaxValue)
	errTooShort    = errors.New("it ends too early; the file is incomplete")
	errMore        = errors.New("something follows after the end of the JSON object")
)

const byteOrderMark = "\uFEFF"

// Visitor is told what the object holds, in its order. An error ends the
// reading and comes back as it is.
type Visitor struct {
	Review func(value json.RawMessage) error
	Member func(name string, value json.RawMessage) error // all members but the reviews; may be nil
	End    func() error                                   // the end of an object; may be nil
}

// Read reads the object in r, which may begin with a byte order mark.
func Read(r io.Reader, visit Visitor) error {
	e := open(r, visit)
	if start, err := e.token(); err != nil {
		return err
	} else if start != json.Delim('{') {
		return ErrNoReviews
	}
	found, err := e.object()
	if err != nil {
		return err
	}
	if _, err := e.d.Token(); !errors.Is(err, io.EOF) {
		return errMore
	}
	if !found {
		return ErrNoReviews
	}
	return nil
}

// ReadAll reads any number of objects in r, one after the other or in a list.
// One of them must have a list of reviews.
func ReadAll(r io.Reader, visit Visitor) error {
	e := open(r, visit)
	found := false
	for {
		start, err := e.d.Token()
		switch {
		case errors.Is(err, io.EOF) && found:
			return nil
		case errors.Is(err, io.EOF):
			return ErrNoReviews
		case err != nil:
			return clarify(err)
		}
		has, err := e.page(start, true)
		if err != nil {
			return err
		}
		found = found || has
	}
}

func open(r io.Reader, visit Visitor) envelope {
	b := bufio.NewReader(r)
	if start, err := b.Peek(len(byteOrderMark)); err == nil && string(start) == byteOrderMark {
		_, _ = b.Discard(len(byteOrderMark)) // what Peek has shown is there
	}
	bounded := &bound{r: b, left: MaxValue}
	return envelope{d: json.NewDecoder(bounded), bound: bounded, visit: visit}
}

type envelope struct {
	d     *json.Decoder
	bound *bound
	visit Visitor
}

// page reads an object after its opening brace or, if that is allowed, a list
// of objects after its opening bracket. It reports whether there was a list of
// reviews.
func (e envelope) page(start json.Token, list bool) (found bool, err error) {
	if start == json.Delim('{') {
		return e.object()
	}
	if start != json.Delim('[') || !list {
		return false, errNotAnObject
	}
	for e.d.More() {
		if start, err = e.token(); err != nil {
			return found, err
		}
		has, err := e.page(start, false)
		if err != nil {
			return found, err
		}
		found = found || has
	}
	_, err = e.token() // the closing bracket
	return found, err
}

// object reads an object after its opening brace, and reports whether it has a
// list of reviews.
func (e envelope) object() (found bool, err error) {
	for e.d.More() {
		name, err := e.token()
		if err != nil {
			return found, err
		}
		if name == reviewsMember {
			found = true
			err = e.reviews()
		} else {
			err = e.member(fmt.Sprint(name))
		}
		if err != nil {
			return found, err
		}
	}
	if _, err := e.token(); err != nil { // the closing brace
		return found, err
	}
	if e.visit.End == nil {
		return found, nil
	}
	return found, e.visit.End()
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
