// Package embedding knows English words by the company they keep: a vector for
// each, in which words of like use lie close. What was learned of one word so
// holds for others that no training sentence has.
package embedding

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// steps is how many steps a value may have on either side of zero: as few as
// measure the same.
const steps = 19

// Table has the vectors of words. It is immutable.
type Table struct {
	Dimensions int
	words      []string
	rows       map[string]int32
	scales     []float32 // one step of the values of a row
	values     []int8    // those of one row side by side
}

// New makes a table of words and their vectors, each value rounded to one of the
// steps of its row. It refuses words that stand twice and vectors of several lengths.
func New(words []string, vectors [][]float32) (*Table, error) {
	if len(words) == 0 || len(words) != len(vectors) || len(vectors[0]) == 0 {
		return nil, fmt.Errorf("%d words with %d vectors", len(words), len(vectors))
	}
	t := &Table{Dimensions: len(vectors[0]), words: words}
	for i, v := range vectors {
		if len(v) != t.Dimensions {
			return nil, fmt.Errorf("%q has %d values and not %d", words[i], len(v), t.Dimensions)
		}
		t.append(v)
	}
	return t, t.index()
}

// index numbers the words.
func (t *Table) index() error {
	t.rows = make(map[string]int32, len(t.words))
	for i, w := range t.words {
		if _, twice := t.rows[w]; twice || w == "" || strings.ContainsAny(w, " \n") {
			return fmt.Errorf("the word %q is empty, has a space or stands twice", w)
		}
		t.rows[w] = int32(i)
	}
	return nil
}

// Len returns the number of rows.
func (t *Table) Len() int { return len(t.words) }

// Vector writes the vector of a row, of t.Dimensions values.
func (t *Table) Vector(row int32, into []float32) {
	scale := t.scales[row]
	for i, v := range t.values[int(row)*t.Dimensions:][:t.Dimensions] {
		into[i] = float32(v) * scale
	}
}

// With returns a table of the same words with other vectors, side by side in the
// order of the rows, each value rounded as by New.
func (t *Table) With(vectors []float32) (*Table, error) {
	if len(vectors) != len(t.values) {
		return nil, fmt.Errorf("%d values for %d words of %d dimensions", len(vectors), t.Len(), t.Dimensions)
	}
	out := &Table{Dimensions: t.Dimensions, words: t.words, rows: t.rows}
	for v := range slices.Chunk(vectors, t.Dimensions) {
		out.append(v)
	}
	return out, nil
}

// append adds the vector of the next row.
func (t *Table) append(vector []float32) {
	var top float32
	for _, x := range vector {
		top = max(top, x, -x)
	}
	scale := max(top, math.SmallestNonzeroFloat32*steps) / steps
	t.scales = append(t.scales, scale)
	for _, x := range vector {
		t.values = append(t.values, int8(math.Round(float64(x/scale))))
	}
}
