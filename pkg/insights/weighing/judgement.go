package weighing

import (
	"cmp"
	"math"

	"github.com/reviewdata/reviewdata/pkg/insights/model"
)

// nearly keeps odds finite, and faint clues from telling much.
const nearly = 0.03

// Measure measures the clues of one aspect, of which there is at least one, in
// a review of a number of clauses.
func Measure(clues []Clue, clauses int) [model.Measures]float64 {
	unpraised, unblamed, best := 1.0, 1.0, clues[0]
	var seeds [JudgingSeed + 1]float64
	for _, c := range clues {
		seeds[c.Seed] = 1
		unpraised *= 1 - c.Praise()
		unblamed *= 1 - c.Blame()
		if cmp.Or(cmp.Compare(c.Odds, best.Odds), cmp.Compare(c.Lead, best.Lead), cmp.Compare(c.Length, best.Length)) > 0 {
			best = c
		}
	}
	return [model.Measures]float64{
		1,
		math.Log((1 - unpraised + nearly) / (unpraised + nearly)),
		math.Log((1 - unblamed + nearly) / (unblamed + nearly)),
		best.Lead,
		math.Log1p(float64(best.Length)),
		math.Log(float64(max(clauses, 1))),
		seeds[NamingSeed],
		seeds[JudgingSeed],
	}
}

// Judgement is how likely a review judges an aspect in each way: the classes of
// the polarity model, of which Neutral stands for praise and blame alike, and
// what is left for not judging it.
type Judgement [model.Polarities]float64

// Judge weighs the clues of one aspect, of which there is at least one.
func (r *Reader) Judge(clues []Clue, clauses int) Judgement {
	return Judgement(model.Softmax(r.model.Judge.Scores(Measure(clues, clauses)))[:model.Polarities])
}

// Spoken is how likely the review judges the aspect in any way.
func (j Judgement) Spoken() float64 { return j[model.Negative] + j[model.Neutral] + j[model.Positive] }

// Likeliest is the way in which it most likely does.
func (j Judgement) Likeliest() int {
	best := model.Positive
	for class, share := range j {
		if share > j[best] {
			best = class
		}
	}
	return best
}
