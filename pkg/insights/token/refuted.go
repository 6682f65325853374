package token

import (
	"slices"
	"strings"
)

// noes are the answers that deny, beside a "No" that a mark follows.
const noes = "|nope|nah|never|hardly|not really|not at all|not even close|not once|not a chance|no way|of course not|absolutely not|definitely not|probably not|i think not|"

// refute returns the questions that are answered with a no: "Were they on time? Not even
// close." What they ask is not so.
func (t *Text) refute() []Span {
	var out []Span
	for i, s := range t.Sentences[:max(len(t.Sentences)-1, 0)] {
		if t.Tokens[s.Last-1].Text == "?" && t.denial(t.Sentences[i+1]) {
			out = append(out, s)
		}
	}
	return out
}

// denial reports whether a sentence is a no, or begins with one.
func (t *Text) denial(s Span) bool {
	if first := t.Tokens[s.First].Folded; first == "no" || first == "nope" {
		return s.Len() == 1 || !t.Tokens[s.First+1].Word
	}
	const longest = 4
	if t.words(s) > longest {
		return false
	}
	var words []string
	for _, word := range t.Tokens[s.First:s.Last] {
		if word.Word {
			words = append(words, word.Folded)
		}
	}
	return strings.Contains(noes, "|"+strings.Join(words, " ")+"|")
}

// Refuted reports whether a span belongs to a question that is answered with a no.
func (t *Text) Refuted(s Span) bool {
	question, found := Enclosing(t.refuted, s.First)
	return found && s.Last <= question.Last
}

// Enclosing returns the one of some spans, which are in order and apart, that a token
// lies in.
func Enclosing(spans []Span, i int) (Span, bool) {
	at, found := slices.BinarySearchFunc(spans, i, func(s Span, i int) int {
		switch {
		case s.Last <= i:
			return -1
		case s.First > i:
			return 1
		default:
			return 0
		}
	})
	if !found {
		return Span{}, false
	}
	return spans[at], true
}
