// Package backup writes everything a store keeps into one file that does not
// depend on the engine of its database, and reads it back. The file is gzipped
// JSON Lines: a head, one line for each thing, and an end that counts them, so
// that a part of a file is never taken for the whole.
package backup

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// What the head of a file says it is.
const (
	format  = "reviewdata backup"
	version = 1
)

// ErrMalformed says that something is no backup, or not a whole one.
var ErrMalformed = errors.New("this is not a whole backup")

// Content is everything in a backup.
type Content struct {
	State   reviewdb.State
	History []review.HistoryEntry // latest first
}

// line is one line of the file; exactly one of its members is set.
type line struct {
	Head      *head                `json:"head,omitempty"`
	Review    *reviewdb.Row        `json:"review,omitempty"`
	Tombstone *review.Tombstone    `json:"tombstone,omitempty"`
	Mark      *review.Mark         `json:"mark,omitempty"`
	Forgotten review.ID            `json:"forgotten,omitempty"`
	History   *review.HistoryEntry `json:"history,omitempty"`
	End       *end                 `json:"end,omitempty"`
}

type head struct {
	Format    string
	Version   int
	Revision  review.Revision
	ChangedAt time.Time
	BaseURL   string
	Business  *review.Business
}

type end struct{ Lines int }

// Write writes a backup.
func Write(w io.Writer, c Content) error {
	zip := gzip.NewWriter(w)
	out := encoder{json: json.NewEncoder(zip)}
	s := c.State
	out.write(line{Head: &head{format, version, s.Revision, s.ChangedAt, s.BaseURL, s.Business}})
	for i := range s.Reviews {
		out.write(line{Review: &s.Reviews[i]})
	}
	for i := range s.Tombstones {
		out.write(line{Tombstone: &s.Tombstones[i]})
	}
	for i := range s.Marks {
		out.write(line{Mark: &s.Marks[i]})
	}
	for _, id := range s.Forgotten {
		out.write(line{Forgotten: id})
	}
	for i := range c.History {
		out.write(line{History: &c.History[i]})
	}
	out.write(line{End: &end{out.lines}})
	return errors.Join(out.err, zip.Close())
}

// encoder counts lines and remembers the first error.
type encoder struct {
	json  *json.Encoder
	lines int
	err   error
}

func (e *encoder) write(l line) {
	if e.err == nil {
		e.err = e.json.Encode(l)
		e.lines++
	}
}

// Read reads a backup. What is not a whole one is ErrMalformed.
func Read(r io.Reader) (Content, error) {
	zip, err := gzip.NewReader(bufio.NewReader(r))
	if err != nil {
		return Content{}, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	in := json.NewDecoder(zip)
	in.DisallowUnknownFields()
	var c Content
	for lines := 0; ; lines++ {
		var l line
		if err := in.Decode(&l); err != nil {
			return Content{}, fmt.Errorf("%w: line %d: %w", ErrMalformed, lines+1, err)
		}
		if l.End != nil {
			if err := finish(in, l.End.Lines, lines); err != nil {
				return Content{}, err
			}
			return c, nil
		}
		if err := c.add(l, lines == 0); err != nil {
			return Content{}, fmt.Errorf("%w: line %d: %w", ErrMalformed, lines+1, err)
		}
	}
}

// finish checks that nothing is missing and nothing follows.
func finish(in *json.Decoder, want, got int) error {
	if want != got {
		return fmt.Errorf("%w: %d lines, want %d", ErrMalformed, got, want)
	}
	if err := in.Decode(&line{}); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: something follows its end", ErrMalformed)
	}
	return nil
}

// add takes one line; the first is the head.
func (c *Content) add(l line, first bool) error {
	s := &c.State
	switch {
	case first:
		return c.begin(l.Head)
	case l.Review != nil:
		s.Reviews = append(s.Reviews, *l.Review)
	case l.Tombstone != nil:
		s.Tombstones = append(s.Tombstones, *l.Tombstone)
	case l.Mark != nil:
		s.Marks = append(s.Marks, *l.Mark)
	case l.Forgotten != "":
		s.Forgotten = append(s.Forgotten, l.Forgotten)
	case l.History != nil:
		c.History = append(c.History, *l.History)
	default:
		return errors.New("it says nothing")
	}
	return nil
}

func (c *Content) begin(h *head) error {
	switch {
	case h == nil || h.Format != format:
		return errors.New("it has no head")
	case h.Version != version:
		return fmt.Errorf("it has version %d, this program knows %d", h.Version, version)
	}
	s := &c.State
	s.Revision, s.ChangedAt, s.BaseURL, s.Business = h.Revision, h.ChangedAt, h.BaseURL, h.Business
	return nil
}
