package quantized_test

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reviewdata/reviewdata/pkg/insights/quantized"
)

func TestRoundToTheNearestStep(t *testing.T) {
	t.Parallel()
	got := quantized.Round([]float32{2, -1, 0.06, 0.04, -0.06, 0, 30, -30}, 0.1)
	want := []float32{2, -1, 0.1, 0, -0.1, 0, 12.7, -12.7} // as far as a byte goes
	if diff := cmp.Diff(want, got.Values(), cmpopts.EquateApprox(0, 1e-5)); diff != "" {
		t.Errorf("numbers (-want +got)\n%s", diff)
	}
}

func TestPackedIsReadBack(t *testing.T) {
	t.Parallel()
	for name, numbers := range map[string][]float32{
		"none":    {},
		"one":     {1},
		"zeros":   make([]float32, 17),
		"few":     {0, 0, 3, 0, 0, 0, 0, 0, -127, 0},
		"no zero": {1, 2, 3, 4, 5, 6, 7, 8, 9},
	} {
		want := quantized.Round(numbers, 1)
		which, others := want.Packed()
		got, rest, ok := quantized.Unpack(slices.Concat(which, others, []byte("behind")), len(numbers))
		if diff := cmp.Diff(want, got); !ok || diff != "" || string(rest) != "behind" {
			t.Errorf("%s: ok %t, rest %q, numbers (-want +got)\n%s", name, ok, rest, diff)
		}
		for n := range len(which) + len(others) {
			if _, _, ok := quantized.Unpack(slices.Concat(which, others)[:n], len(numbers)); ok {
				t.Errorf("%s: %d bytes are accepted", name, n)
			}
		}
	}
}

func TestUnpackRefusesWhatIsNeverPacked(t *testing.T) {
	t.Parallel()
	which, _ := quantized.Numbers{Step: 1, Steps: []int8{1}}.Packed()
	for name, test := range map[string]struct {
		packed []byte
		count  int
	}{
		"a zero that is told to be none": {append(slices.Clone(which), 0), 1},
		"more steps than are rounded to": {append(slices.Clone(which), 0x80), 1},
		"less than none":                 {which, -1},
		"more than there can be":         {which, math.MaxInt},
	} {
		if _, _, ok := quantized.Unpack(test.packed, test.count); ok {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestUnpackRefusesStepsThatAreNone(t *testing.T) {
	t.Parallel()
	for _, step := range []float32{0, -1, float32(math.NaN()), float32(math.Inf(1)), 1e30} {
		which, others := quantized.Numbers{Step: step, Steps: []int8{1, 2}}.Packed()
		if _, _, ok := quantized.Unpack(slices.Concat(which, others), 2); ok {
			t.Errorf("a step of %g is accepted", step)
		}
	}
}
