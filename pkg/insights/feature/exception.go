package feature

import (
	"strings"

	"github.com/reviewdata/reviewdata/pkg/insights/token"
)

// excepted returns how a clause judges that does nothing but except something from what
// the rest of its sentence says: "Apart from the price, everything was great", "Awful, except
// for the receptionist".
func (r *Reading) excepted(clause int) (Kind, bool) {
	length, adds := r.excepts(clause)
	if length == 0 || r.states(clause, length) || adds && r.adds(clause, length) {
		return 0, false
	}
	rule, found := r.rule(clause)
	if !found {
		return 0, false
	}
	switch sum := r.OpinionIn(rule).Sum(); {
	case sum > 0:
		return Blame, true
	case sum < 0:
		return Praise, true
	default:
		return 0, false
	}
}

// excepts returns how many words at the beginning of a clause open an exception, and
// whether those may also mean "besides".
func (r *Reading) excepts(clause int) (length int, adds bool) {
	word := func(n int) string { return r.word(clause, n) }
	switch word(0) + " " + word(1) {
	case "except for":
		return 2, false
	case "apart from", "aside from", "other than":
		return 2, true
	case "with the":
		if word(2) == "exception" && word(3) == "of" {
			return 4, false
		}
	}
	if word(0) == "except" {
		return 1, false
	}
	return 0, false
}

// word returns a word of a clause, empty behind its end.
func (r *Reading) word(clause, n int) string {
	if s := r.Clauses[clause]; n < s.Len() {
		return r.Tokens[s.First+n].Folded
	}
	return ""
}

// states reports whether what follows an opening is a statement by itself: "Except that
// they came late".
func (r *Reading) states(clause, opening int) bool {
	return strings.Contains(" that when if where because i we he she they it you this there ", " "+r.word(clause, opening)+" ")
}

// adds reports whether what follows an opening comes on top of the rest: "Apart from
// being honest, they are quick", "Aside from his knowledge".
func (r *Reading) adds(clause, opening int) bool {
	next := r.word(clause, opening)
	return r.OpinionIn(clause).Praise > 0 || strings.HasSuffix(next, "ing") || next == "his" || next == "her"
}

// rule returns the clause of the same sentence that an exception is one from: the one
// before it or, where it comes first and ends at a comma, the one after it.
func (r *Reading) rule(clause int) (int, bool) {
	span := r.Clauses[clause]
	sentence, _ := token.Enclosing(r.Sentences, span.First)
	if span.First > sentence.First {
		return clause - 1, true
	}
	return clause + 1, span.Last < sentence.Last && !r.Tokens[span.Last-1].Word
}
