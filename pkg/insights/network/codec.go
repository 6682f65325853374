package network

import (
	"encoding/binary"
	"math"
)

// weightSize is the size of a packed weight in bytes.
const weightSize = 4

// Packed returns the weights, four bytes each.
func (n *Network) Packed() []byte {
	out := make([]byte, 0, weightSize*len(n.Weights))
	for _, w := range n.Weights {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(w))
	}
	return out
}

// Unpack reads what Packed wrote; false when it does not fit the shape.
func Unpack(s Shape, packed []byte) (*Network, bool) {
	if len(packed)%weightSize != 0 {
		return nil, false
	}
	weights := make([]float32, len(packed)/weightSize)
	for i := range weights {
		weights[i] = math.Float32frombits(binary.LittleEndian.Uint32(packed[weightSize*i:]))
	}
	return From(s, weights)
}
