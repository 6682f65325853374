package feature

import (
	"slices"

	"github.com/reviewdata/reviewdata/pkg/insights/token"
)

// Polarity returns the features by which a clause is told to praise or to
// blame an aspect, or anything when the aspect is empty.
func (r *Reader) Polarity(in *Reading, clause int, aspect string) []uint32 {
	shared := r.SharedPolarity(in, clause)
	return list(shared).and(r.OwnPolarity(shared, in, clause, aspect))
}

// SharedPolarity returns those features of Polarity that are the same for all aspects,
// which are most: who asks about several aspects needs them once.
func (r *Reader) SharedPolarity(in *Reading, clause int) []uint32 {
	span := in.Clauses[clause]
	out := make(list, 0, own+4*span.Len())
	out.add("bias")
	out.grams("n", in.turned(span))
	out.opinions(in, clause)
	for _, h := range in.HitsIn(clause) {
		if h.Kind != About {
			out.add("hit", kindNames()[h.Kind])
			out.add("hit", kindNames()[h.Kind], r.subjects[h.Subject])
		}
	}
	return in.clauses[clause].said.and(unique(out))
}

// OwnPolarity returns the others, given those that are shared.
func (r *Reader) OwnPolarity(shared []uint32, in *Reading, clause int, aspect string) []uint32 {
	out := list{number("bias", aspect)}
	for _, h := range in.HitsIn(clause) {
		if h.Kind != About && r.subjects[h.Subject] == aspect {
			out.add("own", kindNames()[h.Kind])
		}
	}
	span, names := in.Clauses[clause], r.lexicon.Names()
	for _, word := range in.Entries[span.First:span.Last] {
		for c := range word.Concepts.All() {
			out.add("ac", aspect, names[c])
		}
	}
	return slices.DeleteFunc(unique(out), func(number uint32) bool {
		_, there := slices.BinarySearch(shared, number)
		return there
	})
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

func signed(v float64) string {
	if v < 0 {
		return "-" + bucket(-v)
	}
	return bucket(v)
}
