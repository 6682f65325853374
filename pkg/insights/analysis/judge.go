package analysis

import (
	"math"

	"github.com/reviewdata/reviewdata/pkg/insights/feature"
	"github.com/reviewdata/reviewdata/pkg/insights/model"
	"github.com/reviewdata/reviewdata/pkg/insights/network"
	"github.com/reviewdata/reviewdata/pkg/insights/token"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// How sure the detectors must be that a clause judges an aspect, as log odds:
// at least, and how much less with a seed that only names the aspect, and with
// one that judges it.
const (
	sure       = -0.7
	sureNamed  = 0.45
	sureJudged = 1.2
	margin     = 2.5 // how far behind the likeliest aspect of the clause another may be
)

// polarityShare is the part of the network in the judgement of an aspect.
const polarityShare = 0.35

// clear is how far a judgement must be from neutral to be published.
const clear = 0.2

// clauses is a text as both kinds of models see it.
type clauses struct {
	*feature.Reading

	network *network.Text
}

// judge finds what the clauses say about the aspects.
func (a *Analyser) judge(out *Analysis, in clauses, rating int) {
	broken := circumstances(in.Reading, rating)
	for i := range in.Clauses {
		if in.Ignored(i) || broken[i] {
			continue
		}
		odds := a.detections(in, i)
		least := sure - mostOdds
		for _, o := range odds {
			least = max(least, o-margin)
		}
		for aspect, o := range odds {
			if o >= least {
				a.mention(out, in, i, aspect, rating, o)
			}
		}
	}
	a.sumUp(out)
}

// detections are how likely a clause judges each aspect, as log odds.
func (a *Analyser) detections(in clauses, clause int) []float64 {
	scores := a.model.Detector.Scores(a.reader.Detection(in.Reading, clause))
	out := make([]float64, len(a.taxonomy.Aspects))
	for aspect := range out {
		out[aspect] = a.detection(in, clause, aspect, scores)
	}
	return out
}

// detection is how likely a clause judges an aspect.
func (a *Analyser) detection(in clauses, clause, aspect int, scores []float64) float64 {
	help, named := 0.0, false
	for _, h := range in.HitsIn(clause) {
		switch {
		case h.Subject != aspect:
		case h.Kind == feature.About:
			help, named = max(help, sureNamed), true
		default:
			help, named = sureJudged, true
		}
	}
	switch class := a.classes[aspect]; {
	case class >= 0:
		return help + (scores[class]+in.network.Detection(clause, class))/2
	case named:
		return -sure
	default:
		return math.Inf(-1)
	}
}

// polarity is how a clause judges an aspect, as the scores of the classes of the
// polarity model.
func (a *Analyser) polarity(in clauses, clause int, aspect string, class int) []float64 {
	scores := a.model.Polarity.Scores(a.reader.Polarity(in.Reading, clause, aspect))
	for p, score := range in.network.Polarity(clause, class) {
		scores[p] += polarityShare * (score - scores[p])
	}
	return scores
}

// mention judges what a clause says about an aspect.
func (a *Analyser) mention(out *Analysis, in clauses, clause, aspect, rating int, odds float64) {
	id := a.taxonomy.Aspects[aspect].ID
	scores := a.polarity(in, clause, id, a.classes[aspect])
	prior := starPrior(rating) + seedPrior(in.Reading, clause, aspect)
	scores[model.Positive] += prior
	scores[model.Negative] -= prior
	p := model.Softmax(scores)
	score := p[model.Positive] - p[model.Negative]
	if odds+starOdds(rating, score > 0) < sure {
		return
	}
	if math.Abs(score) < clear {
		out.Unclear = append(out.Unclear, id)
		return
	}
	m := Mention{Aspect: id, Sentiment: review.Positive, Score: round2(score)}
	if score < 0 {
		m.Sentiment = review.Negative
	}
	m.Quote, m.Start, m.End = quote(in.Reading, a.span(in.Reading, clause, aspect))
	out.Mentions = append(out.Mentions, m)
}

// span is the clause, with the words before it that a seed in it needs.
func (a *Analyser) span(in *feature.Reading, clause, aspect int) token.Span {
	out := in.Clauses[clause]
	for _, h := range in.HitsIn(clause) {
		if h.Subject == aspect {
			out.First = min(out.First, h.First)
		}
	}
	return out
}

// quote returns a span as evidence, in code points.
func quote(in *feature.Reading, s token.Span) (text string, start, end int) {
	text, start, end = in.Slice(s)
	return text, in.Runes(start), in.Runes(end)
}

func round2(x float64) float64 { return math.Round(x*100) / 100 }
