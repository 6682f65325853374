package coding

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

var codings = []Coding{Identity, Gzip, Zstd, Brotli}

// decode is what clients do.
func decode(c Coding, b []byte) ([]byte, error) {
	var r io.Reader = bytes.NewReader(b)
	switch c {
	case Gzip:
		z, err := gzip.NewReader(r)
		if err != nil {
			return nil, err
		}
		r = z
	case Zstd:
		z, err := zstd.NewReader(r, zstd.WithDecoderMaxWindow(zstdWindow))
		if err != nil {
			return nil, err
		}
		defer z.Close()
		r = z
	case Brotli:
		r = brotli.NewReader(r)
	default:
	}
	return io.ReadAll(r)
}

// text is n lines that compress about as well as reviews do.
func text(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, `{"id":"%x","rating":%d,"text":"Gazi came on time and fixed the leak number %d."}`+"\n", i*7919*7919, i%5+1, i)
	}
	return b.Bytes()
}

func newEncoder(t testing.TB) *Encoder {
	t.Helper()
	e, err := NewEncoder()
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestEncode(t *testing.T) {
	t.Parallel()
	e := newEncoder(t)
	for _, lines := range []int{0, 1, 1000, 120_000} { // the last is longer than the zstd window
		body := text(lines)
		for _, c := range codings {
			t.Run(fmt.Sprintf("%s of %d bytes", c, len(body)), func(t *testing.T) {
				t.Parallel()
				best, err := e.Best(t.Context(), c, body)
				if err != nil {
					t.Fatal(err)
				}
				for name, encoded := range map[string][]byte{"fast": e.Fast(c, body), "best": best} {
					got, err := decode(c, encoded)
					if err != nil || !bytes.Equal(got, body) {
						t.Errorf("%s: %d bytes come back as %d, error %v", name, len(body), len(got), err)
					}
				}
			})
		}
	}
}

func TestBestIsSmaller(t *testing.T) {
	t.Parallel()
	e, body := newEncoder(t), text(2000)
	for _, c := range codings[1:] {
		best, err := e.Best(t.Context(), c, body)
		if err != nil {
			t.Fatal(err)
		}
		if fast := e.Fast(c, body); len(best) >= len(fast) {
			t.Errorf("%s: best has %d bytes, fast %d", c, len(best), len(fast))
		}
	}
}

func TestBestStops(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range codings[1:] {
		if _, err := newEncoder(t).Best(ctx, c, text(10)); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, want %v", c, err, context.Canceled)
		}
	}
}

func BenchmarkFast(b *testing.B) {
	e, body := newEncoder(b), text(1000)
	for _, c := range codings[1:] {
		b.Run(c.String(), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(body)))
			for b.Loop() {
				e.Fast(c, body)
			}
		})
	}
}
