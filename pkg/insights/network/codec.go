package network

import (
	"encoding/binary"
	"math"
)

// weightSize is the size of a packed weight in bytes: the upper half of a
// float32, which is exact to one part in 256 (known as bfloat16).
const weightSize = 2

// half is what rounds a float32 to its upper half.
const half = 1 << 15

// Packed returns the weights, two bytes each.
func (n *Network) Packed() []byte {
	out := make([]byte, 0, weightSize*len(n.Weights))
	for _, w := range n.Weights {
		out = binary.LittleEndian.AppendUint16(out, uint16((math.Float32bits(w)+half)>>16))
	}
	return out
}

// largestWeight bounds a weight, so that sums of products stay numbers.
const largestWeight = 1e3

// Unpack reads what Packed wrote; false when it does not fit the shape, or a
// weight is no number or beyond largestWeight.
func Unpack(s Shape, packed []byte) (*Network, bool) {
	if len(packed)%weightSize != 0 {
		return nil, false
	}
	weights := make([]float32, len(packed)/weightSize)
	for i := range weights {
		weights[i] = math.Float32frombits(uint32(binary.LittleEndian.Uint16(packed[weightSize*i:])) << 16)
		if w := weights[i]; !(w >= -largestWeight && w <= largestWeight) {
			return nil, false
		}
	}
	return From(s, weights)
}
