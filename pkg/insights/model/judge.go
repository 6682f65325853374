package model

import "math"

// None is the class of a review that does not judge an aspect, beside those of
// the polarity model. Judgements counts all of them.
const (
	None       = Polarities
	Judgements = Polarities + 1
)

// Measures is what is measured of the clauses that may judge an aspect; the
// first is 1. Terms are the products of any two of them: what one tells depends
// on the others.
const (
	Measures = 13
	Terms    = Measures * (Measures + 1) / 2
)

// TermsOf are the products of measures.
func TermsOf(measures [Measures]float64) [Terms]float64 {
	var out [Terms]float64
	at := 0
	for i, m := range measures {
		for _, other := range measures[i:] {
			out[at] = m * other
			at++
		}
	}
	return out
}

// Judge has, for each of the Judgements, the weights of the Terms.
type Judge [Judgements][Terms]float64

// judgeOf makes a judge of weights; false when they are not as many as the terms,
// which are those of another version, and when they judge nothing.
func judgeOf(weights [][]float64) (j Judge, ok bool) {
	if len(weights) != Judgements {
		return j, false
	}
	sum := 0.0
	for class, row := range weights {
		if len(row) != Terms {
			return j, false
		}
		for i, w := range row {
			j[class][i] = w
			sum += math.Abs(w)
		}
	}
	return j, sum > 0 && sum < largestJudge
}

// rows are the weights by judgement.
func (j *Judge) rows() [][]float64 {
	out := make([][]float64, Judgements)
	for class := range j {
		out[class] = j[class][:]
	}
	return out
}

// largestJudge bounds the sum of all weights of a judge.
const largestJudge = 1e6

// Scores are those of the judgements.
func (j *Judge) Scores(terms [Terms]float64) []float64 {
	out := make([]float64, Judgements)
	for class, weights := range j {
		for i, w := range weights {
			out[class] += float64(w * terms[i])
		}
	}
	return out
}
