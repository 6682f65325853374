// Package jsonlines reads reviews from JSON Lines: one JSON object per line,
// in UTF-8. Blank lines, lines that begin with #, a byte order mark at the start
// and line ends of either kind are allowed. A line that cannot be read is a
// rejected record and does not keep the next one from being read.
package jsonlines

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/recordjson"
)

// MaxLine is the length of the longest line that is read, in bytes.
const MaxLine = 1 << 20

const byteOrderMark = "\uFEFF"

// comment begins a line that is skipped: rejected lines are written with the
// reason in such a line before them.
const comment = '#'

// Line is one record.
type Line struct {
	Number int    // from 1
	Text   []byte // valid until the next line; nil if it is too long
	Record review.Record
	Issues review.Issues // with issues, Record holds what could be read
}

// Each takes one record.
type Each func(Line) error

// Read calls each for every line of r that has a record. It ends with the
// first error of r or of each.
func Read(r io.Reader, decoder recordjson.Decoder, each Each) error {
	lines := bufio.NewReaderSize(r, MaxLine+len("\r\n"))
	for number := 1; ; number++ {
		line, long, err := readLine(lines)
		last := errors.Is(err, io.EOF)
		if err != nil && !last {
			return fmt.Errorf("line %d: %w", number, err)
		}
		if number == 1 {
			line = bytes.TrimPrefix(line, []byte(byteOrderMark))
		}
		if err := pass(number, bytes.TrimSpace(line), long, decoder, each); err != nil {
			return err
		}
		if last {
			return nil
		}
	}
}

// readLine returns the next line, valid until the next call, and whether it is
// too long to be returned. The last line comes with io.EOF.
func readLine(r *bufio.Reader) (line []byte, long bool, err error) {
	line, err = r.ReadSlice('\n')
	for errors.Is(err, bufio.ErrBufferFull) {
		long = true
		line, err = r.ReadSlice('\n')
	}
	return line, long, err
}

// pass reads the record on a line and passes it on.
func pass(number int, line []byte, long bool, decoder recordjson.Decoder, each Each) error {
	switch {
	case long, len(line) > MaxLine:
		return each(Line{Number: number, Issues: tooLong()})
	case len(line) == 0, line[0] == comment:
		return nil
	}
	record, issues := decoder.Decode(line)
	return each(Line{Number: number, Text: line, Record: record, Issues: issues})
}

func tooLong() review.Issues {
	return review.Issues{{
		Code:    review.CodeTooLong,
		Message: fmt.Sprintf("the line is longer than %d bytes; a review stands on one line", MaxLine),
	}}
}
