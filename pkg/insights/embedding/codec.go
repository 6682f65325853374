package embedding

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/insights/quantized"
)

// header describes the words that follow it.
type header struct {
	Words      int `json:"words"`
	Dimensions int `json:"dimensions"`
}

// PackedWords returns what a table says about its words, which those beside it share: a line
// of JSON and a line of words.
func (t *Table) PackedWords() ([]byte, error) {
	head, err := json.Marshal(header{Words: len(t.words), Dimensions: t.Dimensions})
	if err != nil {
		return nil, fmt.Errorf("encode vectors: %w", err)
	}
	return slices.Concat(head, []byte{'\n'}, []byte(strings.Join(t.words, " ")), []byte{'\n'}), nil
}

// Numbers are the values of the vectors, or of what they differ by from others.
func (t *Table) Numbers() quantized.Numbers { return t.values }

// Encode compresses a table.
func Encode(t *Table) ([]byte, error) {
	words, err := t.PackedWords()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	zip, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, fmt.Errorf("encode vectors: %w", err)
	}
	which, others := t.values.Packed()
	if _, err := zip.Write(slices.Concat(words, which, others)); err != nil {
		return nil, fmt.Errorf("encode vectors: %w", err)
	}
	if err := zip.Close(); err != nil {
		return nil, fmt.Errorf("encode vectors: %w", err)
	}
	return out.Bytes(), nil
}

// Bounds of the memory that a table may ask for.
const (
	maxWords      = 1 << 17
	maxDimensions = 1 << 9
	maxSize       = 1 << 27 // in bytes
)

// Decode reads what Encode wrote.
func Decode(encoded []byte) (*Table, error) {
	zip, err := gzip.NewReader(bytes.NewReader(encoded))
	if err != nil {
		return nil, fmt.Errorf("decode vectors: %w", err)
	}
	all, err := io.ReadAll(io.LimitReader(zip, maxSize))
	if err != nil {
		return nil, fmt.Errorf("decode vectors: %w", err)
	}
	t, packed, err := ReadWords(all)
	if err != nil {
		return nil, err
	}
	t, packed, err = t.Unpack(packed)
	if err != nil {
		return nil, err
	}
	if len(packed) > 0 {
		return nil, errors.New("decode vectors: something stands behind them")
	}
	return t, nil
}

// ReadWords reads what PackedWords returned, and returns what is behind it. The table has no
// vectors yet.
func ReadWords(packed []byte) (t *Table, rest []byte, err error) {
	head, rest, _ := bytes.Cut(packed, []byte{'\n'})
	var h header
	if err := json.Unmarshal(head, &h); err != nil {
		return nil, nil, fmt.Errorf("decode vectors: %w", err)
	}
	words, rest, _ := bytes.Cut(rest, []byte{'\n'})
	if h.Words < 1 || h.Words > maxWords || h.Dimensions < 1 || h.Dimensions > maxDimensions ||
		bytes.Count(words, []byte{' '}) != h.Words-1 {
		return nil, nil, errors.New("decode vectors: the header does not fit the words")
	}
	t = &Table{Dimensions: h.Dimensions, words: strings.Split(string(words), " ")}
	if err := t.index(); err != nil {
		return nil, nil, fmt.Errorf("decode vectors: %w", err)
	}
	return t, rest, nil
}

// Unpack reads the vectors of the words, and returns what is behind them.
func (t *Table) Unpack(packed []byte) (vectors *Table, rest []byte, err error) {
	return t.unpack(packed, nil)
}

// UnpackBeside reads vectors that were packed as what they differ by from these.
func (t *Table) UnpackBeside(packed []byte) (vectors *Table, rest []byte, err error) {
	return t.unpack(packed, t)
}

func (t *Table) unpack(packed []byte, base *Table) (vectors *Table, rest []byte, err error) {
	values, rest, ok := quantized.Unpack(packed, len(t.words)*t.Dimensions)
	if !ok {
		return nil, nil, errors.New("decode vectors: they break off, or their step cannot be used")
	}
	return t.with(values, base), rest, nil
}
