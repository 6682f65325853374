package analysis

import (
	"math"

	"github.com/reviewdata/reviewdata/pkg/insights/feature"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// verdict is what a review thinks of the business as a whole. The stars are the
// customer's own verdict; the words stand in where there are none.
func verdict(in *feature.Reading, rating int, assessed bool) (review.Sentiment, float64) {
	if rating > 0 {
		return ofStars(rating)
	}
	if !assessed {
		return review.Neutral, 0
	}
	score := round2(tone(in))
	switch {
	case score > neutralTone:
		return review.Positive, score
	case score < -neutralTone:
		return review.Negative, score
	default:
		return review.Neutral, score
	}
}

func ofStars(rating int) (review.Sentiment, float64) {
	score := float64(rating-3) / 2
	switch {
	case rating > 3:
		return review.Positive, score
	case rating < 3:
		return review.Negative, score
	default:
		return review.Neutral, score
	}
}

// neutralTone is how far from zero the tone of a text is of no sentiment.
const neutralTone = 0.1

// tone sums up the opinions of all words, from -1 to 1.
func tone(in *feature.Reading) float64 {
	sum := 0.0
	for i := range in.Text.Clauses {
		sum += in.OpinionIn(i).Sum()
	}
	return math.Tanh(sum / 6)
}
