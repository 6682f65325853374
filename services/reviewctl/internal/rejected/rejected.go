// Package rejected writes down the records that an import did not take, each
// with the reason, so that they can be mended and imported again.
//
// What is rejected of a table is a table with one more column; of JSON Lines,
// its lines, each below a comment. Other formats cannot be mended in place:
// what could be read of them becomes JSON Lines, and since a record keeps its
// key, the mended review has the id it would have had.
package rejected

import (
	"bufio"
	"encoding/csv"
	"io"
	"slices"
	"strings"

	"github.com/reviewdata/reviewdata/services/reviewctl/internal/recordjson"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/source"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/table"
)

// Writer writes rejected records. Close it when done.
type Writer struct {
	out    *bufio.Writer
	csv    *csv.Writer
	header []string // nil if it is no table
	column int      // of the reason that an earlier import wrote; -1 if there is none
}

// New returns a writer for what is rejected of f.
func New(w io.Writer, f *source.File) (*Writer, error) {
	r := &Writer{out: bufio.NewWriter(w), header: f.Header}
	if f.Header == nil {
		return r, nil
	}
	r.csv = csv.NewWriter(r.out)
	r.csv.Comma = f.Comma
	r.column = slices.Index(f.Header, table.Rejected)
	return r, r.fields(f.Header, table.Rejected)
}

// Write adds a record that stands somewhere and the reason, a sentence.
func (w *Writer) Write(where string, row source.Row, reason string) error {
	reason = where + ": " + reason
	switch {
	case w.header == nil:
		return w.line(row, reason)
	case row.Fields != nil:
		return w.fields(row.Fields, reason)
	default:
		return w.wrong(row.Text, reason)
	}
}

// Close writes what is still held. It does not close the file.
func (w *Writer) Close() error {
	if w.csv != nil {
		w.csv.Flush()
		if err := w.csv.Error(); err != nil {
			return err
		}
	}
	return w.out.Flush()
}

// fields writes the row of a table, as wide as the header.
func (w *Writer) fields(fields []string, reason string) error {
	row := slices.Clone(fields)
	for len(row) < len(w.header) {
		row = append(row, "")
	}
	if w.column >= 0 {
		row = slices.Delete(row, w.column, w.column+1)
	}
	return w.csv.Write(append(row, reason))
}

// wrong writes a row with wrong quoting as it is.
func (w *Writer) wrong(text, reason string) error {
	w.csv.Flush()
	quoted := `"` + strings.ReplaceAll(reason, `"`, `""`) + `"`
	_, err := w.out.WriteString(text + string(w.csv.Comma) + quoted + "\n")
	return err
}

// line writes a line of JSON Lines below the reason.
func (w *Writer) line(row source.Row, reason string) error {
	text := row.Text
	if text == "" && (row.Record.Source != "" || row.Record.Author != "") {
		object, err := recordjson.Encode(row.Record)
		if err != nil {
			return err
		}
		text = string(object)
	}
	if text != "" {
		text += "\n"
	}
	_, err := w.out.WriteString("# " + reason + "\n" + text)
	return err
}
