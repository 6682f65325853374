package table

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/reviewdata/reviewdata/services/reviewctl/internal/when"
)

// The errors of texts that are no tables of reviews.
var (
	// ErrNotATable is returned for a text that is no table at all.
	ErrNotATable = errors.New("it is not a table: no line names its columns")
	errNoHeader  = errors.New("its first line holds data, not the names of the columns; put a line with the names before it, " +
		"such as source_id,author,rating,date,text")
	errCR = errors.New("its lines end in a carriage return alone, which spreadsheets have given up; save it with line feeds")
)

// separators are the marks between fields, the usual one first.
func separators() []rune { return []rune{',', ';', '\t', '|'} }

// Detect finds out how the table that begins with head is to be read; whole
// says that this is all of it.
func Detect(head []byte, whole bool, m Mapping) (*Table, error) {
	if bytes.ContainsRune(head, '\r') && !bytes.ContainsRune(head, '\n') {
		return nil, errCR
	}
	t, err := choose(head, m)
	if err != nil {
		return nil, err
	}
	sample, err := t.sample(head, whole)
	if err != nil {
		return nil, err
	}
	if err := t.missing(); err != nil {
		return nil, err
	}
	t.dates, err = dates(t.columns, sample, m)
	return t, err
}

// choose picks the separator that makes most columns known by name, then
// the one that makes most columns.
func choose(head []byte, m Mapping) (*Table, error) {
	comma, skip := declared(head)
	candidates := separators()
	if skip > 0 {
		candidates = []rune{comma}
	}
	var best *Table
	var problem error
	for _, comma := range candidates {
		t, err := open(head, comma, skip, m)
		if best == nil || t.better(best) {
			best, problem = t, err
		}
	}
	return best, problem
}

// declared reads the line sep=; with which some spreadsheets begin a table.
func declared(head []byte) (comma rune, skip int) {
	rest, ok := bytes.CutPrefix(head, []byte("sep="))
	comma, size := utf8.DecodeRune(rest)
	if ok && slices.Contains(separators(), comma) && bytes.HasPrefix(bytes.TrimLeft(rest[size:], "\r"), []byte("\n")) {
		return comma, 1
	}
	return ',', 0
}

// open reads the header under a separator.
func open(head []byte, comma rune, skip int, m Mapping) (*Table, error) {
	in := newRows(bytes.NewReader(head), comma)
	var header line
	for range skip + 1 {
		var err error
		if header, err = in.next(); err != nil {
			return &Table{}, ErrNotATable
		}
	}
	if header.fields == nil {
		return &Table{}, fmt.Errorf("line %d: %w", header.number, header.issues)
	}
	c, err := assign(header.fields, m)
	return &Table{comma: comma, skip: skip, columns: c}, err
}

func (t *Table) better(other *Table) bool {
	if len(t.index) != len(other.index) {
		return len(t.index) > len(other.index)
	}
	return len(t.header) > len(other.header)
}

// sample returns the rows in head, and an error if they do not look like those
// of a table with this header.
func (t *Table) sample(head []byte, whole bool) ([][]string, error) {
	in := newRows(bytes.NewReader(head), t.comma)
	var sample [][]string
	for {
		row, err := in.next()
		if err != nil {
			break // the end, or what Read will come upon
		}
		if row.fields != nil {
			sample = append(sample, row.fields)
		}
	}
	sample = sample[min(t.skip+1, len(sample)):]
	if !whole && len(sample) > 0 {
		sample = sample[:len(sample)-1] // it may be cut off
	}
	switch {
	case len(t.header) < 2, len(t.index) == 0 && !slices.ContainsFunc(sample, t.fits):
		return nil, ErrNotATable
	case len(t.index) == 0 && slices.ContainsFunc(t.header, isData):
		return nil, errNoHeader
	}
	return sample, nil
}

func (t *Table) fits(row []string) bool { return len(row) == len(t.header) }

// isData reports whether a heading is none: a date or an address.
func isData(heading string) bool {
	_, err := when.Reader{}.Date(heading)
	return err == nil || errors.Is(err, when.ErrAmbiguous) || strings.HasPrefix(heading, "https://")
}

// dates finds out how the dates of a table are written.
func dates(c columns, sample [][]string, m Mapping) (map[string]when.Reader, error) {
	readers := map[string]when.Reader{}
	for _, field := range []string{fieldDate, fieldReplyDate} {
		i, ok := c.index[field]
		if !ok {
			continue
		}
		reader := when.Reader{Layout: m.layouts[field]}
		if reader.Layout == "" {
			var seen when.Evidence
			for _, row := range sample {
				if i < len(row) {
					seen.Add(row[i])
				}
			}
			var err error
			if reader.Order, err = order(&seen, field, c.header[i]); err != nil {
				return nil, err
			}
		}
		readers[field] = reader
	}
	return readers, nil
}

// order asks for what the dates of a column do not show.
func order(seen *when.Evidence, field, heading string) (when.Order, error) {
	found, example, err := seen.Order()
	switch {
	case errors.Is(err, when.ErrAmbiguous):
		return 0, fmt.Errorf("%s in the column %s can be read in two ways; say which with --map '%s=%s:DD/MM/YYYY' or --map '%s=%s:MM/DD/YYYY'",
			example, label(heading), field, label(heading), field, label(heading))
	case err != nil:
		return 0, fmt.Errorf("%s: %w; say which form they must have with --map '%s=%s:DD/MM/YYYY'", label(heading), err, field, label(heading))
	}
	return found, nil
}
