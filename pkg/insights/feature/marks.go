package feature

import (
	"slices"
	"strconv"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/insights/token"
)

// The marks that are good, and bad, as shares of the best; and how many tokens a clause
// has at most that only gives marks.
const (
	goodMarks = 0.8
	badMarks  = 0.5
	ratedMost = 8
)

// rated returns how a clause judges that gives marks to something, as in "2/10 for
// service" or "Communication: 5 out of 5".
func (r *Reading) rated(clause int) (Kind, bool) {
	s := r.Clauses[clause]
	if s.Len() > ratedMost {
		return 0, false
	}
	for n := range s.Len() {
		share, found := r.marks(clause, n)
		switch {
		case !found:
		case !slices.ContainsFunc(r.Tokens[s.First:s.Last], names):
			return 0, false
		case share >= goodMarks:
			return Praise, true
		case share <= badMarks:
			return Blame, true
		default:
			return About, true
		}
	}
	return 0, false
}

// marks returns which share of the best marks stands at a word of a clause.
func (r *Reading) marks(clause, n int) (share float64, found bool) {
	of := n + 2
	switch r.word(clause, n+1) + " " + r.word(clause, of) {
	case "/ 5", "/ 10":
	case "out of":
		of++
	default:
		return 0, false
	}
	marks, err := strconv.ParseFloat(r.word(clause, n), 64)
	best := r.word(clause, of)
	if err != nil || best != "5" && best != "10" || n > 0 && dates(r.word(clause, n-1)) {
		return 0, false
	}
	highest, _ := strconv.ParseFloat(best, 64)
	return marks / highest, marks <= highest
}

// names reports whether a token may name what marks are given for.
func names(t token.Token) bool {
	const shortest = 4
	return t.Word && len(t.Folded) >= shortest && !strings.ContainsAny(t.Folded, "0123456789")
}

// dates reports whether a folded word stands before the day of something.
func dates(folded string) bool {
	return strings.Contains(" on since until by from of before after dated ", " "+folded+" ")
}
