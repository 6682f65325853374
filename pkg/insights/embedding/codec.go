package embedding

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
)

// header describes the table that follows it.
type header struct {
	Words      int `json:"words"`
	Dimensions int `json:"dimensions"`
}

// steps is how many steps a value may have on either side of zero.
const steps = 127

// New makes a table of words and their vectors, each value rounded to a byte.
func New(words []string, vectors [][]float32) (*Table, error) {
	if len(words) == 0 || len(words) != len(vectors) {
		return nil, fmt.Errorf("%d words with %d vectors", len(words), len(vectors))
	}
	t := &Table{Dimensions: len(vectors[0]), words: words}
	for i, v := range vectors {
		if len(v) != t.Dimensions {
			return nil, fmt.Errorf("%q has %d values and not %d", words[i], len(v), t.Dimensions)
		}
		var top float32
		for _, x := range v {
			top = max(top, x, -x)
		}
		scale := max(top, math.SmallestNonzeroFloat32*steps) / steps
		t.scales = append(t.scales, scale)
		for _, x := range v {
			t.values = append(t.values, int8(math.Round(float64(x/scale))))
		}
	}
	return t, t.index()
}

// index numbers the words.
func (t *Table) index() error {
	t.rows = make(map[string]int32, len(t.words))
	for i, w := range t.words {
		if _, twice := t.rows[w]; twice || w == "" || strings.ContainsAny(w, " \n") {
			return fmt.Errorf("the word %q is empty, has a space or stands twice", w)
		}
		t.rows[w] = int32(i)
	}
	return nil
}

// Encode packs a table: a line of JSON, a line of words, a step per row, a byte
// per value.
func Encode(t *Table) ([]byte, error) {
	head, err := json.Marshal(header{Words: len(t.words), Dimensions: t.Dimensions})
	if err != nil {
		return nil, fmt.Errorf("encode vectors: %w", err)
	}
	plain := append(head, '\n')
	plain = append(plain, strings.Join(t.words, " ")+"\n"...)
	for _, s := range t.scales {
		plain = binary.LittleEndian.AppendUint32(plain, math.Float32bits(s))
	}
	for _, v := range t.values {
		plain = append(plain, byte(v))
	}
	var out bytes.Buffer
	zip, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, fmt.Errorf("encode vectors: %w", err)
	}
	if _, err := zip.Write(plain); err != nil {
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
)

// Decode reads what Encode wrote.
func Decode(encoded []byte) (*Table, error) {
	zip, err := gzip.NewReader(bytes.NewReader(encoded))
	if err != nil {
		return nil, fmt.Errorf("decode vectors: %w", err)
	}
	all, err := io.ReadAll(zip)
	if err != nil {
		return nil, fmt.Errorf("decode vectors: %w", err)
	}
	head, rest, _ := bytes.Cut(all, []byte{'\n'})
	var h header
	if err := json.Unmarshal(head, &h); err != nil {
		return nil, fmt.Errorf("decode vectors: %w", err)
	}
	words, rest, _ := bytes.Cut(rest, []byte{'\n'})
	t := &Table{Dimensions: h.Dimensions, words: strings.Split(string(words), " ")}
	if h.Words < 1 || h.Words > maxWords || h.Dimensions < 1 || h.Dimensions > maxDimensions ||
		len(t.words) != h.Words || len(rest) != h.Words*(scaleSize+h.Dimensions) {
		return nil, errors.New("decode vectors: the header does not fit the vectors")
	}
	t.unpack(rest)
	if err := t.index(); err != nil {
		return nil, fmt.Errorf("decode vectors: %w", err)
	}
	return t, nil
}

// scaleSize is the size of a step in bytes.
const scaleSize = 4

func (t *Table) unpack(packed []byte) {
	t.scales = make([]float32, len(t.words))
	for i := range t.scales {
		t.scales[i] = math.Float32frombits(binary.LittleEndian.Uint32(packed[scaleSize*i:]))
	}
	packed = packed[scaleSize*len(t.scales):]
	t.values = make([]int8, len(packed))
	for i, b := range packed {
		t.values[i] = int8(b)
	}
}
