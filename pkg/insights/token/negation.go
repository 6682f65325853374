package token

import (
	"strings"
)

// negationReach is how many words a negation turns.
const negationReach = 4

// farther is how many more it turns beyond words that only tell who or how.
const farther = 2

// Negates reports whether a folded word turns what follows into its opposite.
func Negates(folded string) bool {
	switch folded {
	case "not", "no", "never", "none", "nobody", "nothing", "neither", "nor", "without", "cannot",
		"hardly", "barely", "scarcely", "rarely", "seldom", "zero", "lacks", "lacked", "lacking":
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
// within the span, says what is missed, or belongs to a question that is denied.
func (t *Text) Negated(i int, within Span) bool {
	if t.Refuted(Span{i, i + 1}) || t.missed(i, within) || t.unreal(i, within) || t.ofNothing(i, within) {
		return true
	}
	reach := negationReach
	for back := 1; back <= reach && i-back >= within.First; back++ {
		before := t.Tokens[i-back]
		if t.extends(i-back, within) {
			reach += farther
		}
		if Negates(before.Folded) {
			// "Not only", "no doubt" and "couldn't be happier" deny nothing.
			return !t.rhetorical(i-back, within) && !t.fails(i-back, i)
		}
		if t.denies(i-back, within) {
			return !t.Negated(i-back-1, within) // "He was never anything but polite."
		}
		if before.Text == "," && t.alternates(i-back, i, within) {
			reach += farther
			continue
		}
		if bars(before.Folded) || !before.Word && before.Text != "-" && before.Text != "'" {
			return false
		}
	}
	return false
}

// ofNothing reports whether "nothing" is all that the verb at i has: "He explained nothing
// to us" is no praise, and "He charged us nothing" is.
func (t *Text) ofNothing(i int, within Span) bool {
	const verbs = " explain explains explained know knows knew fix fixed solve solved clean cleaned charge charged cover covers covered "
	if !among(verbs, t.Tokens[i].Folded) {
		return false
	}
	at := i + 1
	if at < within.Last && among(" me us him her them you ", t.Tokens[at].Folded) {
		at++
	}
	return at < within.Last && t.Tokens[at].Folded == "nothing" &&
		(at+1 == len(t.Tokens) || !among(" but short wrong less more other special ", t.Tokens[at+1].Folded))
}

// alternates reports whether the word at i stands, behind the comma, in a list that ends in
// "or": "They were not friendly, helpful or quick".
func (t *Text) alternates(comma, i int, within Span) bool {
	const reach = 4
	if i-comma > reach {
		return false
	}
	for at := comma + 1; at < min(i+reach, within.Last); at++ {
		switch word := t.Tokens[at]; {
		case word.Folded == "or" || word.Folded == "nor":
			return true
		case bars(word.Folded) || !word.Word && word.Text != ",":
			return false
		}
	}
	return false
}

// fails reports whether "fails to" stands between two words, as in "She never fails to
// impress", where a negation turns the first of them alone.
func (t *Text) fails(first, last int) bool {
	for at := first + 1; at+1 < last; at++ {
		if among(" fail fails failed ", t.Tokens[at].Folded) && t.Tokens[at+1].Folded == "to" {
			return true
		}
	}
	return false
}

// extends reports whether a negation reaches farther across the word at i: "No one could
// call them rude", "They did not even try to be polite".
func (t *Text) extends(i int, within Span) bool {
	before := func(n int) string { return t.Tokens[max(i-n, within.First)].Folded }
	switch t.Tokens[i].Folded {
	case "one":
		return before(1) == "no"
	case "single":
		return before(2) == "not"
	case "call":
		return among(" would ever i'd we'd ", before(1)) // "Hardly what I would call clean"
	case "be":
		return before(1) == "to" && among(" try tried trying bother bothered manage managed attempt attempted ", before(2))
	}
	return false
}

// denies reports whether the word at i and the one before it are a negation together.
func (t *Text) denies(i int, within Span) bool {
	if i == within.First {
		return false
	}
	switch t.Tokens[i-1].Folded + " " + t.Tokens[i].Folded {
	case "anything but", "far from":
		return true
	case "very little", "so little", "too little", "precious little", "with little", "had little", "has little", "have little",
		"showed little", "shows little", "is little", "was little", "there's little", "paid little", "took little":
		return i+1 < within.Last && !among(" or to ", t.Tokens[i+1].Folded) // "little to no"
	case "less than":
		return i+1 < within.Last && among(virtues, t.Tokens[i+1].Folded)
	}
	return false
}

// Turns reports whether a folded word may belong to what turns others into their opposite.
func Turns(folded string) bool {
	switch folded {
	case "anything", "far", "less", "little", "if", "think", "doubt", "used", "expected", "claim", "claims", "claimed", "too",
		"fail", "fails", "failed", "failing", "pretend", "pretends", "pretended", "pretending":
		return true
	}
	return Negates(folded) || wishes(folded)
}
