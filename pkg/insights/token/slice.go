package token

import (
	"unicode"
	"unicode/utf8"
)

// Slice returns the words of a span as they stand in the text, and where they stand
// in bytes. Punctuation at either end stays out, and an "and" at the last; the sign of
// a sum of money stays in, and so does the mark that makes a pair with one inside.
func (t *Text) Slice(s Span) (quote string, start, end int) {
	inner := s
	for inner.First < inner.Last && !t.begins(inner) {
		inner.First++
	}
	for inner.Last > inner.First && !t.ends(inner) {
		inner.Last--
	}
	if inner.First == inner.Last {
		return "", 0, 0
	}
	for _, p := range pairs() {
		inner = t.paired(inner, s, p)
	}
	start, end = t.Tokens[inner.First].Start, t.Tokens[inner.Last-1].End
	return t.Source[start:end], start, end
}

// begins reports whether a quote can begin where a span does: with a word, or with
// the sign before a sum.
func (t *Text) begins(s Span) bool {
	first := t.Tokens[s.First]
	if first.Word || s.Len() == 1 {
		return first.Word
	}
	sign, _ := utf8.DecodeRuneInString(first.Text)
	next := t.Tokens[s.First+1]
	return unicode.Is(unicode.Sc, sign) && next.Word && next.Start == first.End
}

// ends reports whether a quote can end where a span does.
func (t *Text) ends(s Span) bool {
	last := t.Tokens[s.Last-1]
	return last.Word && (last.Folded != "and" || s.Len() == 1)
}

// pairs are the marks that open something, each with the one that closes it.
func pairs() [4][2]string {
	return [...][2]string{{"(", ")"}, {"[", "]"}, {"“", "”"}, {`"`, `"`}}
}

// paired extends a span, within another, to the mark that makes a pair with one that
// stands alone in it.
func (t *Text) paired(s, within Span, pair [2]string) Span {
	opened := 0 // and not closed
	for i, token := range t.Tokens[s.First:s.Last] {
		if token.Text == `"` && i > 0 && t.inches(s.First+i) {
			continue
		}
		switch {
		case token.Text == pair[1] && (opened > 0 || pair[0] != pair[1]):
			opened--
		case token.Text == pair[0]:
			opened++
		}
	}
	if opened > 0 {
		for i := s.Last; i < within.Last; i++ {
			if t.Tokens[i].Text == pair[1] {
				return Span{s.First, i + 1}
			}
		}
	}
	if opened < 0 || opened > 0 && pair[0] == pair[1] {
		for i := s.First - 1; i >= within.First; i-- {
			if t.Tokens[i].Text == pair[0] {
				return Span{i, s.Last}
			}
		}
	}
	return s
}

// inches reports whether a mark is one of inches: `a 2" pipe`.
func (t *Text) inches(i int) bool {
	digit, _ := utf8.DecodeLastRuneInString(t.Tokens[i-1].Text)
	return unicode.IsDigit(digit) && t.Tokens[i-1].End == t.Tokens[i].Start
}
