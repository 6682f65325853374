package token

import "strings"

// negationReach is how many words a negation turns.
const negationReach = 4

// Negates reports whether a folded word turns what follows into its opposite.
func Negates(folded string) bool {
	switch folded {
	case "not", "no", "never", "none", "nobody", "nothing", "neither", "nor", "without", "cannot", "cant", "dont",
		"didnt", "wasnt", "isnt", "wont", "wouldnt", "couldnt", "hasnt", "havent", "hardly", "barely", "scarcely", "zero",
		"lacks", "lacked", "lacking":
		return true
	}
	return strings.HasSuffix(folded, "n't")
}

// bars reports whether a negation does not reach past a folded word.
func bars(folded string) bool {
	switch folded {
	case "but", "and", "because", "so", "until", "when", "while", "although", "though", "however", "which", "who",
		"only", "just":
		return true
	}
	return false
}

// Negated reports whether the word at i stands under a negation that begins
// within the span.
func (t *Text) Negated(i int, within Span) bool {
	for back := 1; back <= negationReach && i-back >= within.First; back++ {
		before := t.Tokens[i-back]
		if Negates(before.Folded) {
			// "Not only", "no doubt" and "couldn't be happier" deny nothing.
			return !t.rhetorical(i-back, within)
		}
		if bars(before.Folded) || !before.Word && before.Text != "-" && before.Text != "'" {
			return false
		}
	}
	return false
}

// rhetorical reports whether the negation at i only seems to be one.
func (t *Text) rhetorical(i int, within Span) bool {
	next := func(n int) string {
		if i+n < within.Last {
			return t.Tokens[i+n].Folded
		}
		return ""
	}
	switch t.Tokens[i].Folded {
	case "not":
		return next(1) == "only" || next(1) == "just" || next(1) == "to" && next(2) == "mention" || t.compares(i, within)
	case "no":
		return among(" doubt wonder matter one problem problems issue issues hassle fuss nonsense ", next(1))
	case "couldn't", "couldnt", "can't", "cannot", "cant":
		return next(1) == "be" || among(" recommend say thank praise fault ask ", next(1)) || next(1) == "have" || t.compares(i, within)
	case "nothing":
		return next(1) == "but" || next(1) == "short"
	case "never", "hasn't", "haven't":
		return t.compares(i, within)
	}
	return false
}

// praises are comparatives that praise highest under a negation, as in "It has
// never looked better".
const praises = " better cleaner happier nicer easier smoother faster kinder friendlier warmer sweeter prouder simpler "

// compares reports whether such a comparative follows the negation at i.
func (t *Text) compares(i int, within Span) bool {
	for n := 1; n <= negationReach && i+n < within.Last; n++ {
		if among(praises, t.Tokens[i+n].Folded) {
			return true
		}
	}
	return false
}
