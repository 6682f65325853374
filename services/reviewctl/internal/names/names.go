// Package names shortens the names of reviewers, for operators who do not want
// to publish them whole.
package names

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/takeout"
)

// Initials leaves of a name its first word and the first letter of the last:
// Jane Doe and jane.doe@example.com are Jane D. A name without spaces stays,
// unless it is one of a script that writes whole names that way: of 山田太郎
// stays 山. A name that was shortened before stays as it is, and so does what
// stands for a reviewer without a name.
func Initials(name string) string {
	switch name {
	case "", review.Anonymous, takeout.Anonymous:
		return name
	}
	local, _, isAddress := strings.Cut(name, "@")
	if isAddress {
		local = strings.NewReplacer(".", " ", "_", " ", "-", " ", "+", " ").Replace(local)
	}
	words := strings.Fields(local)
	switch {
	case len(words) == 0:
		return review.Anonymous
	case len(words) == 1:
		return alone(words[0])
	default:
		return words[0] + " " + initial(words[len(words)-1])
	}
}

// alone shortens a name of one word.
func alone(word string) string {
	first, size := utf8.DecodeRuneInString(word)
	if size < len(word) && unicode.In(first, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana) {
		return initial(word)
	}
	return word
}

// initial returns the first letter of a word, with its marks.
func initial(word string) string {
	word = strings.TrimLeftFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if word == "" {
		return "."
	}
	_, end := utf8.DecodeRuneInString(word)
	for end < len(word) {
		r, size := utf8.DecodeRuneInString(word[end:])
		if !unicode.Is(unicode.Mn, r) {
			break
		}
		end += size
	}
	return word[:end] + "."
}
