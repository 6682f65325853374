package analysis

import (
	"math"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/insights/feature"
	"github.com/reviewdata/reviewdata/pkg/insights/model"
	"github.com/reviewdata/reviewdata/pkg/insights/token"
	"github.com/reviewdata/reviewdata/pkg/insights/weighing"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// verdict is what a review thinks of the business as a whole. The stars are the
// customer's own verdict; the words stand in where there are none.
func (a *Analyser) verdict(in weighing.Text, aspects []review.AspectMention, rating int) (review.Sentiment, float64) {
	if rating > 0 {
		return ofStars(rating)
	}
	p := model.Softmax(a.tone(in, aspects).scores())
	score := round2(p[model.Positive] - p[model.Negative])
	switch max(p[model.Positive], p[model.Neutral], p[model.Negative]) {
	case p[model.Positive]:
		return review.Positive, score
	case p[model.Negative]:
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

// tone is what the words of a whole review have that tells content customers
// from others.
type tone struct {
	clauses       float64
	odds          float64 // of praise against blame, as logarithms, over all clauses
	blaming       float64 // how many clauses probably blame
	praise, blame float64 // the strengths of single words
	overall       float64 // phrases for the business as a whole, less those against it
	turns         float64 // how many words turn to the other side
	praised       float64 // how clearly aspects are praised, in all,
	blamed        float64 // and how clearly they are blamed
}

// toneOf is what the judgements of aspects tell.
func toneOf(aspects []review.AspectMention) tone {
	var t tone
	for _, m := range aspects {
		t.praised += max(m.Score, 0)
		t.blamed += max(-m.Score, 0)
	}
	return t
}

// scores are how much speaks for each verdict, against that of a content
// customer. The weights are those of a logistic regression on reviews with
// stars, most of them long and content, and on short statements, rounded.
func (t tone) scores() []float64 {
	clauses := max(t.clauses, 1)
	sum, mean := t.odds/math.Sqrt(clauses), t.odds/clauses
	words := (t.praise - t.blame) / (t.praise + t.blame + 2)
	aspects := (t.praised - t.blamed) / (t.praised + t.blamed + 1)
	overall, blaming, turning, short := math.Tanh(t.overall), math.Log1p(t.blaming), math.Log1p(t.turns), 1/clauses
	return []float64{
		model.Negative: -1.75 - 0.55*sum - 0.35*mean - 1.65*words - 1.75*overall - 2.4*aspects + 0.4*blaming + 0.75*short,
		model.Neutral:  0.75 - 0.55*sum - 0.25*mean - 1.2*words - overall - 1.5*aspects - 0.85*blaming + 0.8*turning - 1.4*short,
		model.Positive: 0,
	}
}

// smoothing bounds what one clause can say.
const smoothing = 0.02

func (a *Analyser) tone(in weighing.Text, aspects []review.AspectMention) tone {
	t := toneOf(aspects)
	for i, span := range in.Clauses {
		if in.Ignored(i) {
			continue
		}
		p := a.reader.Whole(in, i)
		t.clauses++
		t.odds += math.Log((p[model.Positive] + smoothing) / (p[model.Negative] + smoothing))
		t.blaming += p[model.Negative]
		o := in.OpinionIn(i)
		t.praise, t.blame = t.praise+o.Praise, t.blame+o.Blame
		t.overall += a.overall(in.Reading, i)
		for at := span.First; at < span.Last; at++ {
			if turns(in.Tokens[at]) {
				t.turns++
			}
		}
	}
	return t
}

// turns reports whether a word turns to the other side.
func turns(word token.Token) bool {
	return strings.Contains(" but however although though except ", " "+word.Folded+" ")
}

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
