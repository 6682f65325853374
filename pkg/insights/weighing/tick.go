package weighing

import (
	"github.com/reviewdata/reviewdata/pkg/insights/token"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// Customers of some sites tick what they praise, and what they criticise, and the site
// writes it into their review: "Positive: Responsiveness, Value".

// ticked returns the clues of the clauses that are nothing but ticks, by clause.
func (r *Reader) ticked(in Text) map[int][]Clue {
	out := map[int][]Clue{}
	last := 0 // behind the clauses of the sentences so far
	for i, s := range in.Sentences {
		first := last
		for last < len(in.Clauses) && in.Clauses[last].First < s.Last {
			last++
		}
		tone, items, found := r.ticks(in, i)
		for clause := first; found && clause < last; clause++ {
			out[clause] = nil
			for at := in.Clauses[clause].First; at < in.Clauses[clause].Last; at++ {
				if aspect, ticked := items[at]; ticked {
					out[clause] = append(out[clause], tick(clause, aspect, tone))
				}
			}
		}
	}
	return out
}

// How surely a tick tells.
const (
	oddsTicked = 4
	toneTicked = 3
	voteTicked = 0.98
)

func tick(clause, aspect int, tone float64) Clue {
	c := Clue{Clause: clause, Aspect: aspect, Odds: oddsTicked, Lead: farthestBefore, Tone: tone, Length: 1, Seed: JudgingSeed}
	c.Vote = Vote{Judges: voteTicked, Praise: voteTicked, Blame: 1 - voteTicked}
	if tone < 0 {
		c.Vote.Praise, c.Vote.Blame = c.Vote.Blame, c.Vote.Praise
	}
	return c
}

// ticks returns the tone of a sentence that is nothing but ticks, and which of its tokens
// name which aspects. The word that tells the tone stands at its beginning, or before it in
// a line of its own.
func (r *Reader) ticks(in Text, sentence int) (tone float64, items map[int]int, found bool) {
	s := in.Sentences[sentence]
	first := s.First + 1
	if tone, found = heading(in, s); !found && sentence > 0 && in.Sentences[sentence-1].Len() <= longestHeading {
		first = s.First
		tone, found = heading(in, in.Sentences[sentence-1])
	}
	if !found {
		return 0, nil, false
	}
	items = map[int]int{}
	for at := first; at < s.Last; at++ {
		aspect, known := r.named(in.Tokens[at].Folded)
		switch {
		case known:
			items[at] = aspect
		case in.Tokens[at].Word && in.Tokens[at].Folded != "and":
			return 0, nil, false
		}
	}
	return tone, items, true
}

// longestHeading is the number of tokens of a heading in a line of its own: the word and a
// colon.
const longestHeading = 2

// heading tells what the first word of a sentence says of ticks behind it.
func heading(in Text, s token.Span) (tone float64, found bool) {
	if s.Len() > 1 && in.Tokens[s.First+1].Word {
		return 0, false
	}
	switch in.Tokens[s.First].Folded {
	case "positive", "positives":
		return toneTicked, true
	case "critical", "negative", "negatives":
		return -toneTicked, true
	}
	return 0, false
}

// named returns the aspect that has a word for its label or its id, which stays what it
// is where the label is that of a trade.
func (r *Reader) named(folded string) (aspect int, found bool) {
	for i, a := range r.taxonomy.Aspects {
		if a.ID == folded || review.Fold(a.Label) == folded {
			return i, true
		}
	}
	return 0, false
}
