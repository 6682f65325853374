package weighing

import (
	"math"
	"slices"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/insights/feature"
	"github.com/reviewdata/reviewdata/pkg/insights/model"
	"github.com/reviewdata/reviewdata/pkg/insights/token"
)

// oddsListed are the least odds of an aspect that an item of a list judges.
const oddsListed = 2

// HearLists makes the clues of the items of lists, as in "clean, quick and polite",
// as loud as one by itself is: of a list the models hear the loudest item. The
// aspects are those of the taxonomy, the clues in the order of the clauses; they are
// changed in place. The weights of a judge are learned without it.
func HearLists(in Text, clues []Clue, aspects int) {
	for first, last := 0, 0; first < len(clues); first = last {
		for last < len(clues) && clues[last].Clause == clues[first].Clause {
			last++
		}
		if list := listed(in, clues[first].Clause, aspects); list != nil {
			raise(clues[first:last], list)
		}
	}
}

// raise raises the clues of one clause that are of items of a list, which do not
// compete with each other.
func raise(clues []Clue, list []bool) {
	other := math.Inf(-1)
	for _, c := range clues {
		if !list[c.Aspect] {
			other = max(other, c.Odds)
		}
	}
	for i, c := range clues {
		if list[c.Aspect] {
			c.Odds = max(c.Odds, oddsListed)
			c.Lead = max(c.Lead, min(c.Odds-other, farthestBefore))
			c.Vote.Judges = max(c.Vote.Judges, model.Sigmoid(oddsListed))
			clues[i] = c
		}
	}
}

// The words around an item of a list, and before its adjective, as in "was clean,
// very quick and polite" or "prompt, courteous service".
const (
	openers    = " is was are were be been and but , "
	closers    = " and but , . ! ; service staff team crew guys people company work job "
	intensives = " very really so super extremely quite always too pretty "
)

// listed tells which of a number of aspects a clause judges by an item of a list: by
// a seed alone between commas and the like, beside one for another aspect. It is nil
// where there is no list, as in most clauses.
func listed(in Text, clause, aspects int) []bool {
	var out []bool
	hits, n := in.HitsIn(clause), 0
	for _, h := range hits {
		if !judges(h, aspects) || !item(in, in.Clauses[clause], h.Span) || shared(hits, h, aspects) {
			continue
		}
		if out == nil {
			out = make([]bool, aspects)
		}
		if !out[h.Subject] {
			out[h.Subject] = true
			n++
		}
	}
	if n < 2 {
		return nil
	}
	return out
}

func judges(h feature.Hit, aspects int) bool { return h.Subject < aspects && h.Kind != feature.About }

// shared reports whether the words of a seed judge another aspect, too. Such a seed
// does not tell which.
func shared(hits []feature.Hit, h feature.Hit, aspects int) bool {
	return slices.ContainsFunc(hits, func(other feature.Hit) bool {
		return judges(other, aspects) && other.Span == h.Span && other.Subject != h.Subject
	})
}

// item reports whether nothing belongs to a span within its clause but words that
// strengthen it. A seed may begin before its clause, and is none then.
func item(in Text, clause, s token.Span) bool {
	if s.First < clause.First || s.Last > clause.Last {
		return false
	}
	first := s.First
	for first > clause.First && among(intensives, in.Tokens[first-1]) {
		first--
	}
	return (first == clause.First || among(openers, in.Tokens[first-1])) &&
		(s.Last == clause.Last || among(closers, in.Tokens[s.Last]))
}

func among(list string, t token.Token) bool {
	return strings.Contains(list, " "+t.Folded+" ")
}
