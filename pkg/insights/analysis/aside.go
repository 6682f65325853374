package analysis

import (
	"slices"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/insights/token"
	"github.com/reviewdata/reviewdata/pkg/insights/weighing"
)

// Not all that sounds like a judgement is one: a question praises nothing, and what
// others did is no fault of the business.

// manner is how a word makes a clause tell nothing of the business: one bit each.
type manner int

const (
	asking   manner = 1 << iota // begins a question
	mine                        // tells whose somebody is
	any                         // may stand there instead, and tells less
	another                     // tells that it is not the business that is reviewed
	neighbor                    // is nobody who was paid
	firm                        // names a business
	person                      // names somebody of a business
	theirs                      // stands for the business
	customer                    // stands for the customer
	undoing                     // tells what customers do to an appointment
	nobody                      // makes "nobody else" with the word after it
)

// manners are those of each word that has any.
func manners() map[string]manner {
	out := map[string]manner{}
	for m, words := range map[manner]string{
		asking:   "who what how why isn't aren't wasn't weren't doesn't don't didn't",
		mine:     "my our his her",
		any:      "the a an one two three four five six both",
		another:  "old last previous former other prior earlier another different",
		neighbor: "neighbor neighbour neighbors neighbours neighbor's neighbour's",
		firm:     "company companies firm firms outfit outfits contractor contractors agency agencies insurer insurers shop shops place places",
		person:   "plumber plumbers electrician electricians roofer roofers mechanic mechanics guy guys crew people one ones dentist dentists doctor doctors lawyer lawyers attorney attorneys agent agents",
		theirs:   "they them their",
		customer: "i we",
		undoing:  "rescheduled postponed forgot",
		nobody:   "nobody one",
	} {
		for word := range strings.FieldsSeq(words) {
			out[word] |= m
		}
	}
	return out
}

// aside tells the clues apart that judge nothing of the business.
type aside struct{ manners map[string]manner }

func (a aside) is(t token.Token, m manner) bool { return a.manners[t.Folded]&m != 0 }

// without returns the clues that judge.
func (a aside) without(in weighing.Text, clues []weighing.Clue, rating int) []weighing.Clue {
	asked := a.questions(in.Text)
	return slices.DeleteFunc(clues, func(c weighing.Clue) bool {
		if asked[c.Clause] {
			return c.Tone > 0 || rating > 3
		}
		s := in.Clauses[c.Clause]
		words := in.Tokens[s.First:s.Last]
		return c.Tone < 0 && (a.ofAnother(words) || a.ofCustomer(words))
	})
}

// questions tells of each clause whether it is in a question that begins as one.
func (a aside) questions(in *token.Text) []bool {
	out := make([]bool, len(in.Clauses))
	for _, s := range in.Sentences {
		if in.Tokens[s.Last-1].Text != "?" || !a.is(in.Tokens[s.First], asking) {
			continue
		}
		for i, c := range in.Clauses {
			out[i] = out[i] || c.First >= s.First && c.Last <= s.Last
		}
	}
	return out
}

// ofAnother reports whether a clause begins with somebody else: "my old plumber", "two
// other companies", "another firm", or with a neighbor. Before that stand at most two
// words, such as "because".
func (a aside) ofAnother(words []token.Token) bool {
	const before = 2
	for i := range min(before+1, len(words)) {
		head, whose := words[i:], any
		if a.is(head[0], mine|any) {
			if a.is(head[0], mine) {
				whose = mine
			}
			head = head[1:]
		}
		switch {
		case len(head) > 0 && whose == mine && a.is(head[0], neighbor):
			return !slices.ContainsFunc(words, func(t token.Token) bool { return a.is(t, theirs) })
		case len(head) < 2 || !a.is(head[0], another):
		case a.is(head[1], firm), whose == mine && a.is(head[1], person): // "the other guy" may be one of theirs
			return true
		}
	}
	return false
}

// ofCustomer reports whether a clause tells what only the customer did, "I rescheduled",
// or that nobody else did what the business has done.
func (a aside) ofCustomer(words []token.Token) bool {
	for i := 1; i < len(words); i++ {
		if a.is(words[i-1], customer) && a.is(words[i], undoing) || a.is(words[i-1], nobody) && words[i].Folded == "else" {
			return true
		}
	}
	return false
}
