package weighing

import (
	"cmp"
	"math"

	"github.com/reviewdata/reviewdata/pkg/insights/model"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// nearly keeps odds finite, and faint clues from telling much.
const nearly = 0.03

// Setting is what is known of the whole review in which clues were found.
type Setting struct {
	Clauses int // without those that are ignored
	// Rating is in stars, 0 for none. It is known only while judging is learned, so
	// that what the stars explain is not put down to the words; who judges by it
	// misses the complaints of content customers.
	Rating int
}

// What the measures are divided by, so that they are about as large as each
// other.
const (
	oddsScale  = 3.5
	leadScale  = 6
	countScale = 3
	toneScale  = 4
)

// Measure measures the clues of one aspect, of which there is at least one: what
// all of them say together, and what the likeliest is like.
func Measure(clues []Clue, in Setting) [model.Measures]float64 {
	unpraised, unblamed, best := 1.0, 1.0, clues[0]
	noPraise, noBlame := 1.0, 1.0 // of the networks' votes
	var seeds [JudgingSeed + 1]float64
	for _, c := range clues {
		seeds[c.Seed] = 1
		unpraised *= 1 - c.Praise()
		unblamed *= 1 - c.Blame()
		noPraise *= 1 - float64(c.Vote.Judges*c.Vote.Praise)
		noBlame *= 1 - float64(c.Vote.Judges*c.Vote.Blame)
		if c.likelier(best) {
			best = c
		}
	}
	clauses := max(in.Clauses, 1)
	return [model.Measures]float64{
		1,
		logOdds(unpraised) / oddsScale,
		logOdds(unblamed) / oddsScale,
		logOdds(noPraise) / oddsScale,
		logOdds(noBlame) / oddsScale,
		best.Lead / leadScale,
		math.Log1p(float64(best.Length)) / countScale,
		math.Log(float64(clauses)) / countScale,
		seeds[NamingSeed],
		seeds[JudgingSeed],
		best.Tone / toneScale,
		min(float64(best.Clause)/float64(clauses), 1), // of all clauses, which are more where some are ignored
		stars(in.Rating),
	}
}

// likelier reports whether a clue is more likely than another or, if they are alike,
// comes first: in whatever order clues are looked at, one of them is the likeliest.
func (c Clue) likelier(than Clue) bool {
	return cmp.Or(cmp.Compare(c.Odds, than.Odds), cmp.Compare(c.Lead, than.Lead), cmp.Compare(c.Length, than.Length),
		cmp.Compare(than.Clause, c.Clause), cmp.Compare(c.Tone, than.Tone)) > 0
}

// logOdds are those of what is not so by a share.
func logOdds(not float64) float64 { return math.Log((1 - not + nearly) / (not + nearly)) }

// stars are a rating from -1 to 1; none is in the middle.
func stars(rating int) float64 {
	const middle = (1 + review.MaxRating) / 2
	if rating == 0 {
		return 0
	}
	return float64(rating-middle) / (review.MaxRating - middle)
}

// Judgement is how likely a review judges an aspect in each way: the classes of
// the polarity model, of which Neutral stands for praise and blame alike, and
// what is left for not judging it.
type Judgement [model.Polarities]float64

// Judge weighs the clues of one aspect, of which there is at least one, in a review
// of a number of clauses. It is not told the stars.
func (r *Reader) Judge(clues []Clue, clauses int) Judgement {
	measures := Measure(clues, Setting{Clauses: clauses})
	return Judgement(model.Softmax(r.model.Judge.Scores(model.TermsOf(measures)))[:model.Polarities])
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
