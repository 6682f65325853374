package training

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reviewdata/reviewdata/pkg/insights/embedding"
	"github.com/reviewdata/reviewdata/pkg/insights/network"
)

// The first step against a gradient is as large as the rate, each further one
// smaller; what has no gradient stays where it is.
func TestTuningStepsAgainstTheGradient(t *testing.T) {
	t.Parallel()
	from, err := embedding.New([]string{"good", "bad"}, [][]float32{{1, 1}, {1, 1}})
	if err != nil {
		t.Fatal(err)
	}
	words := newTuning(from)
	good := network.Word{Word: from.Lookup("good")}
	want := []float32{1, 1, 1, 1}
	for step := range 3 {
		words.add(good, []float32{2, -0.5})
		words.step(0.5, 4)
		move := float32(0.5 * vectorRate / math.Sqrt(float64(step+1)))
		want[0] -= move
		want[1] += move
		if diff := cmp.Diff(want, words.values, cmpopts.EquateApprox(0, 1e-5)); diff != "" {
			t.Fatalf("after step %d (-want +got)\n%s", step+1, diff)
		}
		if len(words.rows) != 0 || slices.Max(words.gradients) != 0 || slices.Min(words.gradients) != 0 {
			t.Fatalf("step %d leaves gradients behind: %v", step+1, words.gradients)
		}
	}
}
