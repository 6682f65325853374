package feature

import "github.com/reviewdata/reviewdata/pkg/insights/token"

// Opinion sums up what the words of a clause praise and blame, negations
// applied.
type Opinion struct {
	Praise, Blame float64 // sums of strengths, both from 0
	Last          float64 // the strength of the last word with one
}

// Sum is praise less blame.
func (o Opinion) Sum() float64 { return o.Praise - o.Blame }

func (o *Opinion) add(strength float64) {
	if strength > 0 {
		o.Praise += strength
	} else {
		o.Blame -= strength
	}
	o.Last = strength
}

// How words of the general lexicon count beside those of the domain, and what
// is left of a strength under a negation.
const (
	generalWeight = 0.4
	negatedPraise = -0.8
	negatedBlame  = -0.5
)

func (r *Reading) opinionOf(s token.Span) Opinion {
	var o Opinion
	for i := s.First; i < s.Last; i++ {
		if v := r.strength(i); v != 0 {
			o.add(v)
		}
	}
	return o
}

// strength is how much the word at i praises or blames where it stands.
func (r *Reading) strength(i int) float64 {
	v := float64(r.Entries[i].Opinion)
	if v == 0 {
		v = generalWeight * float64(r.Entries[i].General)
	}
	if v == 0 || !r.negated[i] {
		return v
	}
	if v > 0 {
		return v * negatedPraise
	}
	return v * negatedBlame
}
