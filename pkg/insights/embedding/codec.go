package embedding

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// header describes the table that follows it.
type header struct {
	Words      int `json:"words"`
	Dimensions int `json:"dimensions"`
}

// Packed returns a table without its compression: text, which is a line of JSON and a
// line of words, and numbers, a step per row and a byte per value. The bytes of the steps
// are parted by their place, for the highest are much alike: each part packs best by itself.
func (t *Table) Packed() (text []byte, numbers [][]byte, err error) {
	text, err = json.Marshal(header{Words: len(t.words), Dimensions: t.Dimensions})
	if err != nil {
		return nil, nil, fmt.Errorf("encode vectors: %w", err)
	}
	text = append(text, '\n')
	text = append(text, strings.Join(t.words, " ")+"\n"...)
	for place := range scaleSize {
		part := make([]byte, len(t.scales))
		for i, s := range t.scales {
			part[i] = byte(math.Float32bits(s) >> (8 * place))
		}
		numbers = append(numbers, part)
	}
	values := make([]byte, len(t.values))
	for i, v := range t.values {
		values[i] = byte(v)
	}
	return text, append(numbers, values), nil
}

// Encode compresses a packed table.
func Encode(t *Table) ([]byte, error) {
	text, numbers, err := t.Packed()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	zip, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, fmt.Errorf("encode vectors: %w", err)
	}
	if _, err := zip.Write(slices.Concat(text, slices.Concat(numbers...))); err != nil {
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
	return Unpack(Cut(all))
}

// Cut parts the text of a table, which ends with its second line, from what follows.
func Cut(packed []byte) (text, rest []byte) {
	_, words, _ := bytes.Cut(packed, []byte{'\n'})
	_, rest, _ = bytes.Cut(words, []byte{'\n'})
	return packed[:len(packed)-len(rest)], rest
}

// Unpack reads what Packed returned, the numbers joined.
func Unpack(text, numbers []byte) (*Table, error) {
	head, words, _ := bytes.Cut(text, []byte{'\n'})
	var h header
	if err := json.Unmarshal(head, &h); err != nil {
		return nil, fmt.Errorf("decode vectors: %w", err)
	}
	words = bytes.TrimSuffix(words, []byte{'\n'})
	if h.Words < 1 || h.Words > maxWords || h.Dimensions < 1 || h.Dimensions > maxDimensions ||
		bytes.Count(words, []byte{' '}) != h.Words-1 || len(numbers) != h.Words*(scaleSize+h.Dimensions) {
		return nil, errors.New("decode vectors: the header does not fit the vectors")
	}
	t := &Table{Dimensions: h.Dimensions, words: strings.Split(string(words), " ")}
	if !t.unpack(numbers) {
		return nil, errors.New("decode vectors: a step is no number, or too large")
	}
	if err := t.index(); err != nil {
		return nil, fmt.Errorf("decode vectors: %w", err)
	}
	return t, nil
}

// scaleSize is the size of a step in bytes.
const scaleSize = 4

// largestStep bounds the step of a row, so that sums of values stay numbers.
const largestStep = 1e3

// unpack reads steps and values; false when a step cannot be used.
func (t *Table) unpack(packed []byte) bool {
	rows := len(t.words)
	t.scales = make([]float32, rows)
	for i := range t.scales {
		var bits uint32
		for place := range scaleSize {
			bits |= uint32(packed[place*rows+i]) << (8 * place)
		}
		t.scales[i] = math.Float32frombits(bits)
		if step := t.scales[i]; !(step >= 0 && step <= largestStep) {
			return false
		}
	}
	packed = packed[scaleSize*rows:]
	t.values = make([]int8, len(packed))
	for i, b := range packed {
		t.values[i] = int8(b)
	}
	return true
}
