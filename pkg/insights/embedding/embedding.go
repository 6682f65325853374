// Package embedding knows English words by the company they keep: a vector for
// each, in which words of like use lie close. What was learned of one word so
// holds for others that no training sentence has.
package embedding

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/insights/quantized"
)

// Table has the vectors of words. It is immutable.
type Table struct {
	Dimensions int
	words      []string
	rows       map[string]int32
	values     quantized.Numbers // of all rows, side by side
	base       *Table            // to whose vectors the values are added, nil for none
}

// How large a step is, by the root of the mean of the squares of the vectors: fine where
// learning begins, and as large as measures the same where it ended. That of differences
// goes by the vectors, too, and makes most of them zero.
const (
	fineStep       = 0.1
	learnedStep    = 0.4
	differenceStep = 0.5
)

// New makes a table of words and their vectors, to begin learning with. It refuses
// words that stand twice and vectors of several lengths.
func New(words []string, vectors [][]float32) (*Table, error) {
	if len(words) == 0 || len(words) != len(vectors) || len(vectors[0]) == 0 {
		return nil, fmt.Errorf("%d words with %d vectors", len(words), len(vectors))
	}
	t := &Table{Dimensions: len(vectors[0]), words: words}
	for i, v := range vectors {
		if len(v) != t.Dimensions {
			return nil, fmt.Errorf("%q has %d values and not %d", words[i], len(v), t.Dimensions)
		}
	}
	values := slices.Concat(vectors...)
	var err error
	if t.values, err = rounded(values, fineStep*size(values)); err != nil {
		return nil, err
	}
	return t, t.index()
}

// rounded rounds values to a step, unless that is beyond all numbers, as it is for values
// that are.
func rounded(values []float32, step float32) (quantized.Numbers, error) {
	if !(step > 0 && step <= math.MaxFloat32) {
		return quantized.Numbers{}, errors.New("the values of the vectors are too large, or no numbers")
	}
	return quantized.Round(values, step), nil
}

// size is the root of the mean of the squares of values, and more than 0.
func size(values []float32) float32 {
	sum := 0.0
	for _, v := range values {
		sum += float64(v * v)
	}
	return float32(max(math.Sqrt(sum/float64(len(values))), smallest))
}

// smallest is the size of values that are all zero.
const smallest = 1e-6

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
	if t.base == nil {
		clear(into[:t.Dimensions])
	} else {
		t.base.Vector(row, into)
	}
	for i, steps := range t.values.Steps[int(row)*t.Dimensions:][:t.Dimensions] {
		into[i] += float32(float32(steps) * t.values.Step)
	}
}

// Learned returns a table of the same words with the vectors that they have learned, side
// by side in the order of the rows.
func (t *Table) Learned(vectors []float32) (*Table, error) {
	if err := t.fits(vectors); err != nil {
		return nil, err
	}
	values, err := rounded(vectors, learnedStep*size(vectors))
	if err != nil {
		return nil, err
	}
	return t.with(values, nil), nil
}

// Beside is Learned for vectors that the same words have learned another time. It keeps
// only what they differ by, which takes a third of the room.
func (t *Table) Beside(vectors []float32) (*Table, error) {
	if err := t.fits(vectors); err != nil {
		return nil, err
	}
	differences := make([]float32, len(vectors))
	for row := range t.words {
		from := row * t.Dimensions
		own := differences[from:][:t.Dimensions]
		t.Vector(int32(row), own)
		for i, v := range vectors[from:][:t.Dimensions] {
			own[i] = v - own[i]
		}
	}
	values, err := rounded(differences, differenceStep*size(vectors))
	if err != nil {
		return nil, err
	}
	return t.with(values, t), nil
}

// IsBeside reports whether a table keeps what its vectors differ by from those of another,
// or, where that is nil, all of them.
func (t *Table) IsBeside(base *Table) bool { return t.base == base }

func (t *Table) fits(vectors []float32) error {
	if len(vectors) != len(t.words)*t.Dimensions {
		return fmt.Errorf("%d values for %d words of %d dimensions", len(vectors), t.Len(), t.Dimensions)
	}
	return nil
}

func (t *Table) with(values quantized.Numbers, base *Table) *Table {
	return &Table{Dimensions: t.Dimensions, words: t.words, rows: t.rows, values: values, base: base}
}
