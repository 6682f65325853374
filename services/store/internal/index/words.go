package index

import (
	"iter"
	"unicode"
	"unicode/utf8"
)

// wordRune reports whether r is part of words. Everything else separates them.
func wordRune(r rune) bool {
	return unicode.In(r, unicode.Letter, unicode.Digit, unicode.Mark)
}

// words yields the words of s: its longest runs of word runes.
func words(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := -1
		for i, r := range s {
			inside := wordRune(r)
			if inside && start < 0 {
				start = i
			}
			if !inside && start >= 0 {
				if !yield(s[start:i]) {
					return
				}
				start = -1
			}
		}
		if start >= 0 {
			yield(s[start:])
		}
	}
}

// A pattern is a query cut into words. Its first word may be the end of a word
// of the text and its last word the beginning of one, unless the query goes on
// beyond it.
type pattern struct {
	words     []string
	openStart bool // the first word may be the end of a longer one
	openEnd   bool // the last word may be the beginning of a longer one
	exact     bool // the words alone decide: nothing stands between or around them
}

func newPattern(query string) pattern {
	var p pattern
	for w := range words(query) {
		p.words = append(p.words, w)
	}
	first, _ := utf8.DecodeRuneInString(query)
	last, _ := utf8.DecodeLastRuneInString(query)
	p.openStart, p.openEnd = wordRune(first), wordRune(last)
	p.exact = len(p.words) == 1 && p.words[0] == query
	return p
}
