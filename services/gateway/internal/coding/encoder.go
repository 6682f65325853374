package coding

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/bits"
	"runtime"
	"slices"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// The levels of each coding. The fast ones encode some 300 MB a second and
// core. The best ones save another tenth to a quarter of the bytes for ten to
// five hundred times the work.
const (
	fastGzip   = gzip.BestSpeed
	bestGzip   = gzip.BestCompression
	fastBrotli = 1
	bestBrotli = brotli.BestCompression
	goodBrotli = 9 // for bodies of more than patience bytes
	patience   = 2 << 20
)

// zstdWindow is the largest window that a decoder of HTTP content must support
// (RFC 9659 §3).
const zstdWindow = 8 << 20

// brotliWindow is the base 2 logarithm of the largest window that the format
// has, and smallWindow that of one that is never worth to be made smaller.
const (
	brotliWindow = 24
	smallWindow  = 16
)

// stride is how many bytes are encoded between two looks at the context.
const stride = 64 << 10

// Encoder encodes bodies. It keeps the memory of its compressors from one body
// to the next, and is safe for concurrent use.
type Encoder struct {
	zstd   *zstd.Encoder
	gzip   sync.Pool // of *gzip.Writer
	brotli sync.Pool // of *brotli.Writer
}

// NewEncoder returns an encoder.
func NewEncoder() (*Encoder, error) {
	fast, err := newZstd(nil, zstd.SpeedFastest, zstdWindow, runtime.GOMAXPROCS(0))
	if err != nil {
		return nil, err
	}
	return &Encoder{
		zstd: fast,
		gzip: sync.Pool{New: func() any {
			w, _ := gzip.NewWriterLevel(nil, fastGzip) // the level exists
			return w
		}},
		brotli: sync.Pool{New: func() any { return brotli.NewWriterLevel(nil, fastBrotli) }},
	}, nil
}

// newZstd returns an encoder that writes to w, or that encodes up to so many
// whole bodies at once.
func newZstd(w io.Writer, level zstd.EncoderLevel, window, bodies int) (*zstd.Encoder, error) {
	e, err := zstd.NewWriter(w,
		zstd.WithEncoderLevel(level), zstd.WithWindowSize(window), zstd.WithEncoderConcurrency(bodies))
	if err != nil {
		return nil, fmt.Errorf("zstd encoder: %w", err)
	}
	return e, nil
}

// Fast encodes body at little cost. The identity of a body is itself.
func (e *Encoder) Fast(c Coding, body []byte) []byte {
	switch c {
	case Gzip:
		return pooled[*gzip.Writer](&e.gzip, body)
	case Zstd:
		return bytes.Clone(e.zstd.EncodeAll(body, nil))
	case Brotli:
		return pooled[*brotli.Writer](&e.brotli, body)
	default:
		return body
	}
}

// writer is a compressor that can begin anew.
type writer interface {
	io.WriteCloser
	Reset(io.Writer)
}

// pooled encodes body with a compressor of the pool.
func pooled[W writer](pool *sync.Pool, body []byte) []byte {
	w := pool.Get().(W)
	defer pool.Put(w)
	var out bytes.Buffer
	w.Reset(&out)
	_, _ = w.Write(body) // a buffer takes everything
	_ = w.Close()
	return bytes.Clone(out.Bytes())
}

// Best encodes body to as few bytes as seems worth it: seconds of work for
// each megabyte. It stops when ctx ends, whose error it returns then.
func (e *Encoder) Best(ctx context.Context, c Coding, body []byte) ([]byte, error) {
	if c == Identity {
		return body, nil
	}
	var out bytes.Buffer
	w, err := newBest(&out, c, len(body))
	if err != nil {
		return nil, err
	}
	for piece := range slices.Chunk(body, stride) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		_, _ = w.Write(piece) // a buffer takes everything
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("%s: %w", c, err)
	}
	return bytes.Clone(out.Bytes()), nil
}

func newBest(out io.Writer, c Coding, size int) (io.WriteCloser, error) {
	switch c {
	case Gzip:
		return gzip.NewWriterLevel(out, bestGzip)
	case Zstd:
		return newZstd(out, zstd.SpeedBestCompression, min(zstdWindow, 1<<window(size)), 1)
	default:
		quality := bestBrotli
		if size > patience {
			quality = goodBrotli
		}
		return brotli.NewWriterOptions(out, brotli.WriterOptions{Quality: quality, LGWin: window(size)}), nil
	}
}

// window returns the base 2 logarithm of the smallest window that holds a body
// of size bytes. A larger one saves no byte of it, and the best compressors
// allocate some ten times their window.
func window(size int) int { return min(max(bits.Len(uint(size)), smallWindow), brotliWindow) }
