package analysis

import (
	"github.com/reviewdata/reviewdata/pkg/insights/model"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// Tone tells how a text speaks at an offset, in code points, whatever it
// speaks about there.
func (a *Analyser) Tone(text string, at int) review.Sentiment {
	in := a.reader.Read(a.reader.Parse(text))
	for i, s := range in.Clauses {
		if in.Runes(in.Tokens[s.Last-1].End) <= at {
			continue
		}
		p := a.reader.Whole(in, i)
		switch max(p[model.Positive], p[model.Neutral], p[model.Negative]) {
		case p[model.Positive]:
			return review.Positive
		case p[model.Negative]:
			return review.Negative
		}
		return review.Neutral
	}
	return review.Neutral
}
