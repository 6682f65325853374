// Package model has the models by which clauses are judged, and their embedded
// weights.
package model

import (
	"math"
	"slices"

	"github.com/reviewdata/reviewdata/pkg/insights/quantized"
)

// Linear scores features for some classes, by the weights of each feature side by side.
// It is immutable.
type Linear struct {
	Classes int
	quantized.Numbers
}

// NewLinear rounds weights, those of one feature side by side, to steps, of which
// the greatest has as many as told, from 1 to quantized.MaxSteps. The fewer there are, the
// better they pack.
func NewLinear(classes int, weights []float32, steps int) *Linear {
	const smallest = math.SmallestNonzeroFloat32 * quantized.MaxSteps
	var top float32
	for _, w := range weights {
		top = max(top, w, -w)
	}
	return &Linear{Classes: classes, Numbers: quantized.Round(weights, max(top, smallest)/float32(steps))}
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
		for c, w := range m.Steps[at : at+m.Classes] {
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
