// Package table reads reviews from tables: CSV files (RFC 4180) and their
// relatives with semicolons or tabs, as platforms export and spreadsheets save
// them.
//
// The headings tell which column holds what, in any letter case and with any
// punctuation; a Mapping tells what they do not. A row that cannot be read is a
// rejected record and does not keep the next one from being read.
package table

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/when"
)

// Table is how a table is to be read.
type Table struct {
	columns
	comma rune
	skip  int // rows before the header
	dates map[string]when.Reader
}

// Row is one row of a table.
type Row struct {
	Line   int      // the number of the line on which it begins, from 1
	Fields []string // nil if its quoting is wrong
	Text   string   // as it is written, if its quoting is wrong
	Record review.Record
	Issues review.Issues // with issues, Record holds what could be read
}

// Each takes one row.
type Each func(Row) error

// Comma returns the mark between fields.
func (t *Table) Comma() rune { return t.comma }

// Header returns the names of the columns.
func (t *Table) Header() []string { return t.header }

// Source returns the platform of all reviews of a known export, else nothing.
func (t *Table) Source() string { return t.source }

// Read calls each for every row of r below the header. It ends with the first
// error of r or of each. Rows that do not name their source get the given one.
func (t *Table) Read(r io.Reader, source string, each Each) error {
	in := newRows(r, t.comma)
	for range t.skip + 1 {
		if _, err := in.next(); err != nil {
			return ended(err)
		}
	}
	for {
		row, err := in.next()
		if err != nil {
			return ended(err)
		}
		if isBlank(row.fields) && row.issues == nil {
			continue // spreadsheets leave such rows at the end
		}
		if err := each(t.row(row, source)); err != nil {
			return err
		}
	}
}

// ended returns the error of a table that did not come to its end.
func ended(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

func isBlank(fields []string) bool { return strings.TrimSpace(strings.Join(fields, "")) == "" }

// row reads one row.
func (t *Table) row(l line, source string) Row {
	row := Row{Line: l.number, Fields: l.fields, Text: l.text, Issues: l.issues}
	row.Record.Source = source
	switch {
	case l.issues != nil:
	case len(l.fields) < len(t.header), !isBlank(l.fields[len(t.header):]):
		row.Issues = review.Issues{{
			Code: review.CodeMalformed,
			Message: fmt.Sprintf("the row has %d fields, the header %d; a field with a separator or a line end must stand in quotes",
				len(l.fields), len(t.header)),
		}}
	default:
		r := reading{table: t, fields: l.fields}
		row.Record, row.Issues = r.record(source), r.issues
	}
	return row
}
