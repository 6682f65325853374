package analysis

import "github.com/reviewdata/reviewdata/pkg/review"

// Relabel returns an analysis with other statements about aspects, such as a
// language model has found and somebody has checked. Everything else stays.
func (a *Analyser) Relabel(from Analysis, mentions []Mention) Analysis {
	from.Mentions, from.Aspects, from.Unclear = mentions, nil, nil
	a.sumUp(&from)
	return from
}

// mixedShare is how much of the stronger side the weaker one must have for an
// aspect to be praised and blamed alike.
const mixedShare = 0.6

// sumUp makes one judgement per aspect of its mentions.
func (a *Analyser) sumUp(out *Analysis) {
	for _, aspect := range a.taxonomy.Aspects {
		var praise, blame float64
		for _, m := range out.Mentions {
			if m.Aspect == aspect.ID {
				praise, blame = max(praise, m.Score), max(blame, -m.Score)
			}
		}
		if praise > 0 || blame > 0 {
			out.Aspects = append(out.Aspects, judged(aspect.ID, praise, blame))
		}
	}
}

func judged(id string, praise, blame float64) review.AspectMention {
	out := review.AspectMention{ID: id, Sentiment: review.Positive, Score: praise}
	switch {
	case min(praise, blame) >= mixedShare*max(praise, blame):
		out.Sentiment, out.Score = review.Neutral, round2((praise-blame)/2)
	case blame > praise:
		out.Sentiment, out.Score = review.Negative, -blame
	}
	return out
}
