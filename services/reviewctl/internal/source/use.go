package source

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/charset"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/dataset"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/jsonld"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/jsonlines"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/recordjson"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/table"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/takeout"
)

func (f *File) useJSONLines(in raw) {
	f.where = line
	f.read = func(source string, visit Visitor) error {
		return jsonlines.Read(in, recordjson.Decoder{Source: source}, func(l jsonlines.Line) error {
			return visit.Record(Row{Position: l.Number, Record: l.Record, Issues: l.Issues, Text: string(l.Text)})
		})
	}
}

func (f *File) useDataSet(in raw) {
	f.where = ordinal
	f.read = func(source string, visit Visitor) error {
		return dataset.Read(in, source, dataset.Visitor{Review: visit.numbered, Business: visit.Business})
	}
}

func (f *File) useTable(in raw, head []byte) error {
	switch charset.Detect(head, len(head) < window) {
	case charset.Unknown:
		return unlessNamed(f.options, errEncoding)
	case charset.Windows1252:
		in = f.decode1252(in)
		var err error
		if head, err = in.head(); err != nil {
			return err
		}
	default:
	}
	t, err := table.Detect(head, len(head) < window, f.options.Columns)
	if errors.Is(err, table.ErrNotATable) {
		return unlessNamed(f.options, err)
	}
	if err != nil {
		return err
	}
	f.where, f.Header, f.Comma = line, t.Header(), t.Comma()
	f.Notices = append(f.Notices, t.Notices()...)
	f.read = func(source string, visit Visitor) error {
		return t.Read(in, source, func(r table.Row) error {
			return visit.Record(Row{Position: r.Line, Record: r.Record, Issues: r.Issues, Text: r.Text, Fields: r.Fields})
		})
	}
	return nil
}

// unlessNamed returns why a text is no table if the operator says that it is
// one; else it is just of no format that is known.
func unlessNamed(options Options, err error) error {
	if options.Format == Table || options.Columns.Given() {
		return err
	}
	return errUnknown
}

func (f *File) useJSONLD(in raw, head []byte) {
	if jsonld.IsHTML(head) && charset.Detect(head, len(head) < window) == charset.Windows1252 {
		in = f.decode1252(in)
	}
	f.where = ordinal
	f.read = func(source string, visit Visitor) error { return jsonld.Read(in, source, visit.numbered) }
}

// decode1252 reads a text as Windows-1252, and says so because it is a guess.
func (f *File) decode1252(in raw) raw {
	f.Notices = append(f.Notices, "it is not UTF-8 and was read as Windows-1252; if letters with accents come out wrong, save it as UTF-8")
	return in.decode(charset.Windows1252)
}

func (f *File) useListing(in raw) error {
	file, size, err := f.seekable(in)
	if err != nil {
		return err
	}
	return f.useGoogle(takeout.OpenListing(file, size))
}

func (f *File) useZip(in raw) error {
	if !f.options.allowArchive() {
		return errArchive
	}
	file, size, err := f.seekable(in)
	if err != nil {
		return err
	}
	return f.useGoogle(takeout.OpenZip(file, size))
}

func (f *File) useGoogle(a *takeout.Archive, err error) error {
	if err != nil {
		return plain(err)
	}
	if f.Format == "" {
		f.Format = Takeout
	}
	f.Notices, f.where = append(f.Notices, a.Notices()...), a.Where
	f.read = func(_ string, visit Visitor) error { return a.Read(visit.numbered) }
	return nil
}

// seekable returns in, or a temporary copy of a stream, from its start.
func (f *File) seekable(in raw) (io.ReaderAt, int64, error) {
	if in.file != nil {
		return in.file, in.size, nil
	}
	copied, err := in.spool()
	if err != nil {
		return nil, 0, err
	}
	f.closers = append(f.closers, copied.remove)
	return copied.file, copied.size, nil
}

// numbered passes on a record of a format without lines.
func (v Visitor) numbered(position int, record review.Record, issues review.Issues) error {
	return v.Record(Row{Position: position, Record: record, Issues: issues})
}

func line(n int) string    { return fmt.Sprintf("line %d", n) }
func ordinal(n int) string { return fmt.Sprintf("review %d", n) }

func newReader(r io.Reader) *bufio.Reader { return bufio.NewReaderSize(r, window) }
