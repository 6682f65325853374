package feature

import (
	"github.com/reviewdata/reviewdata/pkg/insights/lexicon"
	"github.com/reviewdata/reviewdata/pkg/insights/token"
)

// Detection returns the features by which a clause is told to speak about an
// aspect: its words, what they mean, and the seeds.
func (r *Reader) Detection(in *Reading, clause int) []uint32 {
	out := make(list, 0, own)
	out.add("bias")
	for _, h := range in.HitsIn(clause) {
		out.add("hit", r.subjects[h.Subject])
		out.add("hit", r.subjects[h.Subject], kindNames()[h.Kind])
	}
	o := in.OpinionIn(clause)
	out.add("praise", bucket(o.Praise))
	out.add("blame", bucket(o.Blame))
	return in.clauses[clause].said.and(unique(out))
}

// said are the features that every model has of a clause: its words and what they mean.
func (r *Reader) said(in *Reading, span token.Span) list {
	out := make(list, 0, 8*span.Len())
	out.grams("w", in.stemsOf(span))
	r.concepts(&out, in, span)
	return unique(out)
}

func kindNames() [kinds]string { return [kinds]string{"about", "praise", "blame"} }

// grams adds single stems, pairs and triples of neighbours.
func (l *list) grams(name string, stems []string) {
	for i, s := range stems {
		l.add(name, s)
		if i > 0 {
			l.add(name, stems[i-1], s)
		}
	}
}

// stemsOf returns the stems of the words of a span.
func (r *Reading) stemsOf(s token.Span) []string {
	out := make([]string, 0, s.Len())
	for i := s.First; i < s.Last; i++ {
		if r.Tokens[i].Word {
			out = append(out, r.stems[i])
		}
	}
	return out
}

// concepts adds the concepts of a clause and the pairs of them, in order.
func (r *Reader) concepts(l *list, in *Reading, span token.Span) {
	names := r.lexicon.Names()
	var before lexicon.Set
	last := ""
	for i := span.First; i < span.Last; i++ {
		set := in.Entries[i].Concepts
		if set == 0 {
			if in.Tokens[i].Word {
				last = in.stems[i]
			}
			continue
		}
		for c := range set.All() {
			l.add("c", names[c])
			l.add("wc", last, names[c])
			for b := range before.All() {
				l.add("cc", names[b], names[c])
			}
		}
		before |= set
		last = in.stems[i]
	}
}

// bucket names a strength roughly.
func bucket(v float64) string {
	switch {
	case v == 0:
		return "0"
	case v < 1.5:
		return "1"
	case v < 3:
		return "2"
	case v < 5:
		return "3"
	default:
		return "4"
	}
}
