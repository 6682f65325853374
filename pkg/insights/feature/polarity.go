package feature

import (
	"github.com/reviewdata/reviewdata/pkg/insights/lexicon"
	"github.com/reviewdata/reviewdata/pkg/insights/token"
)

// Polarity returns the features by which a clause is told to praise or to
// blame an aspect, or anything when the aspect is empty.
func (r *Reader) Polarity(in *Reading, clause int, aspect string) []uint32 {
	span := in.Clauses[clause]
	out := make(list, 0, own+4*span.Len())
	out.add("bias")
	out.add("bias", aspect)
	out.grams("n", in.turned(span))
	out.opinions(in, clause)
	r.verdicts(&out, in, clause, aspect)
	for i := span.First; i < span.Last; i++ {
		for c, name := range r.lexicon.Names() {
			if in.Entries[i].Concepts.Has(lexicon.Concept(c)) {
				out.add("ac", aspect, name)
			}
		}
	}
	return in.clauses[clause].said.and(unique(out))
}

// turned returns the stems of a span, those under a negation marked.
func (r *Reading) turned(s token.Span) []string {
	out := make([]string, 0, s.Len())
	for i := s.First; i < s.Last; i++ {
		switch {
		case !r.Tokens[i].Word:
		case r.negated[i]:
			out = append(out, "not "+r.stems[i])
		default:
			out = append(out, r.stems[i])
		}
	}
	return out
}

// opinions adds what the word lists think of the clause and of its neighbours.
func (l *list) opinions(in *Reading, clause int) {
	o := in.OpinionIn(clause)
	praise, blame := bucket(o.Praise), bucket(o.Blame)
	l.add("praise", praise)
	l.add("blame", blame)
	l.add("both", praise, blame)
	l.add("last", signed(o.Last))
	l.add("sum", signed(o.Sum()))
	for _, near := range []int{clause - 1, clause + 1} {
		if near >= 0 && near < len(in.Clauses) {
			l.add("near", signed(in.OpinionIn(near).Sum()))
		}
	}
}

// verdicts adds the seeds that praise and blame: those of the aspect and all.
func (r *Reader) verdicts(l *list, in *Reading, clause int, aspect string) {
	for _, h := range in.HitsIn(clause) {
		if h.Kind == About {
			continue
		}
		kind := kindNames()[h.Kind]
		l.add("hit", kind)
		l.add("hit", kind, r.subjects[h.Subject])
		if r.subjects[h.Subject] == aspect {
			l.add("own", kind)
		}
	}
}

func signed(v float64) string {
	if v < 0 {
		return "-" + bucket(-v)
	}
	return bucket(v)
}
