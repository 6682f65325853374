package model_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reviewdata/reviewdata/pkg/insights/model"
	"github.com/reviewdata/reviewdata/pkg/insights/network"
)

func small() *model.Model {
	m := &model.Model{Aspects: []string{"quality", "value"}, Detector: model.NewLinear(2, 4), Polarity: model.NewLinear(model.Polarities, 4)}
	for i := range m.Detector.Weights {
		m.Detector.Weights[i] = float32(i-16) / 8
	}
	m.Detector.Weights[0] = 2.5 // 20 steps of an eighth, so that all of them are kept as they are
	m.Polarity.Weights[5] = -3
	m.Judge[model.None][2] = -0.25
	m.Network = network.New(network.Shape{Aspects: 2, Dimensions: 3, Filters: 2, Context: 1})
	for i := range m.Network.Weights {
		m.Network.Weights[i] = float32(i)
	}
	return m
}

func TestEncodeIsReadBack(t *testing.T) {
	t.Parallel()
	want := small()
	encoded, err := model.Encode(want, 4)
	if err != nil {
		t.Fatal(err)
	}
	got, err := model.Decode(encoded)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-6), cmpopts.IgnoreUnexported(model.Model{})); diff != "" {
		t.Errorf("model (-want +got)\n%s", diff)
	}
}

func TestDecodeRefusesAModelThatCannotJudge(t *testing.T) {
	t.Parallel()
	m := small()
	m.Judge = model.Judge{}
	encoded, err := model.Encode(m, 4)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := model.Decode(encoded); err == nil {
		t.Error("a model without weights to judge by is accepted")
	}
}

func TestLoad(t *testing.T) {
	t.Parallel()
	m, err := model.Load()
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Aspects) < 12 || m.Detector.Classes != len(m.Aspects) || m.Polarity.Classes != model.Polarities {
		t.Errorf("the embedded model knows %v", m.Aspects)
	}
}

func FuzzDecode(f *testing.F) {
	encoded, err := model.Encode(small(), 4)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(encoded)
	f.Add(encoded[:len(encoded)/2])
	f.Add([]byte("no model"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if m, err := model.Decode(b); err == nil && len(m.Detector.Of(0)) != len(m.Aspects) {
			t.Errorf("a model of %d aspects has %d weights for a feature", len(m.Aspects), len(m.Detector.Of(0)))
		}
	})
}

func TestSoftmax(t *testing.T) {
	t.Parallel()
	got := model.Softmax([]float64{1000, 1000})
	if got[0] != 0.5 || got[1] != 0.5 || model.Sigmoid(0) != 0.5 {
		t.Errorf("Softmax = %v", got)
	}
}
