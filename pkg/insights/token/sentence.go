package token

import (
	"strings"
	"unicode/utf8"
)

// abbreviations end in a full stop that ends no sentence.
const abbreviations = " mr mrs ms dr st jr sr inc llc co ltd etc vs approx dept est apt ave blvd rd no ph prof rev gen hon atty esq e.g i.e a.m p.m u.s "

// Sentence is a sentence of a text with the marks that end it.
type Sentence struct {
	Text       string
	Start, End int // in Unicode code points
}

// Sentences returns the sentences of a text, which may stand alone in a quote.
func Sentences(source string) []Sentence {
	t := read(source)
	out := make([]Sentence, 0, len(t.Sentences))
	bytes, runes := 0, 0 // up to which all is counted
	for _, s := range t.Sentences {
		start, end := t.Tokens[s.First].Start, t.Tokens[s.Last-1].End
		from := runes + utf8.RuneCountInString(source[bytes:start])
		bytes, runes = end, from+utf8.RuneCountInString(source[start:end])
		out = append(out, Sentence{source[start:end], from, runes})
	}
	return out
}

// sentences cuts the tokens at full stops, question and exclamation marks, and
// at empty lines.
func (t *Text) sentences() []Span {
	var out []Span
	first := 0
	for i := range t.Tokens {
		if i < len(t.Tokens)-1 && !t.endsSentence(i) {
			continue
		}
		out = append(out, Span{first, i + 1})
		first = i + 1
	}
	return out
}

func (t *Text) endsSentence(i int) bool {
	this, next := t.Tokens[i], t.Tokens[i+1]
	if strings.Contains(t.Source[this.End:next.Start], "\n") {
		return true
	}
	if !next.Word && strings.ContainsAny(next.Text, `.!?…)"'”’`) {
		return false
	}
	switch this.Text {
	case "!", "?", "…":
		return true
	case ")", `"`, "”", "’", "'":
		return i > 0 && strings.ContainsAny(t.Tokens[i-1].Text, ".!?") && !t.Tokens[i-1].Word
	case ".":
		return !t.abbreviated(i) && (t.opens(next, this.End) || i > 0 && t.Tokens[i-1].Text == ".")
	default:
		return !this.Word && strings.HasPrefix(this.Text, "..") && next.Upper
	}
}

// abbreviated reports whether the full stop at i belongs to the word before it.
func (t *Text) abbreviated(i int) bool {
	if i == 0 || t.Tokens[i-1].End != t.Tokens[i].Start {
		return false
	}
	before := t.Tokens[i-1]
	if before.Folded == "a.m" || before.Folded == "p.m" {
		return !t.Tokens[i+1].Upper
	}
	return len(before.Text) == 1 && before.Upper && before.Text != "I" ||
		strings.Contains(abbreviations, " "+before.Folded+" ")
}

// opens reports whether a token after a full stop that ends at an offset may
// open a sentence: customers forget the space or the capital, both only before words
// that open many.
func (t *Text) opens(next Token, end int) bool {
	return next.Start > end || next.Upper || among(openers, next.Folded)
}
