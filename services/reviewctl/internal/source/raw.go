package source

import (
	"bufio"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/reviewdata/reviewdata/services/reviewctl/internal/charset"
)

// window is how much of a file is looked at to tell what it is, in bytes.
const window = 1<<20 + 2

// The first bytes of what is not text.
const (
	gzipMagic     = "\x1f\x8b"
	zipMagic      = "PK\x03\x04"
	emptyZipMagic = "PK\x05\x06"
	xlsMagic      = "\xd0\xcf\x11\xe0" // of a workbook before 2007
	tarMagic      = "ustar"
	tarOffset     = 257 // of the magic
)

// raw is a file before it is known what it is.
type raw struct {
	*bufio.Reader
	file io.ReaderAt // nil if it can only be read from the start to the end
	size int64
}

func (in raw) startsWith(magic string) bool {
	start, _ := in.Peek(len(magic)) // a file that cannot be read does not start with it
	return string(start) == magic
}

func (in raw) isTar() bool {
	start, _ := in.Peek(tarOffset + len(tarMagic))
	return len(start) > tarOffset && string(start[tarOffset:]) == tarMagic
}

// head returns the first bytes of the file, all of them if it is small.
func (in raw) head() ([]byte, error) {
	head, err := in.Peek(window)
	if err != nil && !errors.Is(err, io.EOF) && len(head) == 0 {
		return nil, plain(err)
	}
	return head, nil
}

// dropMark takes a byte order mark off the start.
func (in raw) dropMark() {
	if in.startsWith(charset.Mark) {
		_, _ = in.Discard(len(charset.Mark)) // what Peek has shown is there
	}
}

// decode returns the text in UTF-8.
func (in raw) decode(e charset.Encoding) raw {
	return raw{Reader: newReader(charset.Reader(in.Reader, e))}
}

// interruptible is a reader whose reads end with a context. A read that was
// left goes on in the background; it ends with the process, which is all that
// can be done about a terminal or a pipe nobody writes to.
type interruptible struct {
	ctx context.Context
	r   io.Reader
}

// Read reads from the reader below.
func (i interruptible) Read(p []byte) (int, error) {
	type result struct {
		n   int
		err error
	}
	buffer := make([]byte, min(len(p), 64<<10))
	done := make(chan result, 1)
	go func() {
		n, err := i.r.Read(buffer)
		done <- result{n, err}
	}()
	select {
	case <-i.ctx.Done():
		return 0, i.ctx.Err()
	case r := <-done:
		return copy(p, buffer[:r.n]), r.err
	}
}

// guarded is a file on disk whose reading ends with a context, after the read
// under way: disks do not keep anybody waiting.
type guarded struct {
	ctx  context.Context
	file *os.File
}

// Read reads from the file.
func (g guarded) Read(p []byte) (int, error) {
	if err := g.ctx.Err(); err != nil {
		return 0, err
	}
	return g.file.Read(p)
}

// ReadAt reads from the file.
func (g guarded) ReadAt(p []byte, offset int64) (int, error) {
	if err := g.ctx.Err(); err != nil {
		return 0, err
	}
	return g.file.ReadAt(p, offset)
}

// plain leaves out of an error of the file system what the caller says anyway.
func plain(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}
