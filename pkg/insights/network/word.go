package network

import "github.com/reviewdata/reviewdata/pkg/insights/embedding"

// Word is what a network sees of one word or mark of punctuation.
type Word struct {
	embedding.Word

	General, Opinion float32 // strengths, as in package lexicon
	Turned           bool    // stands under a negation
}

// channels returns the values beside the vector.
func (w Word) channels() [Channels]float32 {
	out := [Channels]float32{
		General: w.General * generalScale,
		Opinion: w.Opinion * opinionScale,
		Present: presentScale,
	}
	if w.Turned {
		out[Turned] = turnedScale
	}
	return out
}

// Values writes what a network sees of a word, as many values as Inputs, given
// the vectors of all rows side by side.
func (w Word) Values(vectors, into []float32) {
	dimensions := len(into) - Channels
	clear(into[:dimensions])
	for _, row := range w.Rows[:w.Parts] {
		Add(into, w.Share(), vectors[int(row)*dimensions:][:dimensions])
	}
	channels := w.channels()
	copy(into[dimensions:], channels[:])
}

// Share is what each vector that stands for a known word is multiplied with.
func (w Word) Share() float32 { return vectorScale / float32(w.Parts) }
