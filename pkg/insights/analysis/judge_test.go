package analysis

import (
	"testing"

	"github.com/reviewdata/reviewdata/pkg/insights/model"
)

// What the stars speak against must be surer than what they do not, but for blame with
// four stars hardly so.
func TestLeast(t *testing.T) {
	t.Parallel()
	for rating, want := range map[int][2]float64{ // praise, blame
		0: {sure, sure}, 1: {sureAgainst, sure}, 2: {sureAgainst, sure}, 3: {sure, sure}, 4: {sure, sureBlame}, 5: {sure, sureAgainst},
	} {
		if got := [2]float64{least(model.Positive, rating), least(model.Negative, rating)}; got != want {
			t.Errorf("%d stars: praise and blame from %v, want %v", rating, got, want)
		}
		if got := least(model.Neutral, rating); got != sure {
			t.Errorf("%d stars: both from %v, want %v", rating, got, sure)
		}
	}
}
