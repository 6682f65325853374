package network

import "github.com/reviewdata/reviewdata/pkg/insights/token"

// Ensemble is the readers of networks that have learned the same from other beginnings.
// What they say of a text is averaged, so that what one of them misreads by chance
// counts for less (Hansen and Salamon 1990).
type Ensemble []*Reader

// Read lets every network read, as Reader.Read does.
func (e Ensemble) Read(words []Word, clauses []token.Span, ignored func(clause int) bool) Heard {
	out := make(Heard, len(e))
	for i, r := range e {
		out[i] = r.Read(words, clauses, ignored)
	}
	return out
}

// Heard is a text as each network of an ensemble has read it.
type Heard []*Text

// Detection is the mean of Text.Detection.
func (h Heard) Detection(clause, aspect int) float64 {
	sum := 0.0
	for _, t := range h {
		sum += t.Detection(clause, aspect)
	}
	return sum / float64(len(h))
}

// Polarity is the mean of Text.Polarity.
func (h Heard) Polarity(clause, aspect int) [Polarities]float64 {
	var out [Polarities]float64
	for _, t := range h {
		for p, score := range t.Polarity(clause, aspect) {
			out[p] += score / float64(len(h))
		}
	}
	return out
}
