package model

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/reviewdata/reviewdata/pkg/insights/embedding"
	"github.com/reviewdata/reviewdata/pkg/insights/network"
)

// Classes of the polarity model.
const (
	Negative = iota
	Neutral
	Positive
	Polarities
)

// Model is everything that was learned.
type Model struct {
	Aspects  []string // ids, the classes of Detector
	Detector *Linear  // one yes or no per aspect
	Polarity *Linear  // Negative, Neutral or Positive
	Network  *network.Network
	Vectors  *embedding.Table // of the words, as the network sees them
	Judge    Judge

	once   sync.Once // the reader remembers words: one for all analysers
	reader *network.Reader
}

// Reader reads texts with the network.
func (m *Model) Reader() *network.Reader {
	m.once.Do(func() { m.reader = network.NewReader(m.Network, m.Vectors) })
	return m.reader
}

//go:embed weights.bin
var weights []byte

// Load returns the embedded model. It is unpacked once for the whole process,
// because it takes some twenty megabytes, and must not be changed.
func Load() (*Model, error) { return embedded() }

var embedded = sync.OnceValues(func() (*Model, error) { return Decode(weights) }) //nolint:gochecknoglobals // read once, never changed

// header describes the weights that follow it.
type header struct {
	Aspects []string      `json:"aspects"`
	Bits    int           `json:"bits"`
	Scales  []float32     `json:"scales"` // one step of a weight: of the detector, of the polarity
	Network network.Shape `json:"network"`
	Vectors int           `json:"vectors"` // their size in bytes
	Judge   [][]float64   `json:"judge"`
}

// Encode writes a model: a line of JSON and the words of the vectors; then the weights
// of the linear models and of the network, and the vectors.
func Encode(m *Model, bits int) ([]byte, error) {
	text, vectors, err := m.Vectors.Packed()
	if err != nil {
		return nil, fmt.Errorf("encode model: %w", err)
	}
	size := 0
	for _, part := range vectors {
		size += len(part)
	}
	h := header{
		Aspects: m.Aspects, Bits: bits, Scales: []float32{m.Detector.Step, m.Polarity.Step},
		Network: m.Network.Shape, Vectors: size, Judge: m.Judge.rows(),
	}
	head, err := json.Marshal(h)
	if err != nil {
		return nil, fmt.Errorf("encode model: %w", err)
	}
	parts := [][]byte{slices.Concat(head, []byte{'\n'}, text)}
	for _, linear := range []*Linear{m.Detector, m.Polarity} {
		set, others := linear.pack()
		parts = append(parts, set, others)
	}
	parts = append(parts, m.Network.Packed())
	var out []byte
	for _, part := range append(parts, vectors...) {
		packed, err := smallest(part)
		if err != nil {
			return nil, fmt.Errorf("encode model: %w", err)
		}
		out = append(out, packed...)
	}
	return out, nil
}

// smallest makes a gzip member of a part (RFC 1952 §2.2); all of them are read as one.
// Much of what was learned hardly repeats itself, and packs best where nothing is
// compared with what was before.
func smallest(part []byte) ([]byte, error) {
	var best []byte
	for _, level := range []int{gzip.HuffmanOnly, gzip.BestCompression} {
		var out bytes.Buffer
		zip, err := gzip.NewWriterLevel(&out, level)
		if err != nil {
			return nil, err
		}
		if _, err := zip.Write(part); err != nil {
			return nil, err
		}
		if err := zip.Close(); err != nil {
			return nil, err
		}
		if best == nil || out.Len() < len(best) {
			best = out.Bytes()
		}
	}
	return best, nil
}

// What bounds the memory that a model may ask for: the bits of a feature, and its
// size in bytes.
const (
	maxBits = 22
	maxSize = 1 << 27
)

// largestStep bounds the step of a weight, so that sums of weights stay numbers.
const largestStep = 1e3

// linear reads the linear models, and returns what is behind them.
func (h *header) linear(packed []byte) (detector, polarity *Linear, rest []byte, ok bool) {
	if h.Bits < 1 || h.Bits > maxBits || len(h.Aspects) > maxSize>>h.Bits || !usable(h.Scales) {
		return nil, nil, nil, false
	}
	detector = &Linear{Classes: len(h.Aspects), Step: h.Scales[0]}
	polarity = &Linear{Classes: Polarities, Step: h.Scales[1]}
	for _, m := range []*Linear{detector, polarity} {
		if m.Weights, packed, ok = unpack(packed, m.Classes<<h.Bits); !ok {
			return nil, nil, nil, false
		}
	}
	return detector, polarity, packed, true
}

// usable reports whether there is a step for each of the linear models.
func usable(scales []float32) bool {
	return len(scales) == 2 && min(scales[0], scales[1]) > 0 && max(scales[0], scales[1]) <= largestStep
}

// Decode reads what Encode wrote.
func Decode(encoded []byte) (*Model, error) {
	zip, err := gzip.NewReader(bytes.NewReader(encoded))
	if err != nil {
		return nil, fmt.Errorf("decode model: %w", err)
	}
	all, err := io.ReadAll(io.LimitReader(zip, maxSize))
	if err != nil {
		return nil, fmt.Errorf("decode model: %w", err)
	}
	head, rest, _ := bytes.Cut(all, []byte{'\n'})
	var h header
	if err := json.Unmarshal(head, &h); err != nil {
		return nil, fmt.Errorf("decode model: %w", err)
	}
	if h.Vectors < 1 {
		return nil, errors.New("decode model: it has no vectors of words: train it again")
	}
	text, rest := embedding.Cut(rest)
	detector, polarity, rest, ok := h.linear(rest)
	if !ok || h.Vectors > len(rest) {
		return nil, errors.New("decode model: its header does not fit its weights: train it again")
	}
	vectors, err := embedding.Unpack(text, rest[len(rest)-h.Vectors:])
	if err != nil {
		return nil, fmt.Errorf("decode model: %w: train it again", err)
	}
	net, ok := network.Unpack(h.Network, rest[:len(rest)-h.Vectors])
	if !ok || net.Aspects != len(h.Aspects) || net.Dimensions != vectors.Dimensions {
		return nil, errors.New("decode model: its header does not fit its network: train it again")
	}
	judge, ok := judgeOf(h.Judge)
	if !ok {
		return nil, errors.New("decode model: its weights to judge by cannot be used: train it again")
	}
	return &Model{
		Aspects:  h.Aspects,
		Detector: detector,
		Polarity: polarity,
		Network:  net,
		Vectors:  vectors,
		Judge:    judge,
	}, nil
}
