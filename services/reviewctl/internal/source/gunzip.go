package source

import (
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// The bounds of compressed text. Reviews shrink to a fifth or a tenth.
const (
	maxRatio    = 200      // unpacked to packed, of more than smallUnpack
	smallUnpack = 16 << 20 // bytes
)

// gunzip returns the uncompressed file.
func (in raw) gunzip() (raw, error) {
	packed := &counter{r: in}
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		return raw{}, gzipFailure(err)
	}
	return raw{Reader: newReader(&gunzipped{r: unpacked, packed: packed})}, nil
}

// gunzipped says in our words what is wrong with gzip data, and ends the
// reading of what unpacks to far more than any file of reviews.
type gunzipped struct {
	r        io.Reader
	unpacked int64
	packed   *counter
}

// Read reads uncompressed data.
func (g *gunzipped) Read(p []byte) (int, error) {
	n, err := g.r.Read(p)
	g.unpacked += int64(n)
	if g.unpacked > smallUnpack && g.unpacked/maxRatio > g.packed.n {
		return 0, errGzipBomb
	}
	return n, gzipFailure(err)
}

// counter counts the bytes that are read.
type counter struct {
	r io.Reader
	n int64
}

// Read reads from the reader below.
func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

func gzipFailure(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case err == nil, errors.Is(err, io.EOF):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errGzipShort
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum), errors.As(err, &corrupt):
		return errGzipDamaged
	default:
		return fmt.Errorf("gzip: %w", err)
	}
}
