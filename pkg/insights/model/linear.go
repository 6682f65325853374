// Package model has the models by which clauses are judged, and their embedded
// weights.
package model

import (
	"math"
	"slices"
)

// Linear scores features for some classes. It is immutable.
type Linear struct {
	Classes int
	Step    float32 // the value of a weight of 1
	Weights []int8  // those of one feature side by side
}

// MaxSteps is the greatest number of steps that a weight can have on either side
// of zero.
const MaxSteps = math.MaxInt8

// NewLinear rounds weights, those of one feature side by side, to steps, of which
// the greatest has as many as told, from 1 to MaxSteps. The fewer there are, the
// better they pack.
func NewLinear(classes int, weights []float32, steps int) *Linear {
	const smallest = math.SmallestNonzeroFloat32 * MaxSteps
	var top float32
	for _, w := range weights {
		top = max(top, w, -w)
	}
	m := &Linear{Classes: classes, Step: max(top, smallest) / float32(steps), Weights: make([]int8, len(weights))}
	for i, w := range weights {
		m.Weights[i] = int8(math.Round(float64(w / m.Step)))
	}
	return m
}

// Values are the weights as numbers.
func (m *Linear) Values() []float32 {
	out := make([]float32, len(m.Weights))
	for i, w := range m.Weights {
		out[i] = float32(w) * m.Step
	}
	return out
}

// Scores adds up the weights of features, for each class.
func (m *Linear) Scores(features []uint32) []float64 { return m.scores(m.Sums(features)) }

// ScoresBeside are the Scores of features and of others, given the Sums of those.
func (m *Linear) ScoresBeside(others []int32, features []uint32) []float64 {
	sums := slices.Clone(others)
	m.add(sums, features)
	return m.scores(sums)
}

// Sums adds up the weights of features, for each class, in steps.
func (m *Linear) Sums(features []uint32) []int32 {
	sums := make([]int32, m.Classes)
	m.add(sums, features)
	return sums
}

func (m *Linear) add(sums []int32, features []uint32) {
	for _, f := range features {
		at := int(f) * m.Classes
		for c, w := range m.Weights[at : at+m.Classes] {
			sums[c] += int32(w)
		}
	}
}

// scores are the values of sums.
func (m *Linear) scores(sums []int32) []float64 {
	out := make([]float64, m.Classes)
	for c, sum := range sums {
		out[c] = float64(sum) * float64(m.Step)
	}
	return out
}

// pack writes the weights in two parts that compress well: most are zero. A bit for
// each tells which are not, and those follow.
func (m *Linear) pack() (set, others []byte) {
	set = make([]byte, (len(m.Weights)+7)/8)
	for i, w := range m.Weights {
		if w != 0 {
			set[i/8] |= 1 << (i % 8)
			others = append(others, byte(w))
		}
	}
	return set, others
}

// unpack reads n weights from what pack wrote, and returns what is behind them.
func unpack(packed []byte, n int) (weights []int8, rest []byte, ok bool) {
	size := (n + 7) / 8
	if size > len(packed) {
		return nil, nil, false
	}
	set, rest := packed[:size], packed[size:]
	weights = make([]int8, n)
	for i := range weights {
		if set[i/8]&(1<<(i%8)) == 0 {
			continue
		}
		if len(rest) == 0 {
			return nil, nil, false
		}
		weights[i], rest = int8(rest[0]), rest[1:]
	}
	return weights, rest, true
}

// Sigmoid maps a score to a probability.
func Sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// Softmax maps the scores of classes that exclude each other to probabilities,
// in place.
func Softmax(scores []float64) []float64 {
	top, sum := math.Inf(-1), 0.0
	for _, s := range scores {
		top = max(top, s)
	}
	for i, s := range scores {
		scores[i] = math.Exp(s - top)
		sum += scores[i]
	}
	for i := range scores {
		scores[i] /= sum
	}
	return scores
}
