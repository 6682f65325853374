// Package model has the linear models by which clauses are judged, and their
// embedded weights.
package model

import "math"

// Linear scores features for some classes. It is immutable once it was
// trained or read.
type Linear struct {
	Classes int
	Weights []float32 // those of one feature side by side
}

// NewLinear returns a model with features numbered below 1<<bits.
func NewLinear(classes, bits int) *Linear {
	return &Linear{Classes: classes, Weights: make([]float32, classes<<bits)}
}

// Scores adds up the weights of features, for each class.
func (m *Linear) Scores(features []uint32) []float64 {
	out := make([]float64, m.Classes)
	for _, f := range features {
		for c, w := range m.Of(f) {
			out[c] += float64(w)
		}
	}
	return out
}

// Of returns the weights of one feature, by class.
func (m *Linear) Of(feature uint32) []float32 {
	at := int(feature) * m.Classes
	return m.Weights[at : at+m.Classes : at+m.Classes]
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
