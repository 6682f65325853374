package network_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/insights/embedding"
	"github.com/reviewdata/reviewdata/pkg/insights/network"
	"github.com/reviewdata/reviewdata/pkg/insights/token"
)

// shape is of a network small enough to work out by hand.
func shape() network.Shape {
	return network.Shape{Aspects: 1, Dimensions: 1, Filters: 1, Context: 1}
}

func table(t *testing.T) *embedding.Table {
	t.Helper()
	out, err := embedding.New([]string{"good", "bad"}, [][]float32{{2.5}, {-2.5}})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The strongest word of a clause decides, and a clause knows the one before.
func TestReadKeepsTheStrongest(t *testing.T) {
	t.Parallel()
	n := network.New(shape())
	n.Filter[0][0] = 1                  // the value of the vector, for single words
	n.Output[0] = 1                     // straight to the aspect
	n.Output[n.Pooled()] = 10           // the clause before
	n.Around[network.Before][0] = 1     // told as it is
	words := []network.Word{{}, {}, {}} // good bad | bad
	for i, w := range []string{"good", "bad", "bad"} {
		words[i].Word = table(t).Lookup(w)
	}
	got := network.NewReader(n, table(t)).Read(words, []token.Span{{First: 0, Last: 2}, {First: 2, Last: 3}})
	strongest := math.Tanh(1) // 2.5 by the scale of vectors
	for clause, want := range []float64{strongest, 10 * math.Tanh(strongest)} {
		if score := got.Detection(clause, 0); math.Abs(score-want) > 1e-5 {
			t.Errorf("clause %d has the score %g, want %g", clause, score, want)
		}
	}
}

// A run of two words may begin before a clause, and does not reach into another.
func TestRunsStayInTheirClause(t *testing.T) {
	t.Parallel()
	n := network.New(shape())
	n.Filter[1][n.Inputs()] = 1 // the vector of the second word of two
	n.Output[1] = 1
	words := []network.Word{{Word: table(t).Lookup("bad")}, {Word: table(t).Lookup("good")}}
	got := network.NewReader(n, table(t)).Read(words, []token.Span{{First: 0, Last: 1}, {First: 1, Last: 2}})
	if first, second := got.Detection(0, 0), got.Detection(1, 0); first != 0 || second <= 0.5 {
		t.Errorf("scores %g and %g, want 0 and tanh 1", first, second)
	}
}

func TestPolarityAddsTheAspect(t *testing.T) {
	t.Parallel()
	n := network.New(shape())
	copy(n.OutputBias, []float32{0, 1, 2, 3, 10, 20, 30})
	got := network.NewReader(n, table(t)).Read([]network.Word{{}}, []token.Span{{First: 0, Last: 1}})
	if diff := cmp.Diff([network.Polarities]float64{11, 22, 33}, got.Polarity(0, 0)); diff != "" {
		t.Errorf("of an aspect (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff([network.Polarities]float64{1, 2, 3}, got.Polarity(0, -1)); diff != "" {
		t.Errorf("of anything (-want +got)\n%s", diff)
	}
}

func TestUnpackReadsPacked(t *testing.T) {
	t.Parallel()
	n := network.New(shape())
	for i := range n.Weights {
		n.Weights[i] = float32(i) / 4 // as exact in two bytes as in four
	}
	got, ok := network.Unpack(n.Shape, n.Packed())
	if !ok {
		t.Fatal("the weights do not fit")
	}
	if diff := cmp.Diff(n, got); diff != "" {
		t.Errorf("network (-want +got)\n%s", diff)
	}
	n.Weights[0] = float32(math.NaN())
	if _, ok := network.Unpack(n.Shape, n.Packed()); ok {
		t.Error("a weight that is no number is accepted")
	}
	n.Weights[0] = 1e30
	if _, ok := network.Unpack(n.Shape, n.Packed()); ok {
		t.Error("a weight that makes sums overflow is accepted")
	}
	if _, ok := network.Unpack(n.Shape, n.Packed()[2:]); ok {
		t.Error("a weight too few is accepted")
	}
	if _, ok := network.Unpack(network.Shape{Aspects: 1 << 60}, nil); ok {
		t.Error("a shape beyond all bounds is accepted")
	}
}

func TestDotsAreThoseOfEachRow(t *testing.T) {
	t.Parallel()
	rows := make([]float32, 40)
	for i := range rows {
		rows[i] = float32(i * i % 7)
	}
	values, got := []float32{1, -2, 3}, make([]float32, 6)
	network.Dots(got, rows, 7, values)
	for i, dot := range got { // exactly the same, because small whole numbers are added without rounding
		if want := network.Dot(values, rows[i*7:]); dot != want {
			t.Errorf("row %d: %g, want %g", i, dot, want)
		}
	}
}
