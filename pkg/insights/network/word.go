package network

import "github.com/reviewdata/reviewdata/pkg/insights/embedding"

// Word is what the network sees of one word or mark of punctuation.
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

// Values writes what the network sees of a word, as many values as Inputs.
func (w Word) Values(t *embedding.Table, into []float32) {
	clear(into[:t.Dimensions])
	part := make([]float32, t.Dimensions)
	for _, row := range w.Rows[:w.Parts] {
		t.Vector(row, part)
		Add(into, vectorScale/float32(w.Parts), part)
	}
	channels := w.channels()
	copy(into[t.Dimensions:], channels[:])
}
