package model_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reviewdata/reviewdata/pkg/insights/model"
)

// Weights are kept in steps of the greatest; what lies between is rounded.
func TestLinearRoundsToSteps(t *testing.T) {
	t.Parallel()
	m := model.NewLinear(2, []float32{2, -1, 0.06, 0.04}, 20) // steps of a tenth
	if diff := cmp.Diff([]float32{2, -1, 0.1, 0}, m.Values(), cmpopts.EquateApprox(0, 1e-6)); diff != "" {
		t.Errorf("weights (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff([]float64{2.1, -1}, m.Scores([]uint32{0, 1}), cmpopts.EquateApprox(0, 1e-6)); diff != "" {
		t.Errorf("scores (-want +got)\n%s", diff)
	}
}

func TestSoftmax(t *testing.T) {
	t.Parallel()
	got := model.Softmax([]float64{1000, 1000})
	if got[0] != 0.5 || got[1] != 0.5 || model.Sigmoid(0) != 0.5 {
		t.Errorf("Softmax = %v", got)
	}
}
