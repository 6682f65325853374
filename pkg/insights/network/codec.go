package network

import "math"

// weightSize is the size of a packed weight in bytes: the upper half of a float32.
const weightSize = 2

// dropped is how many bits of a float32 are rounded away: all but the sign, the exponent
// and four more, which is exact to one part in 32, measures the same, and packs best.
const dropped = 19

// Packed returns the weights, two bytes each: the lower ones of all weights, then the upper
// ones, which are much alike and compress the better for standing together.
func (n *Network) Packed() []byte {
	out := make([]byte, weightSize*len(n.Weights))
	lower, upper := out[:len(n.Weights)], out[len(n.Weights):]
	for i, w := range n.Weights {
		bits := (math.Float32bits(w) + 1<<(dropped-1)) >> dropped << (dropped - 16)
		lower[i], upper[i] = byte(bits), byte(bits>>8)
	}
	return out
}

// largestWeight bounds a weight, so that sums of products stay numbers.
const largestWeight = 1e3

// Unpack reads the weights of a network of a shape from what Packed wrote, and returns what
// is behind them; false when they break off, or a weight is no number or beyond
// largestWeight.
func Unpack(s Shape, packed []byte) (n *Network, rest []byte, ok bool) {
	if !s.possible() || len(packed) < weightSize*s.size() {
		return nil, nil, false
	}
	packed, rest = packed[:weightSize*s.size()], packed[weightSize*s.size():]
	weights := make([]float32, s.size())
	lower, upper := packed[:len(weights)], packed[len(weights):]
	for i := range weights {
		weights[i] = math.Float32frombits(uint32(upper[i])<<24 | uint32(lower[i])<<16)
		if w := weights[i]; !(w >= -largestWeight && w <= largestWeight) {
			return nil, nil, false
		}
	}
	n, ok = From(s, weights)
	return n, rest, ok
}
