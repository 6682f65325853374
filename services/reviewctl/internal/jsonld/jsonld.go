// Package jsonld reads the reviews in structured data of schema.org, written as
// JSON-LD: a document of its own, or the scripts of an HTML page.
//
// Reviews are found wherever they stand: alone, in a list, in a @graph, or
// within the business or product that they are of. Contexts are not resolved:
// the words of schema.org count, with or without their address before them.
package jsonld

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// MaxSize is the size of the largest document that is read, in bytes. Other
// than the exports of platforms, it is held in memory.
const MaxSize = 16 << 20

// The errors of documents without reviews.
var (
	ErrNoReviews = errors.New("there are no reviews of schema.org in it (JSON-LD with @type Review)")
	errTooLarge  = fmt.Errorf("it is larger than %d bytes, which no page with JSON-LD is", MaxSize)
	errEncoding  = errors.New("its text is not UTF-8; save it as UTF-8")
)

// Each takes one review and its ordinal, from 1. With issues, the record holds
// what could be read of it.
type Each func(ordinal int, record review.Record, issues review.Issues) error

// Read calls each for every review in r, the text of a document or a page.
// Reviews that do not name their source get the given one.
func Read(r io.Reader, source string, each Each) error {
	text, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	switch {
	case err != nil:
		return err
	case len(text) > MaxSize:
		return errTooLarge
	case !utf8.Valid(text):
		return errEncoding
	}
	parts, err := documents(text)
	if err != nil {
		return err
	}
	w := walk{source: source, each: each, named: map[string]node{}}
	for _, part := range parts {
		w.index(part)
	}
	for _, part := range parts {
		if err := w.visit(part, ""); err != nil {
			return err
		}
	}
	if w.ordinal == 0 {
		return ErrNoReviews
	}
	return nil
}

// documents returns the JSON values of a text.
func documents(text []byte) ([]any, error) {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\uFEFF")))
	if IsHTML(text) {
		return scripts(text)
	}
	return values(text)
}

// values returns the JSON values in text, one after the other.
func values(text []byte) ([]any, error) {
	var out []any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	for {
		var value any
		err := d.Decode(&value)
		switch {
		case errors.Is(err, io.EOF):
			return out, nil
		case errors.Is(err, io.ErrUnexpectedEOF):
			return nil, errors.New("it ends too early; the file is incomplete")
		case err != nil:
			return nil, err
		}
		out = append(out, value)
	}
}

// walk looks for reviews.
type walk struct {
	source  string
	each    Each
	named   map[string]node // the nodes with an @id, to which others refer
	ordinal int
}

// index notes the nodes that others may refer to.
func (w *walk) index(value any) {
	switch v := value.(type) {
	case []any:
		for _, entry := range v {
			w.index(entry)
		}
	case map[string]any:
		if id, ok := v["@id"].(string); ok && len(v) > 1 {
			w.named[id] = node(v)
		}
		for _, entry := range v {
			w.index(entry)
		}
	}
}

// visit passes on the reviews in the value of a property.
func (w *walk) visit(value any, property string) error {
	switch v := value.(type) {
	case []any:
		for _, entry := range v {
			if err := w.visit(entry, property); err != nil {
				return err
			}
		}
	case map[string]any:
		if n := node(v); n.isReview(property) {
			return w.pass(n)
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if err := w.visit(v[name], local(name)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *walk) pass(n node) error {
	w.ordinal++
	r := reading{node: n, walk: w}
	record := r.record()
	return w.each(w.ordinal, record, r.issues)
}
