// Package source opens what an operator wants to import, whatever its format:
// JSON Lines, a published data set, a table, a Google Takeout as a zip or a
// folder, a listing of the Business Profile API, structured data of schema.org;
// each file may be compressed with gzip. The content decides, not the name.
package source

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/charset"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/table"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/takeout"
)

// Stdin is the name of the standard input.
const Stdin = "-"

// Options say what the content of a file does not. The zero value leaves
// everything to the content.
type Options struct {
	Format  Format
	Columns table.Mapping
}

// allowArchive reports whether a zip or a folder can be what the operator says.
func (o Options) allowArchive() bool {
	return (o.Format == "" || o.Format == Takeout) && !o.Columns.Given()
}

// Row is what a file holds at one place.
type Row struct {
	Position int // see Where
	Record   review.Record
	Issues   review.Issues // with issues, Record holds what could be read
	Text     string        // the line of JSON Lines, the row of a table with wrong quoting; else empty
	Fields   []string      // of the row of a table; else nil
}

// Visitor is told what a file holds, in its order. An error ends the reading
// and comes back as it is.
type Visitor struct {
	Record func(Row) error
	// Business takes the profile of a published data set, as JSON.
	Business func(profile []byte) error
}

// File is an opened file. Close it when done.
type File struct {
	Format  Format
	Notices []string // what is left out, and how the file is understood, one sentence each
	Header  []string // the names of the columns of a table; else nil
	Comma   rune     // the mark between the fields of a table
	options Options
	read    func(source string, visit Visitor) error
	where   func(position int) string
	closers []func() error
}

// Open opens the file or folder called name, or stdin for "-", and finds out
// what it is. The end of ctx ends the reading, also one that waits for stdin.
func Open(ctx context.Context, name string, stdin io.Reader, options Options) (*File, error) {
	f := &File{options: options}
	if err := f.open(ctx, name, stdin); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func (f *File) open(ctx context.Context, name string, stdin io.Reader) error {
	if name == Stdin {
		return f.detect(raw{Reader: newReader(interruptible{ctx, stdin})})
	}
	disk, err := os.Open(name)
	if err != nil {
		return plain(err)
	}
	f.closers = append(f.closers, disk.Close)
	info, err := disk.Stat()
	if err != nil {
		return plain(err)
	}
	if info.IsDir() {
		if !f.options.allowArchive() {
			return errArchive
		}
		return f.useGoogle(takeout.OpenFolder(os.DirFS(name)))
	}
	if info.Mode().IsRegular() {
		file := guarded{ctx, disk}
		return f.detect(raw{Reader: newReader(file), file: file, size: info.Size()})
	}
	return f.detect(raw{Reader: newReader(interruptible{ctx, disk})})
}

// Read passes on what the file holds; it can be called once. Records that do
// not name their source get the given one.
func (f *File) Read(source string, visit Visitor) error { return f.read(source, visit) }

// Where names a position in the file for a person: the line of JSON Lines or a
// table, the number of a review elsewhere.
func (f *File) Where(position int) string { return f.where(position) }

// Close gives up the file.
func (f *File) Close() error {
	var problems []error
	for len(f.closers) > 0 {
		last := len(f.closers) - 1
		problems = append(problems, f.closers[last]())
		f.closers = f.closers[:last]
	}
	return errors.Join(problems...)
}

// detect finds out what in is and prepares its reading.
func (f *File) detect(in raw) error {
	if in.startsWith(gzipMagic) {
		unpacked, err := in.gunzip()
		if err != nil {
			return err
		}
		in = unpacked
	}
	switch {
	case in.startsWith(gzipMagic):
		return errGzipTwice
	case in.startsWith(zipMagic), in.startsWith(emptyZipMagic):
		return f.useZip(in)
	case in.startsWith(xlsMagic):
		return takeout.ErrWorkbook
	case in.isTar():
		return errTar
	}
	head, err := in.head()
	if err != nil {
		return err
	}
	switch encoding := charset.Detect(head, len(head) < window); encoding {
	case charset.UTF32:
		return errUTF32
	case charset.UTF16BE, charset.UTF16LE:
		in = in.decode(encoding)
	default:
		in.dropMark()
	}
	return f.detectText(in)
}

// detectText finds out what a text in UTF-8, or something near it, is.
func (f *File) detectText(in raw) error {
	head, err := in.head()
	if err != nil {
		return err
	}
	f.Format = f.options.Format
	if f.Format == "" {
		if f.Format, err = detectText(head, len(head) < window); err != nil {
			return err
		}
	}
	if f.Format != Table && f.options.Columns.Given() {
		return errNoMap
	}
	switch f.Format {
	case DataSet:
		f.useDataSet(in)
	case Table:
		return f.useTable(in, head)
	case Takeout, Listing:
		return f.useListing(in)
	case JSONLD:
		f.useJSONLD(in, head)
	default:
		f.useJSONLines(in)
	}
	return nil
}
