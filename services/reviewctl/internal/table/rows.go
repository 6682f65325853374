package table

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// MaxRow is the length of the longest row that is read, in bytes.
const MaxRow = 1 << 20

// errNoEnd says that a row does not come to its end.
var errNoEnd = errors.New("the quotation mark that opens a field here is never closed; the file may be incomplete")

// rows reads the rows of a table.
type rows struct {
	csv  *csv.Reader
	in   *tape
	end  int64 // where the last row ended
	last int   // the line on which it began
}

// line is a row as it stands in the file.
type line struct {
	number int      // of the line on which it begins, from 1
	fields []string // nil if its quoting is wrong
	text   string   // as it is written, if its quoting is wrong
	issues review.Issues
}

func newRows(r io.Reader, comma rune) *rows {
	in := &tape{r: r}
	c := csv.NewReader(in)
	c.Comma, c.FieldsPerRecord = comma, -1 // the number of fields is checked with a better message
	return &rows{csv: c, in: in}
}

// next returns the next row. One with wrong quoting has an issue, unless
// nothing can be known about what follows it.
func (r *rows) next() (line, error) {
	fields, err := r.csv.Read()
	text := strings.TrimRight(string(r.in.cut(r.csv.InputOffset()-r.end)), "\r\n")
	r.end = r.csv.InputOffset()
	var wrong *csv.ParseError
	switch {
	case err == nil:
		r.last, _ = r.csv.FieldPos(0)
		return line{number: r.last, fields: fields}, nil
	case errors.Is(err, errTooLong):
		return line{}, fmt.Errorf("after line %d: a row is longer than %d bytes; a quotation mark may be missing there", r.last, MaxRow)
	case !errors.As(err, &wrong):
		return line{}, err
	case r.in.over() && !isQuote(text, wrong.Column):
		return line{}, fmt.Errorf("line %d: %w", wrong.StartLine, errNoEnd)
	}
	r.last = wrong.StartLine
	return line{number: wrong.StartLine, text: text, issues: quoting(wrong)}, nil
}

// isQuote reports whether a quotation mark stands in a column of the last line
// of text. Where package csv complains about a field without an end, none does.
func isQuote(text string, column int) bool {
	last := text[strings.LastIndexByte(text, '\n')+1:]
	return column <= len(last) && last[column-1] == '"'
}

// quoting says what is wrong with the quoting of a row.
func quoting(wrong *csv.ParseError) review.Issues {
	message := fmt.Sprintf("the quotation mark at byte %d is not one of a field in quotes, where it would be doubled", wrong.Column)
	if wrong.Line > wrong.StartLine {
		message = fmt.Sprintf("line %d: %s; lines %d to %d are left out", wrong.Line, message, wrong.StartLine, wrong.Line)
	}
	return review.Issues{{Code: review.CodeMalformed, Message: message}}
}

var errTooLong = errors.New("the row is too long")

// tape keeps what was read of a row until the row has ended, and ends the
// reading of one that does not: package csv would hold a row of any length.
type tape struct {
	r    io.Reader
	kept []byte
	done bool
}

// Read reads from the reader below.
func (t *tape) Read(p []byte) (int, error) {
	if len(t.kept) > MaxRow {
		return 0, errTooLong
	}
	n, err := t.r.Read(p)
	t.kept = append(t.kept, p[:n]...)
	t.done = errors.Is(err, io.EOF)
	return n, err
}

// cut takes the next n bytes off the tape; they are valid until the next Read.
func (t *tape) cut(n int64) []byte {
	cut := t.kept[:n]
	t.kept = t.kept[n:]
	return cut
}

// over reports whether nothing follows.
func (t *tape) over() bool { return t.done && len(t.kept) == 0 }
