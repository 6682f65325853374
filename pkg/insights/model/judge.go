package model

import "math"

// None is the class of a review that does not judge an aspect, beside those of
// the polarity model. Judgements counts all of them.
const (
	None       = Polarities
	Judgements = Polarities + 1
)

// Measures is what is measured of the clauses that may judge an aspect.
const Measures = 8

// Judge has, for each of the Judgements, the weights of the Measures.
type Judge [Judgements][Measures]float64

// usable reports whether the weights are numbers, and judge anything.
func (j *Judge) usable() bool {
	sum := 0.0
	for _, weights := range j {
		for _, w := range weights {
			sum += math.Abs(w)
		}
	}
	return sum > 0 && sum < largestJudge
}

// largestJudge bounds the sum of all weights of a judge.
const largestJudge = 1e6

// Scores are those of the judgements.
func (j *Judge) Scores(measures [Measures]float64) []float64 {
	out := make([]float64, Judgements)
	for class, weights := range j {
		for i, w := range weights {
			out[class] += float64(w * measures[i])
		}
	}
	return out
}
