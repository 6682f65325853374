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
	denials       float64 // how many words deny something,
	turns         float64 // and how many turn to the other side
	questions     float64
	exclamations  float64
	praised       float64 // how many aspects are praised,
	blamed        float64 // and how many are blamed; one may be both
}

// toneOf is what the judgements of aspects tell.
func toneOf(aspects []review.AspectMention) tone {
	var t tone
	for _, m := range aspects {
		if m.Sentiment != review.Negative {
			t.praised++
		}
		if m.Sentiment != review.Positive {
			t.blamed++
		}
	}
	return t
}

// scores are how much speaks for each verdict, against that of a content
// customer. The weights were chosen on reviews with stars.
func (t tone) scores() []float64 {
	odds := t.odds / math.Sqrt(max(t.clauses, 1))
	words := (t.praise - t.blame) / (t.praise + t.blame + 2)
	return []float64{
		model.Negative: -2.5 - 1.15*odds - 1.15*words - math.Tanh(t.overall) + 0.95*math.Log1p(t.blaming) +
			0.55*math.Log1p(t.denials) + 0.6*math.Log1p(t.questions) + 0.3*math.Log1p(t.exclamations) + 0.2*math.Log1p(t.blamed),
		model.Neutral:  -1.1 - 1.2*odds + 1.2*math.Log1p(t.turns) + 0.8*math.Log1p(min(t.praised, t.blamed)),
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
		p := model.Softmax(a.reader.Polarity(in, i, weighing.Whole))
		t.clauses++
		t.odds += math.Log((p[model.Positive] + smoothing) / (p[model.Negative] + smoothing))
		t.blaming += p[model.Negative]
		o := in.OpinionIn(i)
		t.praise, t.blame = t.praise+o.Praise, t.blame+o.Blame
		t.overall += a.overall(in.Reading, i)
		for at := span.First; at < span.Last; at++ {
			t.add(in.Tokens[at])
		}
	}
	return t
}

// turning are words that turn to the other side.
const turning = " but however although though except "

// add counts a word or a mark of punctuation.
func (t *tone) add(word token.Token) {
	switch {
	case word.Text == "?":
		t.questions++
	case word.Text == "!":
		t.exclamations++
	case token.Negates(word.Folded):
		t.denials++
	case strings.Contains(turning, " "+word.Folded+" "):
		t.turns++
	}
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
