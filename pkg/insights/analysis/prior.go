package analysis

import (
	"github.com/reviewdata/reviewdata/pkg/insights/feature"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// starPrior is what the stars tell about every statement, in units of a log
// odds: enough to decide where the words do not, too little to overrule them
// where they do.
func starPrior(rating int) float64 {
	return [review.MaxRating + 1]float64{0, -0.9, -0.6, -0.15, 0.3, 0.6}[rating]
}

// starOdds is what the stars tell about a judgement being there at all, as log
// odds: who gives five stars hardly blames anything, and who gives one blames
// something. A clear judgement overrules them.
func starOdds(rating int, praise bool) float64 {
	if praise {
		return [review.MaxRating + 1]float64{0, -0.4, -0.25, 0, 0.15, mostOdds}[rating]
	}
	return [review.MaxRating + 1]float64{-0.1, 0.3, 0.15, -0.05, -0.8, -1.5}[rating]
}

// mostOdds is the most that starOdds adds.
const mostOdds = 0.25

// seedWeight is what a seed that judges tells, in the same units.
const seedWeight = 0.4

func seedPrior(in *feature.Reading, clause, aspect int) float64 {
	sum := 0.0
	for _, h := range in.HitsIn(clause) {
		switch {
		case h.Subject != aspect:
		case h.Kind == feature.Praise:
			sum = seedWeight
		case h.Kind == feature.Blame:
			return -seedWeight
		}
	}
	return sum
}
