package model_test

import (
	"testing"

	"github.com/reviewdata/reviewdata/pkg/insights/model"
)

func TestLoad(t *testing.T) {
	t.Parallel()
	m, err := model.Load()
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Aspects) < 12 || m.Detector.Classes != len(m.Aspects) || m.Polarity.Classes != model.Polarities {
		t.Errorf("the embedded model knows %v", m.Aspects)
	}
	for _, word := range []string{"plumber", "rude", "overpriced", "wasn't", ",", "shoddy"} {
		if m.Words().Lookup(word).Parts == 0 {
			t.Errorf("%q has no vector", word)
		}
	}
}
