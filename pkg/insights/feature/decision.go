package feature

import "strings"

// compared reports whether the word at i belongs to a comparison, as in "above average
// prices", which is no average.
func (r *Reading) compared(i int) bool {
	return i > 0 && strings.Contains(" above below than ", " "+r.Tokens[i-1].Folded+" ")
}

// Decided returns how a clause judges whatever it judges, and whether that is known:
// where a phrase decides it, or where the clause tells of an exception. About stands for
// neither praise nor blame.
func (r *Reader) Decided(in *Reading, clause int) (Kind, bool) {
	kind, decided := in.excepted(clause)
	if !decided {
		kind, decided = in.rated(clause)
	}
	for _, h := range in.HitsIn(clause) {
		switch {
		case h.Subject != len(r.subjects)-1:
		case h.Kind == Praise: // "My only complaint is that I did not call sooner."
			return Praise, true
		case h.Kind == Blame:
			kind, decided = Blame, true
		case !decided && !in.compared(h.First):
			kind, decided = About, in.Clauses[clause].Len() <= h.Len()+mildBeside
		}
	}
	return kind, decided
}

// mildBeside is how many more words a clause has at most that is lukewarm as a whole.
const mildBeside = 4
