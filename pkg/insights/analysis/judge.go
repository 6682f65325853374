package analysis

import (
	"math"

	"github.com/reviewdata/reviewdata/pkg/insights/feature"
	"github.com/reviewdata/reviewdata/pkg/insights/model"
	"github.com/reviewdata/reviewdata/pkg/insights/token"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// How sure the detector must be that a clause speaks about an aspect: without
// a seed, with one that only names the aspect, and with one that judges it.
const (
	sureAlone  = 0.35
	sureNamed  = 0.15
	surePhrase = 0.03
)

// clear is how far a judgement must be from neutral to be published.
const clear = 0.2

// judge finds what the clauses say about the aspects.
func (a *Analyser) judge(out *Analysis, in *feature.Reading, rating int) {
	broken := circumstances(in, rating)
	for i := range in.Clauses {
		if in.Ignored(i) || broken[i] {
			continue
		}
		scores := a.model.Detector.Scores(a.reader.Detection(in, i))
		for aspect := range a.taxonomy.Aspects {
			if a.speaks(in, i, aspect, scores) {
				a.mention(out, in, i, aspect, rating)
			}
		}
	}
	a.sumUp(out)
}

// speaks reports whether a clause speaks about an aspect.
func (a *Analyser) speaks(in *feature.Reading, clause, aspect int, scores []float64) bool {
	named, judged := false, false
	for _, h := range in.HitsIn(clause) {
		if h.Subject == aspect {
			named = true
			judged = judged || h.Kind != feature.About
		}
	}
	class := a.classes[aspect]
	if class < 0 {
		return named
	}
	p := model.Sigmoid(scores[class])
	return p >= sureAlone || named && p >= sureNamed || judged && p >= surePhrase
}

// mention judges what a clause says about an aspect.
func (a *Analyser) mention(out *Analysis, in *feature.Reading, clause, aspect, rating int) {
	id := a.taxonomy.Aspects[aspect].ID
	scores := a.model.Polarity.Scores(a.reader.Polarity(in, clause, id))
	prior := starPrior(rating) + seedPrior(in, clause, aspect)
	scores[model.Positive] += prior
	scores[model.Negative] -= prior
	p := model.Softmax(scores)
	score := p[model.Positive] - p[model.Negative]
	if math.Abs(score) < clear {
		out.Unclear = append(out.Unclear, id)
		return
	}
	m := Mention{Aspect: id, Sentiment: review.Positive, Score: round2(score)}
	if score < 0 {
		m.Sentiment = review.Negative
	}
	m.Quote, m.Start, m.End = quote(in, a.span(in, clause, aspect))
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

// starPrior is what the stars tell about every statement, in units of a log
// odds: enough to decide where the words do not, too little to overrule them
// where they do.
func starPrior(rating int) float64 {
	return [review.MaxRating + 1]float64{0, -0.9, -0.6, -0.15, 0.3, 0.6}[rating]
}

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

// quote returns a span as evidence, in code points.
func quote(in *feature.Reading, s token.Span) (text string, start, end int) {
	text, start, end = in.Slice(s)
	return text, in.Runes(start), in.Runes(end)
}

func round2(x float64) float64 { return math.Round(x*100) / 100 }
