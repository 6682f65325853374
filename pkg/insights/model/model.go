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
}

//go:embed weights.bin
var weights []byte

// Load returns the embedded model. It is unpacked once for the whole process,
// because it takes tens of megabytes, and must not be changed.
func Load() (*Model, error) { return embedded() }

var embedded = sync.OnceValues(func() (*Model, error) { return Decode(weights) }) //nolint:gochecknoglobals // read once, never changed

// header describes the weights that follow it.
type header struct {
	Aspects []string  `json:"aspects"`
	Bits    int       `json:"bits"`
	Scales  []float32 `json:"scales"` // one step of a weight: of the detector, of the polarity
}

// steps is how many steps a weight may have on either side of zero.
const steps = 127

// Encode writes a model: a line of JSON, then a byte per weight, compressed.
func Encode(m *Model, bits int) ([]byte, error) {
	h := header{Aspects: m.Aspects, Bits: bits, Scales: []float32{scale(m.Detector), scale(m.Polarity)}}
	head, err := json.Marshal(h)
	if err != nil {
		return nil, fmt.Errorf("encode model: %w", err)
	}
	var out bytes.Buffer
	zip, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, fmt.Errorf("encode model: %w", err)
	}
	for _, part := range [][]byte{head, {'\n'}, quantized(m.Detector, h.Scales[0]), quantized(m.Polarity, h.Scales[1])} {
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

// maxBits bounds the memory that a model may ask for.
const maxBits = 22

// Decode reads what Encode wrote.
func Decode(encoded []byte) (*Model, error) {
	zip, err := gzip.NewReader(bytes.NewReader(encoded))
	if err != nil {
		return nil, fmt.Errorf("decode model: %w", err)
	}
	all, err := io.ReadAll(zip)
	if err != nil {
		return nil, fmt.Errorf("decode model: %w", err)
	}
	head, rest, _ := bytes.Cut(all, []byte{'\n'})
	var h header
	if err := json.Unmarshal(head, &h); err != nil {
		return nil, fmt.Errorf("decode model: %w", err)
	}
	if h.Bits < 1 || h.Bits > maxBits || len(h.Scales) != 2 || len(rest) != (len(h.Aspects)+Polarities)<<h.Bits {
		return nil, errors.New("decode model: its header does not fit its weights")
	}
	split := len(h.Aspects) << h.Bits
	return &Model{
		Aspects:  h.Aspects,
		Detector: restored(rest[:split], len(h.Aspects), h.Scales[0]),
		Polarity: restored(rest[split:], Polarities, h.Scales[1]),
	}, nil
}

func restored(quantized []byte, classes int, scale float32) *Linear {
	m := &Linear{Classes: classes, Weights: make([]float32, len(quantized))}
	for i, q := range quantized {
		m.Weights[i] = float32(int8(q)) * scale
	}
	return m
}
