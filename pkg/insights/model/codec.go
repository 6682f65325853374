package model

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/reviewdata/reviewdata/pkg/insights/embedding"
	"github.com/reviewdata/reviewdata/pkg/insights/network"
	"github.com/reviewdata/reviewdata/pkg/insights/quantized"
)

// header describes the weights that follow it.
type header struct {
	Aspects  []string        `json:"aspects"`
	Bits     int             `json:"bits"`
	Networks []network.Shape `json:"networks"`
	Judge    [][]float64     `json:"judge"`
}

// Encode writes a model: a line of JSON and the words of the vectors; then the weights
// of the linear models, and those of each network with its vectors. It refuses vectors
// that Decode would take for others.
func Encode(m *Model, bits int) ([]byte, error) {
	h := header{Aspects: m.Aspects, Bits: bits, Judge: m.Judge.rows()}
	for i, member := range m.Ensemble {
		if i == 0 && !member.Vectors.IsBeside(nil) || i > 0 && !member.Vectors.IsBeside(m.Words()) {
			return nil, fmt.Errorf("encode model: the vectors of network %d do not go by those of the first", i+1)
		}
		h.Networks = append(h.Networks, member.Network.Shape)
	}
	head, err := json.Marshal(h)
	if err != nil {
		return nil, fmt.Errorf("encode model: %w", err)
	}
	words, err := m.Words().PackedWords()
	if err != nil {
		return nil, fmt.Errorf("encode model: %w", err)
	}
	parts := [][]byte{slices.Concat(head, []byte{'\n'}, words)}
	pack := func(n quantized.Numbers) {
		which, others := n.Packed()
		parts = append(parts, which, others)
	}
	pack(m.Detector.Numbers)
	pack(m.Polarity.Numbers)
	for _, member := range m.Ensemble {
		parts = append(parts, member.Network.Packed())
		pack(member.Vectors.Numbers())
	}
	var out []byte
	for _, part := range parts {
		packed, err := compress(part)
		if err != nil {
			return nil, fmt.Errorf("encode model: %w", err)
		}
		out = append(out, packed...)
	}
	return out, nil
}

// compress makes a gzip member of a part (RFC 1952 §2.2); all of them are read as one.
// Much of what was learned hardly repeats itself, and packs best where nothing is
// compared with what was before.
func compress(part []byte) ([]byte, error) {
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

// What bounds the memory that a model may ask for: the bits of a feature, how many networks
// read together, and the sizes of its header and of all of it in bytes.
const (
	maxBits    = 22
	maxMembers = 8
	maxHeader  = 1 << 20
	maxSize    = 1 << 27
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
	m, err := parse(all)
	if err != nil {
		return nil, fmt.Errorf("decode model: %w: train it again", err)
	}
	return m, nil
}

// parse reads a model that was decompressed.
func parse(all []byte) (*Model, error) {
	head, rest, _ := bytes.Cut(all, []byte{'\n'})
	if len(head) > maxHeader {
		return nil, errors.New("its header is too long")
	}
	var h header
	if err := json.Unmarshal(head, &h); err != nil {
		return nil, err
	}
	if n := len(h.Networks); n == 0 || n > maxMembers {
		return nil, fmt.Errorf("it has %d networks that read together, of 1 to %d", n, maxMembers)
	}
	words, rest, err := embedding.ReadWords(rest)
	if err != nil {
		return nil, err
	}
	m := &Model{Aspects: h.Aspects}
	var ok bool
	if rest, ok = m.parseLinear(rest, h.Bits); !ok {
		return nil, errors.New("its header does not fit its weights")
	}
	for _, shape := range h.Networks {
		if rest, err = m.parseMember(rest, words, shape); err != nil {
			return nil, err
		}
	}
	if len(rest) > 0 {
		return nil, errors.New("something stands behind its weights")
	}
	if m.Judge, ok = judgeOf(h.Judge); !ok {
		return nil, errors.New("its weights to judge by cannot be used")
	}
	return m, nil
}

// parseLinear reads the linear models, and returns what is behind them.
func (m *Model) parseLinear(packed []byte, bits int) (rest []byte, ok bool) {
	if bits < 1 || bits > maxBits || len(m.Aspects) > maxSize>>bits {
		return nil, false
	}
	m.Detector, m.Polarity = &Linear{Classes: len(m.Aspects)}, &Linear{Classes: Polarities}
	for _, linear := range []*Linear{m.Detector, m.Polarity} {
		if linear.Numbers, packed, ok = quantized.Unpack(packed, linear.Classes<<bits); !ok {
			return nil, false
		}
	}
	return packed, true
}

// parseMember reads a network and its vectors, and returns what is behind them.
func (m *Model) parseMember(packed []byte, words *embedding.Table, shape network.Shape) (rest []byte, err error) {
	net, packed, ok := network.Unpack(shape, packed)
	if !ok || net.Aspects != len(m.Aspects) || net.Dimensions != words.Dimensions {
		return nil, errors.New("its header does not fit its network")
	}
	unpack := words.Unpack
	if len(m.Ensemble) > 0 {
		unpack = m.Words().UnpackBeside
	}
	vectors, rest, err := unpack(packed)
	if err != nil {
		return nil, err
	}
	m.Ensemble = append(m.Ensemble, Member{net, vectors})
	return rest, nil
}
