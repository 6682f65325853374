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
