package review

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Fold maps s to a form in which two strings are equal, or one contains the
// other, exactly when they do so without regard to letter case. It applies
// Unicode simple case folding (Unicode Standard §3.13, the C and S entries of
// CaseFolding.txt), code point by code point, so Σ, σ and ς are one letter.
func Fold(s string) string {
	if isFoldedASCII(s) {
		return s
	}
	return strings.Map(foldRune, s)
}

// isFoldedASCII spares the common case its copy.
func isFoldedASCII(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return false
		}
	}
	return true
}

// foldRune picks one representative of the runes that differ in case only: a
// small letter of ASCII if there is one, so that most text stays as it is, and
// the least code point otherwise.
func foldRune(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}
	least := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		least = min(least, next)
	}
	if 'A' <= least && least <= 'Z' {
		return least + 'a' - 'A'
	}
	return least
}
