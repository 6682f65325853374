// Package quantized has numbers rounded to whole steps: a byte each in memory, and
// less when they are packed. Learned weights and vectors are kept so.
package quantized

import (
	"encoding/binary"
	"math"
)

// Numbers are multiples of a step.
type Numbers struct {
	Step  float32 // what one step counts
	Steps []int8  // how many of them each number has
}

// MaxSteps is the greatest number of steps that a number can have on either side of zero.
const MaxSteps = math.MaxInt8

// Round makes the nearest multiples of a step above 0. What is farther than MaxSteps from
// zero is brought so near.
func Round(numbers []float32, step float32) Numbers {
	out := Numbers{Step: step, Steps: make([]int8, len(numbers))}
	for i, x := range numbers {
		steps := math.Round(float64(x / step))
		out.Steps[i] = int8(min(max(steps, -MaxSteps), MaxSteps))
	}
	return out
}

// Values are the numbers themselves.
func (n Numbers) Values() []float32 {
	out := make([]float32, len(n.Steps))
	for i, steps := range n.Steps {
		out[i] = float32(steps) * n.Step
	}
	return out
}

// stepSize is the size of a packed step in bytes.
const stepSize = 4

// Packed returns the numbers in two parts that compress well by themselves, as many are
// zero: the step, with a bit for each number that tells whether it is not, and the steps
// of those that are not.
func (n Numbers) Packed() (which, others []byte) {
	which = make([]byte, stepSize+bytesFor(len(n.Steps)))
	binary.LittleEndian.PutUint32(which, math.Float32bits(n.Step))
	set := which[stepSize:]
	for i, steps := range n.Steps {
		if steps != 0 {
			set[i/8] |= 1 << (i % 8)
			others = append(others, byte(steps))
		}
	}
	return which, others
}

// bytesFor is how many bytes so many bits take.
func bytesFor(bits int) int { return (bits + 7) / 8 }

// largestStep bounds a step that is read, so that sums of numbers stay numbers.
const largestStep = 1e3

// Unpack reads as many numbers as told from the parts that Packed returned, joined, and
// returns what is behind them; false when they break off, or it could not have written
// them.
func Unpack(packed []byte, count int) (n Numbers, rest []byte, ok bool) {
	if count < 0 || count > 8*len(packed) {
		return n, nil, false
	}
	begin := stepSize + bytesFor(count)
	if begin > len(packed) {
		return n, nil, false
	}
	n.Step = math.Float32frombits(binary.LittleEndian.Uint32(packed))
	if !(n.Step > 0 && n.Step <= largestStep) {
		return n, nil, false
	}
	set, rest := packed[stepSize:begin], packed[begin:]
	n.Steps = make([]int8, count)
	for i := range n.Steps {
		if set[i/8]&(1<<(i%8)) == 0 {
			continue
		}
		if len(rest) == 0 || rest[0] == 0 || int8(rest[0]) < -MaxSteps {
			return n, nil, false
		}
		n.Steps[i], rest = int8(rest[0]), rest[1:]
	}
	return n, rest, true
}
