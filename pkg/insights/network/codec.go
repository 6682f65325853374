package network

import "math"

// weightSize is the size of a packed weight in bytes: the upper half of a
// float32, which is exact to one part in 256 (known as bfloat16).
const weightSize = 2

// half is what rounds a float32 to its upper half.
const half = 1 << 15

// Packed returns the weights, two bytes each: the lower ones of all weights, then the upper
// ones, which are much alike and compress the better for standing together.
func (n *Network) Packed() []byte {
	out := make([]byte, weightSize*len(n.Weights))
	lower, upper := out[:len(n.Weights)], out[len(n.Weights):]
	for i, w := range n.Weights {
		bits := (math.Float32bits(w) + half) >> 16
		lower[i], upper[i] = byte(bits), byte(bits>>8)
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
	lower, upper := packed[:len(weights)], packed[len(weights):]
	for i := range weights {
		weights[i] = math.Float32frombits(uint32(upper[i])<<24 | uint32(lower[i])<<16)
		if w := weights[i]; !(w >= -largestWeight && w <= largestWeight) {
			return nil, false
		}
	}
	return From(s, weights)
}
