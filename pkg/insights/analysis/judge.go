package analysis

import (
	"cmp"
	"math"
	"slices"

	"github.com/reviewdata/reviewdata/pkg/insights/feature"
	"github.com/reviewdata/reviewdata/pkg/insights/model"
	"github.com/reviewdata/reviewdata/pkg/insights/token"
	"github.com/reviewdata/reviewdata/pkg/insights/weighing"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// How likely a judgement must be to be published: as likely as makes F1 highest on the
// held-out reviews that may be read. One that the stars speak against must be more
// likely, so that fewer quotes are misread: who is content tells of what was broken, and
// of others, and praise by who is not is often bitter. Who withholds one star mostly says why.
const (
	sure        = 0.4
	sureBlame   = 0.44 // with four stars
	sureAgainst = 0.55 // blame with five, praise with one or two
)

// judge finds what the clauses say about the aspects.
func (a *Analyser) judge(out *Analysis, in weighing.Text, rating int) {
	byAspect := make([][]weighing.Clue, len(a.taxonomy.Aspects))
	found := a.reader.Clues(in, rating)
	weighing.HearLists(in, found, len(a.taxonomy.Aspects))
	for _, c := range a.aside.without(in, found, rating) {
		byAspect[c.Aspect] = append(byAspect[c.Aspect], c)
	}
	clauses := in.Told()
	var told []weighing.Clue
	for aspect, clues := range byAspect {
		if len(clues) > 0 {
			told = append(told, a.aspect(out, a.taxonomy.Aspects[aspect].ID, clues, a.reader.Judge(clues, clauses), rating)...)
		}
	}
	slices.Sort(out.Unclear)
	slices.SortStableFunc(told, func(a, b weighing.Clue) int { return cmp.Compare(a.Clause, b.Clause) })
	for _, c := range told {
		out.Mentions = append(out.Mentions, a.mention(in.Reading, c))
	}
}

// aspect judges one aspect by its clues and returns those that tell of it. What
// is likely, but neither praise nor blame surely, is unclear; so is what no clause
// bears out by itself.
func (a *Analyser) aspect(out *Analysis, id string, clues []weighing.Clue, j weighing.Judgement, rating int) []weighing.Clue {
	m := review.AspectMention{ID: id}
	praise, blame := strongest(clues, weighing.Clue.Praise), strongest(clues, weighing.Clue.Blame)
	if mild := mildest(clues, praise, blame); mild != nil && j.Spoken() >= sure {
		m.Sentiment = review.Neutral
		out.Aspects = append(out.Aspects, m)
		return mild
	}
	likeliest := j.Likeliest()
	var borne bool
	switch likeliest {
	case model.Positive:
		m.Sentiment, borne = review.Positive, praise > 0
		m.Score = max(round2(j[model.Positive]-j[model.Negative]), leastScore)
	case model.Negative:
		m.Sentiment, borne = review.Negative, blame > 0
		m.Score = min(round2(j[model.Positive]-j[model.Negative]), -leastScore)
	default:
		m.Sentiment, borne = review.Neutral, praise > 0 && blame > 0
		m.Score = round2(j[model.Positive] - j[model.Negative])
	}
	switch {
	case j[likeliest] >= least(likeliest, rating) && borne:
		out.Aspects = append(out.Aspects, m)
		return telling(clues, m.Sentiment, praise, blame)
	case j.Spoken() >= 2*sure:
		out.Unclear = append(out.Unclear, id)
	}
	return nil
}

// mildest are the clues of lukewarm clauses, such as "The service was okay", where no
// other clue is clear.
func mildest(clues []weighing.Clue, praise, blame float64) []weighing.Clue {
	if max(praise, blame) >= clear {
		return nil
	}
	var out []weighing.Clue
	for _, c := range clues {
		if c.Mild {
			out = append(out, c)
		}
	}
	return out
}

// least is how likely a judgement must be beside the stars.
func least(judged, rating int) float64 {
	switch {
	case judged == model.Negative && rating == review.MaxRating, judged == model.Positive && weighing.Discontent(rating):
		return sureAgainst
	case judged == model.Negative && rating == review.MaxRating-1:
		return sureBlame
	default:
		return sure
	}
}

// leastScore is the least that a sentiment which is not neutral scores.
const leastScore = 0.01

func strongest(clues []weighing.Clue, strength func(weighing.Clue) float64) float64 {
	most := 0.0
	for _, c := range clues {
		most = max(most, strength(c))
	}
	return most
}

// Which clues are told: those nearly as strong as the strongest, and clear ones
// that speak against a judgement.
const (
	nearlyAs = 0.6
	clear    = 0.3
)

// telling are the clues that are told for a judgement.
func telling(clues []weighing.Clue, judged review.Sentiment, praise, blame float64) []weighing.Clue {
	leastPraise, leastBlame := nearlyAs*praise, nearlyAs*blame
	switch judged {
	case review.Positive:
		leastBlame = max(leastBlame, clear)
	case review.Negative:
		leastPraise = max(leastPraise, clear)
	case review.Neutral:
	}
	return slices.DeleteFunc(slices.Clone(clues), func(c weighing.Clue) bool {
		if c.Tone < 0 {
			return c.Blame() < leastBlame
		}
		return c.Praise() < leastPraise || c.Praise() == 0
	})
}

// mention is the evidence that a clue is.
func (a *Analyser) mention(in *feature.Reading, c weighing.Clue) Mention {
	m := Mention{Aspect: a.taxonomy.Aspects[c.Aspect].ID, Sentiment: review.Positive, Score: max(round2(c.Praise()), leastScore)}
	switch {
	case c.Mild:
		m.Sentiment, m.Score = review.Neutral, 0
	case c.Tone < 0:
		m.Sentiment, m.Score = review.Negative, min(-round2(c.Blame()), -leastScore)
	}
	m.Quote, m.Start, m.End = quote(in, a.span(in, c.Clause, c.Aspect))
	return m
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

// round2 rounds to two decimals; never to a zero below zero.
func round2(x float64) float64 { return math.Round(x*100)/100 + 0 }
