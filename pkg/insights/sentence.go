package insights

import (
	"strings"
	"unicode/utf8"
)

// sentences returns the sentences of a text with their places. The end of a line
// ends a sentence, too.
func sentences(text string) []span {
	var out []span
	start, from, at := 0, 0, 0 // start in bytes; from and at in code points
	add := func(end, to int) {
		s := text[start:end]
		trimmed := strings.TrimLeft(s, " \t")
		if trimmed != "" {
			out = append(out, span{trimmed, from + len(s) - len(trimmed), to})
		}
	}
	for i, r := range text {
		at++
		switch {
		case r == '\n':
			add(i, at-1)
			start, from = i+1, at
		case ends(text, i, r):
			add(i+1, at)
			start, from = i+1, at
		}
	}
	add(len(text), at)
	return out
}

// ends reports whether the sentence ends with the character at i: a mark with
// space after it, and not that of an abbreviation or of an ellipsis.
func ends(text string, i int, r rune) bool {
	if r != '.' && r != '!' && r != '?' {
		return false
	}
	rest := text[i+1:]
	if rest != "" && rest[0] != ' ' && rest[0] != '\n' || strings.HasSuffix(text[:i], ".") {
		return false
	}
	if r != '.' {
		return true
	}
	word := text[strings.LastIndexAny(text[:i], " \n")+1 : i]
	switch strings.ToLower(word) {
	case "mr", "mrs", "ms", "dr", "st", "no", "vs", "etc", "approx", "inc", "co", "jr", "sr", "prof", "a.m", "p.m", "e.g", "i.e":
		return false
	}
	return utf8.RuneCountInString(word) > 1 || rest == ""
}
