// Package topic finds what the reviews of a business have in common: the things
// that several of them name, whatever they think of them.
//
// It knows no grammar. A word is taken for a thing when reviews often put an
// article, a possessive or the like before it, and the words of every trade
// ("job", "company", "week") are left out by a list.
package topic

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// word is a word of a text.
type word struct {
	folded  string
	joined  bool // nothing but space stands between it and the word before
	capital bool // it is written in capitals only
}

// split returns the words of a text: letters with the hyphens and apostrophes
// between them. A word with a digit in it is none, and parts what stands around
// it.
func split(text string) []word {
	var out []word
	joined := false
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		if !inWord(r) {
			joined = joined && r == ' '
			text = text[n:]
			continue
		}
		end := wordEnd(text)
		written := strings.TrimSuffix(strings.ReplaceAll(text[:end], "’", "'"), "'s")
		if w := review.Fold(written); strings.IndexFunc(w, unicode.IsDigit) < 0 {
			out = append(out, word{w, joined, strings.ToUpper(written) == written})
			joined = true
		} else {
			joined = false
		}
		text = text[end:]
	}
	return out
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// wordEnd returns the length of the word that text begins with.
func wordEnd(text string) int {
	for i, r := range text {
		if inWord(r) {
			continue
		}
		next, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(max(r, 0)):])
		if (r == '-' || r == '\'' || r == '’') && inWord(next) {
			continue
		}
		return i
	}
	return len(text)
}

// shouted reports whether a text is written in capitals for the most part, so that
// they say nothing of a word.
func shouted(all []word) bool {
	n := 0
	for _, w := range all {
		if w.capital && len(w.folded) > 1 {
			n++
		}
	}
	return 3*n > len(all)
}

// singular returns the form under which a word is counted.
func singular(w string) string {
	switch {
	case len(w) < 4, strings.HasSuffix(w, "ss"), strings.HasSuffix(w, "us"), strings.HasSuffix(w, "is"):
		return w
	case strings.HasSuffix(w, "ies") && len(w) > 4:
		return w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "shes"), strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "xes"):
		return w[:len(w)-2]
	default:
		return strings.TrimSuffix(w, "s")
	}
}
