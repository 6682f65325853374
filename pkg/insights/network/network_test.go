package network_test

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/insights/embedding"
	"github.com/reviewdata/reviewdata/pkg/insights/network"
	"github.com/reviewdata/reviewdata/pkg/insights/token"
)

// shape is of a network small enough to work out by hand.
func shape() network.Shape {
	return network.Shape{Aspects: 1, Dimensions: 1, Filters: 1, Memory: 1}
}

// heard ignores no clause.
func heard(int) bool { return false }

func table(t *testing.T) *embedding.Table {
	t.Helper()
	out, err := embedding.New([]string{"good", "bad"}, [][]float32{{2.5}, {-2.5}})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The strongest word of a clause decides.
func TestReadKeepsTheStrongest(t *testing.T) {
	t.Parallel()
	n := network.New(shape())
	n.Filter[0][0] = 1                  // the value of the vector, for single words
	n.Output[0] = 1                     // straight to the aspect
	words := []network.Word{{}, {}, {}} // good bad | bad
	for i, w := range []string{"good", "bad", "bad"} {
		words[i].Word = table(t).Lookup(w)
	}
	got := network.NewReader(n, table(t)).Read(words, []token.Span{{First: 0, Last: 2}, {First: 2, Last: 3}}, heard)
	for clause, want := range []float64{math.Tanh(1), 0} { // 2.5 by the scale of vectors
		if score := got.Detection(clause, 0); math.Abs(score-want) > 1e-5 {
			t.Errorf("clause %d has the score %g, want %g", clause, score, want)
		}
	}
}

func TestRemembersInBothDirections(t *testing.T) {
	t.Parallel()
	for direction, want := range map[int][]float64{
		network.Forward:  {0, 0.5, 0.25}, // half of a candidate, then half of what was remembered
		network.Backward: {0.25, 0.5, 0},
	} {
		n := network.New(shape())
		n.Filter[0][0], n.Summary[0] = 1e3, 1e3 // 1 for the good word, 0 for nothing
		n.Units[direction].New[network.Candidate] = 1e3
		n.Output[n.Pooled()+direction] = 1
		words := []network.Word{{}, {Word: table(t).Lookup("good")}, {}}
		got := network.NewReader(n, table(t)).Read(words, []token.Span{{First: 0, Last: 1}, {First: 1, Last: 2}, {First: 2, Last: 3}}, heard)
		for clause, want := range want {
			if score := got.Detection(clause, 0); math.Abs(score-want) > 1e-5 {
				t.Errorf("direction %d, clause %d: the score is %g, want %g", direction, clause, score, want)
			}
		}
	}
}

func TestIgnoredClausesLeaveNoTrace(t *testing.T) {
	t.Parallel()
	n := network.New(shape())
	for i := range n.Weights {
		n.Weights[i] = 0.5
	}
	words := make([]network.Word, 4)
	for i, w := range []string{"good", "bad", "bad", "good"} {
		words[i].Word = table(t).Lookup(w)
	}
	r, spans := network.NewReader(n, table(t)), []token.Span{{First: 0, Last: 1}, {First: 1, Last: 3}, {First: 3, Last: 4}}
	got := r.Read(words, spans, func(clause int) bool { return clause == 1 })
	want := r.Read(slices.Delete(slices.Clone(words), 1, 3), []token.Span{{First: 0, Last: 1}, {First: 1, Last: 2}}, heard)
	for clause, alone := range map[int]int{0: 0, 2: 1} {
		if got, want := got.Detection(clause, 0), want.Detection(alone, 0); got != want {
			t.Errorf("clause %d has the score %g beside an ignored one, %g without", clause, got, want)
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
	got := network.NewReader(n, table(t)).Read(words, []token.Span{{First: 0, Last: 1}, {First: 1, Last: 2}}, heard)
	if first, second := got.Detection(0, 0), got.Detection(1, 0); first != 0 || second <= 0.5 {
		t.Errorf("scores %g and %g, want 0 and tanh 1", first, second)
	}
}

func TestPolarityAddsTheAspect(t *testing.T) {
	t.Parallel()
	n := network.New(network.Shape{Aspects: 2, Dimensions: 1, Filters: 1, Memory: 1})
	copy(n.OutputBias, []float32{0, 0, 1, 2, 3, 10, 20, 30, 100, 200, 300})
	got := network.NewReader(n, table(t)).Read([]network.Word{{}}, []token.Span{{First: 0, Last: 1}}, heard)
	if diff := cmp.Diff([network.Polarities]float64{101, 202, 303}, got.Polarity(0, 1)); diff != "" {
		t.Errorf("of an aspect (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff([network.Polarities]float64{1, 2, 3}, got.Polarity(0, -1)); diff != "" {
		t.Errorf("of anything (-want +got)\n%s", diff)
	}
}

// What packing rounds away is at most one part in 32.
func TestPackedWeightsAreRounded(t *testing.T) {
	t.Parallel()
	n := network.New(shape())
	for i := range n.Weights {
		n.Weights[i] = -1 - float32(i)/100
	}
	got, _, _ := network.Unpack(n.Shape, n.Packed())
	for i, want := range n.Weights {
		if w := got.Weights[i]; math.Abs(float64(w/want)-1) > 1./32 {
			t.Errorf("weight %g is read as %g", want, w)
		}
	}
}

func TestUnpackReadsPacked(t *testing.T) {
	t.Parallel()
	n := network.New(shape())
	for i := range n.Weights {
		n.Weights[i] = float32(i%32) / 4 // as exact in four bits as in 23
	}
	got, rest, ok := network.Unpack(n.Shape, append(n.Packed(), "behind"...))
	if !ok || string(rest) != "behind" {
		t.Fatalf("ok %t, %q is left", ok, rest)
	}
	if diff := cmp.Diff(n, got); diff != "" {
		t.Errorf("network (-want +got)\n%s", diff)
	}
	n.Weights[0] = float32(math.NaN())
	if _, _, ok := network.Unpack(n.Shape, n.Packed()); ok {
		t.Error("a weight that is no number is accepted")
	}
	n.Weights[0] = 1e30
	if _, _, ok := network.Unpack(n.Shape, n.Packed()); ok {
		t.Error("a weight that makes sums overflow is accepted")
	}
	if _, _, ok := network.Unpack(n.Shape, n.Packed()[2:]); ok {
		t.Error("a weight too few is accepted")
	}
	for _, s := range []network.Shape{{Aspects: 1 << 60}, {Aspects: 1, Dimensions: 1, Filters: 1, Memory: 1 << 60}, {Aspects: 1, Dimensions: 1, Filters: 1, Memory: -1}} {
		if _, _, ok := network.Unpack(s, nil); ok {
			t.Errorf("a shape beyond all bounds is accepted: %+v", s)
		}
	}
}

func TestDotsAreThoseOfEachRow(t *testing.T) {
	t.Parallel()
	rows := make([]float32, 40)
	for i := range rows {
		rows[i] = float32(i * i % 7)
	}
	values, got := []float32{1, -2, 3}, slices.Repeat([]float32{float32(math.NaN())}, 6)
	network.Dots(got, rows, 7, values)
	for i, dot := range got { // exactly the same, because small whole numbers are added without rounding
		row := rows[i*7:]
		want := row[0] - 2*row[1] + 3*row[2]
		if one := network.Dot(values, row); dot != want || one != want {
			t.Errorf("row %d: %g, and %g by itself, want %g", i, dot, one, want)
		}
	}
}

// The formulas of a gated recurrent unit, in plain numbers.
func TestUnit(t *testing.T) {
	t.Parallel()
	n := network.New(shape())
	u := n.Units[network.Forward]
	copy(u.New, []float32{0.3, -0.7, 1.1})
	copy(u.Old, []float32{-2, 1.5, 0.9})
	copy(u.Bias, []float32{0.2, 0.4, -0.6})
	logistic := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	state := 0.0
	moments := network.NewMoments(n.Shape, 2)
	n.Recall(network.Forward, [][]float32{{0.8}, {-0.5}}, moments)
	for i, m := range moments {
		summary := []float64{0.8, -0.5}[i]
		reset := logistic(0.2 + 0.3*summary - 2*state)
		update := logistic(0.4 - 0.7*summary + 1.5*state)
		candidate := math.Tanh(-0.6 + 1.1*summary + reset*0.9*state)
		state = update*state + (1-update)*candidate
		if math.Abs(float64(m.State[0])-state) > 1e-6 {
			t.Errorf("after clause %d %g is remembered, want %g", i, m.State[0], state)
		}
	}
}

func TestSquashIsTheHyperbolicTangent(t *testing.T) {
	t.Parallel()
	for x := -9.0; x < 9; x += 1. / 512 {
		got, want := float64(network.Squash(float32(x))), math.Tanh(x)
		if math.Abs(got-want) > 2e-4 || math.Abs(got) > 1 {
			t.Errorf("Squash(%g) is %g, want %g", x, got, want)
		}
	}
}
