package weighing

import (
	"strings"

	"github.com/reviewdata/reviewdata/pkg/insights/token"
)

// weighty are the words beside which a sum of money is more than a fact.
const weighty = " only just merely extra another more less over double doubled triple tripled twice still already nothing charge charged " +
	"charges charging wanted wants asked asking quoted quote instead worth later minimum deposit refund refunded up down increase " +
	"increased increases jumped raised raises hike again even surprise hidden add added adding fee fees tacked plus lost save saved " +
	"saving saves off discount discounted free than compared elsewhere else not no never nobody expected told should said says estimate estimated "

// bareSum reports whether a clause names a sum of money and weighs it in no way, nor does
// a clause next to it blame anything, as in "Lunch for two was $61".
func bareSum(in Text, clause int) bool {
	sum := false
	s := in.Clauses[clause]
	for i, t := range in.Tokens[s.First:s.Last] {
		sum = sum || isSum(in.Tokens, s.First+i)
		if strings.HasSuffix(t.Folded, "n't") || strings.Contains(weighty, " "+t.Folded+" ") || t.Text == "!" || t.Text == "?" {
			return false
		}
	}
	if o := in.OpinionIn(clause); !sum || o.Praise+o.Blame > 0 {
		return false
	}
	return (clause == 0 || in.OpinionIn(clause-1).Blame == 0) && (clause+1 == len(in.Clauses) || in.OpinionIn(clause+1).Blame == 0)
}

// isSum reports whether an amount in some currency begins at a token.
func isSum(tokens []token.Token, i int) bool {
	digit := func(i int) bool { return i < len(tokens) && tokens[i].Text[0] >= '0' && tokens[i].Text[0] <= '9' }
	if strings.ContainsAny(tokens[i].Text, "$£€") {
		return digit(i + 1)
	}
	return digit(i) && i+1 < len(tokens) && strings.Contains(" dollars bucks pounds euros quid ", " "+tokens[i+1].Folded+" ")
}
