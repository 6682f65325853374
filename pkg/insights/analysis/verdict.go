package analysis

import (
	"math"

	"github.com/reviewdata/reviewdata/pkg/insights/feature"
	"github.com/reviewdata/reviewdata/pkg/insights/model"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// verdict is what a review thinks of the business as a whole. The stars are the
// customer's own verdict; the words stand in where there are none.
func (a *Analyser) verdict(in *feature.Reading, rating int) (review.Sentiment, float64) {
	if rating > 0 {
		return ofStars(rating)
	}
	tone := a.tone(in)
	score := round2(math.Tanh(tone / toneScale))
	switch {
	case tone > praiseFrom:
		return review.Positive, score
	case tone < blameFrom:
		return review.Negative, score
	default:
		return review.Neutral, score
	}
}

// ofStars is the verdict of stars, of which 0 are none.
func ofStars(rating int) (review.Sentiment, float64) {
	if rating == 0 {
		return review.Neutral, 0
	}
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

// How the words of a whole review are weighed; chosen on reviews with stars.
const (
	toneBase    = 1.06
	toneLexicon = 1.41 // praise against blame in single words
	toneOverall = 1.23 // phrases for and against the business as a whole
	toneLast    = 0.13 // the last clause
	toneClause  = 1.37 // the clauses on average
	toneLength  = 0.49 // who is content says so in few words
	toneScale   = 3.0
	// Between these a text is of no sentiment.
	blameFrom  = -0.8
	praiseFrom = 0.6
)

// tone weighs the words of a whole review: above zero they praise.
func (a *Analyser) tone(in *feature.Reading) float64 {
	var praise, blame, odds, last, overall float64
	n := 0.0
	for i := range in.Clauses {
		if in.Ignored(i) {
			continue
		}
		n++
		p := model.Softmax(a.model.Polarity.Scores(a.reader.Polarity(in, i, "")))
		last = p[model.Positive] - p[model.Negative]
		odds += math.Log((p[model.Positive] + smoothing) / (p[model.Negative] + smoothing))
		o := in.OpinionIn(i)
		praise, blame = praise+o.Praise, blame+o.Blame
		overall += a.overall(in, i)
	}
	n = max(n, 1)
	return toneBase + toneLexicon*(praise-blame)/(praise+blame+2) + toneOverall*math.Tanh(overall) +
		toneLast*last + toneClause*odds/n - toneLength*math.Log(n)
}

// smoothing bounds what one clause can say.
const smoothing = 0.02

// overall counts the phrases for the business as a whole less those against it.
func (a *Analyser) overall(in *feature.Reading, clause int) float64 {
	n := 0.0
	for _, h := range in.HitsIn(clause) {
		if h.Subject != len(a.taxonomy.Aspects)+len(a.taxonomy.Problems) {
			continue
		}
		switch h.Kind {
		case feature.Praise:
			n++
		case feature.Blame:
			n--
		default:
		}
	}
	return n
}
