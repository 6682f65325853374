package training

import (
	"math"
	"testing"

	"github.com/reviewdata/reviewdata/pkg/insights/model"
)

func TestClassOfASentence(t *testing.T) {
	t.Parallel()
	s := Sentence{Labels: []Label{
		{Aspect: "value", Polarity: "positive"},
		{Aspect: "speed", Polarity: "negative"},
		{Aspect: "quality", Polarity: "positive"},
		{Aspect: "quality", Polarity: "negative"},
	}}
	for aspect, want := range map[string]int{
		"value": model.Positive, "speed": model.Negative, "quality": model.Neutral, "honesty": model.None,
	} {
		if got := s.class(aspect); got != want {
			t.Errorf("%s is of class %d, want %d", aspect, got, want)
		}
	}
}

// Where examples contradict what the clues seem to say, the examples win.
func TestJudgeLearns(t *testing.T) {
	t.Parallel()
	praise := [model.Measures]float64{0: 1, 1: 0.6, 2: -1}
	class := func(j model.Judge) int {
		best, scores := 0, j.Scores(model.TermsOf(praise))
		for i, s := range scores {
			if s > scores[best] {
				best = i
			}
		}
		return best
	}
	if got := class(unlearned()); got != model.Positive {
		t.Fatalf("before learning, praise is of class %d", got)
	}
	var examples []example
	for range 200 {
		examples = append(examples, example{praise, model.Negative}, example{[model.Measures]float64{0: 1, 1: -1, 2: 0.6}, model.None})
	}
	if got := class(judge(examples)); got != model.Negative {
		t.Errorf("after 200 examples of blame it is of class %d", got)
	}
}

// One measure may turn what another tells: neither decides by itself.
func TestJudgeLearnsProducts(t *testing.T) {
	t.Parallel()
	var examples []example
	for range 200 {
		for _, sign := range []float64{-1, 1} {
			examples = append(examples,
				example{[model.Measures]float64{0: 1, 3: sign, 10: sign}, model.Negative},
				example{[model.Measures]float64{0: 1, 3: sign, 10: -sign}, model.Positive})
		}
	}
	j := judge(examples)
	for class := range j {
		for i, w := range j[class] {
			if math.Abs(w*judgeSteps-math.Round(w*judgeSteps)) > 1e-6 {
				t.Errorf("weight %d of class %d is %g, want whole steps", i, class, w)
			}
		}
	}
	for _, e := range examples[:4] {
		if p := model.Softmax(j.Scores(model.TermsOf(e.measures))); p[e.class] < 0.9 {
			t.Errorf("%v is of class %d by %.2f, want nearly 1", e.measures, e.class, p[e.class])
		}
	}
}
