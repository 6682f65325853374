package insights

import (
	"cmp"
	"math"
	"slices"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// aspectSum adds up what reviews say about one aspect.
type aspectSum struct {
	tally

	id, label string
	unclear   int
	evidence  evidence
	said      statements
}

func (s *sums) addAspects(r *reading, in *review.ReviewInsight) {
	for _, a := range in.Aspects {
		if sum := s.aspects[a.ID]; sum != nil {
			sum.add(a.Sentiment, a.Score, r.review.Rating)
		}
	}
	for _, id := range in.Unclear {
		if sum := s.aspects[id]; sum != nil {
			sum.unclear++
		}
	}
	for i := range r.analysis.Mentions {
		m := &r.analysis.Mentions[i]
		if sum := s.aspects[m.Aspect]; sum != nil {
			sum.evidence.offer(r, m.Sentiment, m.Score, span{m.Quote, m.Start, m.End})
			sum.said.add(r, m.Quote)
		}
	}
}

// aspectInsights returns the aspects that reviews judge, most frequent first,
// then in the order of the taxonomy.
func (s *sums) aspectInsights(y years, all []*reading) []review.AspectInsight {
	out := make([]review.AspectInsight, 0, len(s.order))
	said := map[string]statements{}
	for id, a := range s.aspects {
		said[id] = a.said
	}
	phrases := topPhrases(said, nil)
	trends := y.aspectTrends(all)
	for _, id := range s.order {
		a := s.aspects[id]
		if a.count == 0 && a.unclear == 0 {
			continue
		}
		low, high := wilson(a.positive, a.count)
		evidence := a.evidence.list()
		out = append(out, review.AspectInsight{
			ID:               a.id,
			Label:            a.label,
			MentionCount:     a.count,
			PositiveCount:    a.positive,
			NeutralCount:     a.neutral,
			NegativeCount:    a.negative,
			UnclearCount:     a.unclear,
			PositivePct:      percent(a.positive, a.count),
			PositivePctLow:   low,
			PositivePctHigh:  high,
			Score:            a.mean(),
			Trend:            cmp.Or(trends[id], review.Stable),
			TopPhrases:       phrases[id],
			ExampleReviewIDs: examples(evidence),
			Evidence:         evidence,
		})
	}
	slices.SortStableFunc(out, func(a, b review.AspectInsight) int { return cmp.Compare(b.MentionCount, a.MentionCount) })
	return out
}

// significant is the 97.5th percentile of the normal distribution.
const significant = 1.959964

// wilson returns the 95% interval of a share, in percent: what share of all
// customers would say so, when part of whole customers do (Wilson, 1927).
func wilson(part, whole int) (low, high float64) {
	if whole == 0 {
		return 0, 0
	}
	n, p := float64(whole), float64(part)/float64(whole)
	z2 := significant * significant
	centre := p + z2/(2*n)
	margin := significant * math.Sqrt(p*(1-p)/n+z2/(4*n*n))
	scale := 100 / (1 + z2/n)
	return round2(max(0, (centre-margin)*scale)), round2(min(100, (centre+margin)*scale))
}
