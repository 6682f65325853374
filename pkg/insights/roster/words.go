package roster

import (
	"unicode"
	"unicode/utf8"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// word is a run of letters, digits and marks in a text.
type word struct {
	folded     string
	upper      bool // begins with an upper-case letter
	start, end int  // in bytes
}

// Text is a text that was cut into words, in which names of all kinds can be found.
type Text struct {
	words   []word
	anyCase bool // whether it tells nothing by its letter case
}

// Read cuts a text into words.
func Read(text string) Text { return Text{split(text), shouting(text)} }

// usualLength is that of a word of English with the space after it, in bytes.
const usualLength = 5

// split returns the words of s in order. An apostrophe ends a word, so that
// "Gazi's" has the word "Gazi".
func split(s string) []word {
	out := make([]word, 0, len(s)/usualLength)
	start := -1
	for i, r := range s {
		inside := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
		switch {
		case inside && start < 0:
			start = i
		case !inside && start >= 0:
			out = append(out, newWord(s, start, i))
			start = -1
		}
	}
	if start >= 0 {
		out = append(out, newWord(s, start, len(s)))
	}
	return out
}

func newWord(s string, start, end int) word {
	first, _ := utf8.DecodeRuneInString(s[start:end])
	return word{folded: review.Fold(s[start:end]), upper: unicode.IsUpper(first), start: start, end: end}
}

// shouting reports whether s tells nothing by its letter case, because it has
// no upper-case letter at all or no lower-case one.
func shouting(s string) bool {
	upper, lower := false, false
	for _, r := range s {
		upper = upper || unicode.IsUpper(r)
		lower = lower || unicode.IsLower(r)
	}
	return upper != lower
}
