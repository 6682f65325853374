package model

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
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
	Judge    Judge

	once   sync.Once // the reader remembers words: one for all analysers
	reader *network.Reader
}

// Reader reads texts with the network.
func (m *Model) Reader(v *embedding.Table) *network.Reader {
	m.once.Do(func() { m.reader = network.NewReader(m.Network, v) })
	return m.reader
}

//go:embed weights.bin
var weights []byte

// Load returns the embedded model. It is unpacked once for the whole process,
// because it takes tens of megabytes, and must not be changed.
func Load() (*Model, error) { return embedded() }

var embedded = sync.OnceValues(func() (*Model, error) { return Decode(weights) }) //nolint:gochecknoglobals // read once, never changed

// header describes the weights that follow it.
type header struct {
	Aspects []string      `json:"aspects"`
	Bits    int           `json:"bits"`
	Scales  []float32     `json:"scales"` // one step of a weight: of the detector, of the polarity
	Network network.Shape `json:"network"`
	Judge   Judge         `json:"judge"`
}

// steps is how many steps a weight may have on either side of zero: as few as
// measure the same, because many weights of one value pack well.
const steps = 20

// Encode writes a model: a line of JSON, a byte per weight of the linear models,
// the weights of the network, compressed.
func Encode(m *Model, bits int) ([]byte, error) {
	h := header{Aspects: m.Aspects, Bits: bits, Scales: []float32{scale(m.Detector), scale(m.Polarity)}, Network: m.Network.Shape, Judge: m.Judge}
	head, err := json.Marshal(h)
	if err != nil {
		return nil, fmt.Errorf("encode model: %w", err)
	}
	var out bytes.Buffer
	zip, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, fmt.Errorf("encode model: %w", err)
	}
	for _, part := range [][]byte{head, {'\n'}, quantized(m.Detector, h.Scales[0]), quantized(m.Polarity, h.Scales[1]), m.Network.Packed()} {
		if _, err := zip.Write(part); err != nil {
			return nil, fmt.Errorf("encode model: %w", err)
		}
	}
	if err := zip.Close(); err != nil {
		return nil, fmt.Errorf("encode model: %w", err)
	}
	return out.Bytes(), nil
}

// scale is the step with which the greatest weight still fits.
func scale(m *Linear) float32 {
	var top float32
	for _, w := range m.Weights {
		top = max(top, w, -w)
	}
	return max(top, math.SmallestNonzeroFloat32*steps) / steps
}

func quantized(m *Linear, scale float32) []byte {
	out := make([]byte, len(m.Weights))
	for i, w := range m.Weights {
		out[i] = byte(int8(math.Round(float64(w / scale))))
	}
	return out
}

// What bounds the memory that a model may ask for: the bits of a feature, and its
// size in bytes.
const (
	maxBits = 22
	maxSize = 1 << 27
)

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
	if h.Bits < 1 || h.Bits > maxBits || len(h.Scales) != 2 || len(rest) < (len(h.Aspects)+Polarities)<<h.Bits {
		return nil, errors.New("decode model: its header does not fit its weights")
	}
	split, end := len(h.Aspects)<<h.Bits, (len(h.Aspects)+Polarities)<<h.Bits
	net, ok := network.Unpack(h.Network, rest[end:])
	if !ok || net.Aspects != len(h.Aspects) {
		return nil, errors.New("decode model: its header does not fit its network: train it again")
	}
	if !h.Judge.usable() {
		return nil, errors.New("decode model: it has no weights to judge by: train it again")
	}
	return &Model{
		Aspects:  h.Aspects,
		Detector: restored(rest[:split], len(h.Aspects), h.Scales[0]),
		Polarity: restored(rest[split:end], Polarities, h.Scales[1]),
		Network:  net,
		Judge:    h.Judge,
	}, nil
}

func restored(quantized []byte, classes int, scale float32) *Linear {
	m := &Linear{Classes: classes, Weights: make([]float32, len(quantized))}
	for i, q := range quantized {
		m.Weights[i] = float32(int8(q)) * scale
	}
	return m
}
