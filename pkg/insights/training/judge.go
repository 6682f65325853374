package training

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/reviewdata/reviewdata/pkg/insights/model"
	"github.com/reviewdata/reviewdata/pkg/insights/taxonomy"
	"github.com/reviewdata/reviewdata/pkg/insights/weighing"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// heldOutOf is of how many sentences one is held out: judging is learned from those
// that are reviews. The models that read them have not learned from them: of what
// they have learned from they are surer than they will ever be again.
const heldOutOf = 5

// example is what is measured of the clues of an aspect, and the class of the
// judgement that the review really makes.
type example struct {
	measures [model.Measures]float64
	class    int
}

// examples are those of the whole reviews that are held out.
func (c Corpus) examples(ctx context.Context, aspects []string) ([]example, error) {
	others, held := c, []Sentence(nil)
	others.Sentences = nil
	for i, s := range c.Sentences {
		if i%heldOutOf == 0 && s.Rating > 0 {
			held = append(held, s)
		} else {
			others.Sentences = append(others.Sentences, s)
		}
	}
	if len(held) == 0 {
		return nil, nil
	}
	s, err := others.samples(aspects)
	if err != nil {
		return nil, err
	}
	m, err := s.fit(ctx)
	if err != nil {
		return nil, err
	}
	readers := map[string]*judging{} // by vertical
	var out []example
	for _, s := range held {
		r := readers[s.Vertical]
		if r == nil {
			if r, err = newJudging(s.Vertical, m); err != nil {
				return nil, err
			}
			readers[s.Vertical] = r
		}
		out = append(out, r.examples(s)...)
	}
	return out, nil
}

// judging reads the reviews of one vertical.
type judging struct {
	*weighing.Reader
	aspects []taxonomy.Subject
}

func newJudging(vertical string, m *model.Model) (*judging, error) {
	t, err := taxonomy.For(&review.Business{Vertical: vertical})
	if err != nil {
		return nil, err
	}
	r, err := weighing.NewReader(t, m)
	return &judging{r, t.Aspects}, err
}

// examples are those of one review, read with its stars and without.
func (j *judging) examples(s Sentence) []example {
	var out []example
	in := j.Read(j.Parse(s.Text))
	for _, rating := range []int{s.Rating, 0} {
		setting := weighing.Setting{Clauses: in.Told(), Rating: rating}
		byAspect := make([][]weighing.Clue, len(j.aspects))
		for _, clue := range j.Clues(in, rating) {
			byAspect[clue.Aspect] = append(byAspect[clue.Aspect], clue)
		}
		for aspect, clues := range byAspect {
			if len(clues) > 0 {
				out = append(out, example{weighing.Measure(clues, setting), s.class(j.aspects[aspect].ID)})
			}
		}
	}
	return out
}

// class is that of how a sentence judges an aspect in all.
func (s Sentence) class(aspect string) int {
	out := model.None
	for _, l := range s.Labels {
		class := slices.Index(polarities(), l.Polarity)
		switch {
		case l.Aspect != aspect:
		case out == model.None:
			out = class
		case out != class:
			out = model.Neutral
		}
	}
	return out
}

// How judging is learned. What the weights are on average during the last runs depends
// less on the examples that happen to come last (Polyak and Juditsky 1992).
const (
	judgeRuns     = 20 // over all examples
	judgeLastRuns = 5
	judgeRate     = 0.1
)

// unlearned judges as the clues say. Learning begins with it.
func unlearned() model.Judge {
	return model.Judge{
		model.Negative: {0, -2, 2},
		model.Neutral:  {-1, 2, 2},
		model.Positive: {0, 2, -2},
		model.None:     {0, -2, -2},
	}
}

// judge fits a logistic regression to the terms of the measures, by stochastic
// gradient descent with a rate per weight (AdaGrad).
func judge(from []example) model.Judge {
	j, squares, mean := unlearned(), model.Judge{}, model.Judge{}
	rng := rand.New(rand.NewPCG(seed, seed)) //nolint:gosec // a shuffle that must come out the same each time
	averaged := 0.0
	for run := range judgeRuns {
		for _, i := range rng.Perm(len(from)) {
			judgeStep(&j, &squares, from[i])
			if run >= judgeRuns-judgeLastRuns {
				averaged++
				approach(&mean, &j, 1/averaged)
			}
		}
	}
	if averaged == 0 {
		return j
	}
	for class := range mean {
		for k, w := range mean[class] {
			mean[class][k] = math.Round(w*judgeSteps) / judgeSteps
		}
	}
	return mean
}

// judgeStep moves the weights against the gradient of one example.
func judgeStep(j, squares *model.Judge, from example) {
	terms := model.TermsOf(from.measures)
	for class, p := range model.Softmax(j.Scores(terms)) {
		if class == from.class {
			p--
		}
		for k, term := range terms {
			g := float64(p * term)
			squares[class][k] += float64(g * g)
			j[class][k] -= float64(judgeRate * g / (math.Sqrt(squares[class][k]) + tiny))
		}
	}
}

// approach moves weights towards others by a share of the way.
func approach(j, to *model.Judge, share float64) {
	for class := range j {
		for k, w := range to[class] {
			j[class][k] += float64(share * (w - j[class][k]))
		}
	}
}

// judgeSteps is how many steps the weights of a judge have between whole numbers.
const judgeSteps = 1e4
