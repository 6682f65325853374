package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// Leans reports whether a customer's words cannot be quoted well by themselves: they
// begin in the middle of a thought, or point at something before it.
func Leans(quote string) bool {
	letter, _ := utf8.DecodeRuneInString(quote)
	switch FirstWord(quote) {
	case "it", "it's", "he", "he's", "she", "she's", "his", "her", "this", "that", "that's", "these", "those", "which", "who",
		"and", "but", "or", "so", "then", "also", "because", "however", "otherwise", "though", "plus", "still", "both":
		return true
	}
	return unicode.IsLower(letter)
}

// FirstWord returns the first word of a quote in lower case, without a comma.
func FirstWord(quote string) string {
	first, _, _ := strings.Cut(quote, " ")
	return review.Fold(strings.TrimRight(strings.ReplaceAll(first, "’", "'"), ",'"))
}
