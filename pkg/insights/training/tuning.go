package training

import (
	"math"

	"github.com/reviewdata/reviewdata/pkg/insights/embedding"
	"github.com/reviewdata/reviewdata/pkg/insights/network"
)

// vectorRate is how fast the vectors of words learn; chosen on reviews of writers
// whose others were not learned from.
const vectorRate = 0.05

// tuning are the vectors of words being taught.
type tuning struct {
	dimensions int
	values     []float32 // of all rows, side by side
	gradients  []float32 // their sum over the texts of a batch
	squares    []float32 // of the gradients so far
	rows       []int32   // that have a gradient
	has        []bool    // which rows those are
}

func newTuning(from *embedding.Table) *tuning {
	size := from.Len() * from.Dimensions
	t := &tuning{
		dimensions: from.Dimensions, values: make([]float32, size),
		gradients: make([]float32, size), squares: make([]float32, size), has: make([]bool, from.Len()),
	}
	for row := range from.Len() {
		from.Vector(int32(row), of(t.values, int32(row), t.dimensions))
	}
	return t
}

// of returns the values of a row.
func of(values []float32, row int32, dimensions int) []float32 {
	return values[int(row)*dimensions:][:dimensions]
}

// add adds how much too high the values of a word are.
func (t *tuning) add(w network.Word, errors []float32) {
	for _, row := range w.Rows[:w.Parts] {
		if !t.has[row] {
			t.has[row] = true
			t.rows = append(t.rows, row)
		}
		network.Add(of(t.gradients, row, t.dimensions), w.Share(), errors)
	}
}

// step moves the vectors that have a gradient against it, multiplied by scale, at
// a share of the rate, and forgets it.
func (t *tuning) step(share float64, scale float32) {
	for _, row := range t.rows {
		gradients, squares := of(t.gradients, row, t.dimensions), of(t.squares, row, t.dimensions)
		vector := of(t.values, row, t.dimensions)
		for i, g := range gradients {
			g *= scale
			squares[i] += float32(g * g)
			vector[i] -= float32(vectorRate * share * float64(g) / (math.Sqrt(float64(squares[i])) + tiny))
		}
		clear(gradients)
		t.has[row] = false
	}
	t.rows = t.rows[:0]
}
