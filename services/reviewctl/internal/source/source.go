// Package source opens what an operator wants to import, whatever its format:
// JSON Lines, a published data set, or a Google Takeout as a zip or a folder;
// each file may be compressed with gzip. The content decides, not the name.
package source

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/dataset"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/jsonlines"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/recordjson"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/takeout"
)

// Stdin is the name of the standard input.
const Stdin = "-"

// Visitor is told what a file holds, in its order. An error ends the reading
// and comes back as it is.
type Visitor struct {
	// Record takes a review and its position, see Where. With issues, the
	// record holds what could be read of it.
	Record func(position int, record review.Record, issues review.Issues) error
	// Business takes the profile of a published data set, as JSON.
	Business func(profile []byte) error
}

// File is an opened file. Close it when done.
type File struct {
	Format  Format
	Notices []string // what is left out, one sentence each
	read    func(source string, visit Visitor) error
	where   func(position int) string
	closers []func() error
}

// Open opens the file or folder called name, or stdin for "-", and finds out
// what it is. The end of ctx ends a read that waits for stdin.
func Open(ctx context.Context, name string, stdin io.Reader) (*File, error) {
	f := &File{}
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
		return f.useTakeout(takeout.OpenFolder(os.DirFS(name)))
	}
	if info.Mode().IsRegular() {
		return f.detect(raw{Reader: newReader(disk), file: disk, size: info.Size()})
	}
	return f.detect(raw{Reader: newReader(interruptible{ctx, disk})})
}

// Read passes on what the file holds; it can be called once. Records that do
// not name their source get the given one.
func (f *File) Read(source string, visit Visitor) error { return f.read(source, visit) }

// Where names a position in the file for a person: the line of JSON Lines,
// the number of a review elsewhere.
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
	}
	head, err := in.head()
	if err != nil {
		return err
	}
	if f.Format, err = detectText(head, len(head) < window); err != nil {
		return err
	}
	if f.Format == DataSet {
		f.useDataSet(in.Reader)
	} else {
		f.useJSONLines(in.Reader)
	}
	return nil
}

func (f *File) useJSONLines(r io.Reader) {
	f.where = func(line int) string { return fmt.Sprintf("line %d", line) }
	f.read = func(source string, visit Visitor) error {
		return jsonlines.Read(r, recordjson.Decoder{Source: source}, visit.Record)
	}
}

func (f *File) useDataSet(r io.Reader) {
	f.where = func(ordinal int) string { return fmt.Sprintf("review %d", ordinal) }
	f.read = func(source string, visit Visitor) error {
		return dataset.Read(r, source, dataset.Visitor{Review: visit.Record, Business: visit.Business})
	}
}

func (f *File) useZip(in raw) error {
	if in.file == nil {
		spool, err := in.spool()
		if err != nil {
			return err
		}
		f.closers = append(f.closers, spool.remove)
		in.file, in.size = spool.file, spool.size
	}
	return f.useTakeout(takeout.OpenZip(in.file, in.size))
}

func (f *File) useTakeout(a *takeout.Archive, err error) error {
	if err != nil {
		return plain(err)
	}
	f.Format, f.Notices, f.where = Takeout, a.Notices(), a.Where
	f.read = func(_ string, visit Visitor) error { return a.Read(visit.Record) }
	return nil
}

func newReader(r io.Reader) *bufio.Reader { return bufio.NewReaderSize(r, window) }
