package network_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/insights/network"
	"github.com/reviewdata/reviewdata/pkg/insights/token"
)

// Each network hears something else; what counts is the mean.
func TestEnsembleTakesTheMean(t *testing.T) {
	t.Parallel()
	var e network.Ensemble
	for _, biases := range [][]float32{{1, 0, 2, 4, 10, 20, 30}, {3, 0, 4, 0, 20, 40, 30}} {
		n := network.New(shape())
		copy(n.OutputBias, biases)
		e = append(e, network.NewReader(n, table(t)))
	}
	got := e.Read([]network.Word{{}}, []token.Span{{First: 0, Last: 1}}, heard)
	if score := got.Detection(0, 0); score != 2 {
		t.Errorf("the clause judges the aspect with %g, want 2", score)
	}
	if diff := cmp.Diff([network.Polarities]float64{0, 3, 2}, got.Polarity(0, -1)); diff != "" {
		t.Errorf("it judges anything (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff([network.Polarities]float64{15, 33, 32}, got.Polarity(0, 0)); diff != "" {
		t.Errorf("it judges the aspect (-want +got)\n%s", diff)
	}
}

// A clause that is ignored tells none of the networks anything of the others.
func TestEnsembleIgnores(t *testing.T) {
	t.Parallel()
	remembering := shape()
	remembering.Memory = 2
	n := network.New(remembering)
	for i := range n.Weights {
		n.Weights[i] = float32(i%7-3) / 4
	}
	r := network.NewReader(n, table(t))
	words := []network.Word{{General: 1}, {Opinion: -2}}
	clauses := []token.Span{{First: 0, Last: 1}, {First: 1, Last: 2}}
	second := func(clause int) bool { return clause == 1 }
	got, want := network.Ensemble{r}.Read(words, clauses, second), r.Read(words, clauses, second)
	if got.Detection(0, 0) != want.Detection(0, 0) {
		t.Errorf("the first clause scores %g, and %g read alone", got.Detection(0, 0), want.Detection(0, 0))
	}
	if all := r.Read(words, clauses, heard); all.Detection(0, 0) == want.Detection(0, 0) {
		t.Error("what is ignored makes no difference here, so that this test proves nothing")
	}
}
