// Package token cuts the text of a review into words, sentences and clauses,
// and knows where in the text each of them stands, so that whatever is found
// can be shown.
package token

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/words"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// Token is a word or a mark of punctuation. White space makes none.
type Token struct {
	Text       string // as it stands in the text
	Folded     string // without letter case, apostrophes made straight, common misspellings mended
	Start, End int    // in bytes
	Word       bool   // has a letter or a digit
	Upper      bool   // begins with an upper-case letter
}

// Span is a run of tokens, from First to before Last.
type Span struct{ First, Last int }

// Len returns the number of tokens.
func (s Span) Len() int { return s.Last - s.First }

// Text is a text that was cut up.
type Text struct {
	Source    string
	Tokens    []Token
	Sentences []Span
	Clauses   []Span // in order; each lies in one sentence
	refuted   []Span // sentences
}

// Parse cuts a text up. The words are those of Unicode text segmentation
// (UAX #29 §4).
func Parse(source string) *Text {
	t := read(source)
	t.refuted = t.refute()
	for _, s := range t.Sentences {
		t.Clauses = append(t.Clauses, t.clauses(s)...)
	}
	return t
}

// read cuts a text into words and sentences.
func read(source string) *Text {
	t := &Text{Source: source, Tokens: make([]Token, 0, len(source)/4)}
	it := words.FromString(source)
	at := 0
	for it.Next() {
		value := it.Value()
		for end := glued(value); end > 0; end = glued(value) {
			t.Tokens = append(t.Tokens, newToken(value[:end], at), newToken(value[end:end+1], at+end))
			value, at = value[end+1:], at+end+1
		}
		if !blank(value) {
			t.Tokens = append(t.Tokens, newToken(value, at))
		}
		at += len(value)
	}
	t.idioms()
	t.Sentences = t.sentences()
	return t
}

func newToken(value string, at int) Token {
	first, _ := utf8.DecodeRuneInString(value)
	return Token{
		Text:   value,
		Folded: Spelt(straight(review.Fold(value))),
		Start:  at,
		End:    at + len(value),
		Word:   unicode.IsLetter(first) || unicode.IsDigit(first) || unicode.IsMark(first),
		Upper:  unicode.IsUpper(first),
	}
}

func blank(s string) bool {
	for _, r := range s {
		if !unicode.IsSpace(r) && r != '\ufeff' && r != '\u200b' {
			return false
		}
	}
	return true
}

// straight makes typographic apostrophes straight.
func straight(s string) string {
	if strings.Contains(s, "’") {
		return strings.ReplaceAll(s, "’", "'")
	}
	return s
}

// Runes returns how many Unicode code points stand before a byte offset.
func (t *Text) Runes(offset int) int { return utf8.RuneCountInString(t.Source[:offset]) }
