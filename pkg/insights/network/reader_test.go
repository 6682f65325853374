package network

import (
	"math"
	"strconv"
	"sync"
	"testing"

	"github.com/reviewdata/reviewdata/pkg/insights/embedding"
	"github.com/reviewdata/reviewdata/pkg/insights/token"
)

// A reader remembers no more words than it may, whichever they are, and reads the
// others none the worse.
func TestReaderRemembersSoManyWords(t *testing.T) {
	t.Parallel()
	const more = remembered + 10
	words, vectors := make([]string, more), make([][]float32, more)
	for i := range words {
		words[i], vectors[i] = "w"+strconv.Itoa(i), []float32{2.5} // 1 by the scale of vectors
	}
	table, err := embedding.New(words, vectors)
	if err != nil {
		t.Fatal(err)
	}
	n := New(Shape{Aspects: 1, Dimensions: 1, Filters: 1})
	n.Filter[0][0], n.Output[0] = 1, 1
	r := NewReader(n, table)
	first := 0.0
	for range 2 {
		for i := more - 1; i >= 0; i-- { // the rarest are met first
			got := r.Read([]Word{{Word: table.Lookup(words[i])}}, []token.Span{{Last: 1}}, func(int) bool { return false }).Detection(0, 0)
			if first == 0 {
				first = got
			}
			if got != first || got < 0.5 {
				t.Fatalf("word %d scores %g, the first one %g", i, got, first)
			}
		}
	}
	if held := r.held.Load(); held != remembered || r.words[more-1].Load() == nil || r.words[0].Load() != nil {
		t.Errorf("%d words are remembered, want the first %d that were met", held, remembered)
	}
}

// What is added up for one word does not get in the way of the other words, nor of other
// texts that are read meanwhile.
func TestWordsAreHeardApart(t *testing.T) {
	t.Parallel()
	table, err := embedding.New([]string{"w"}, [][]float32{{2.5}})
	if err != nil {
		t.Fatal(err)
	}
	n := New(Shape{Aspects: 1, Dimensions: 1, Filters: 1})
	n.Filter[0][0], n.Filter[0][1+Opinion], n.Output[0] = 1, 1, 1
	r := NewReader(n, table)
	var work sync.WaitGroup
	for reader := range 8 {
		work.Go(func() {
			for text := range 50 {
				words, clauses := make([]Word, 1+(7*text+reader)%40), []token.Span{}
				for i := range words {
					words[i] = Word{Word: embedding.Word{Parts: 1 + i%2}, Opinion: float32(i%5 + 1)} // one or two times "w"
					clauses = append(clauses, token.Span{First: i, Last: i + 1})
				}
				read := r.Read(words, clauses, func(int) bool { return false })
				for i, w := range words {
					if want, got := Squash(1+w.Opinion*opinionScale), float32(read.Detection(i, 0)); math.Abs(float64(want-got)) > 1e-6 {
						t.Errorf("word %d of %d scores %g, want %g", i, len(words), got, want)
					}
				}
			}
		})
	}
	work.Wait()
}
