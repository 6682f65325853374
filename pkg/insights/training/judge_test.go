package training

import (
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
	praise := [model.Measures]float64{0: 1, 1: 2, 2: -3}
	class := func(j model.Judge) int {
		best, scores := 0, j.Scores(praise)
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
		examples = append(examples, example{praise, model.Negative}, example{[model.Measures]float64{0: 1, 1: -3, 2: 2}, model.None})
	}
	if got := class(judge(examples)); got != model.Negative {
		t.Errorf("after 200 examples of blame it is of class %d", got)
	}
}
