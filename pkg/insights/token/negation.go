package token

import (
	"slices"
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
// within the span, or says what is missed.
func (t *Text) Negated(i int, within Span) bool {
	if t.missed(i, within) || t.unreal(i, within) || t.ofNothing(i, within) {
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
	case "call":
		return among(" would ever i'd we'd ", before(1)) // "Hardly what I would call clean"
	case "be":
		return before(1) == "to" && among(" try tried trying bother bothered manage managed attempt attempted ", before(2))
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
		return next(1) == "only" || next(1) == "just" || next(1) == "to" && next(2) == "mention" || t.compares(i, within) || t.needless(i, within) ||
			i > within.First && among(" could will ", t.Tokens[i-1].Folded) && (t.exceeds(i, within) || t.excels(i, within))
	case "no":
		return among(" doubt wonder matter one problem problems issue issues hassle fuss nonsense less ", next(1)) &&
			!among(" call accuse describe ", next(3)) && !among(" call accuse describe ", next(4)) || // "No one could call them rude."
			next(1) == "excuse" && next(2) == "for"
	case "didn't", "don't", "doesn't":
		return t.needless(i, within) || next(1) == "get" && t.excels(i, within) // "It doesn't get any friendlier."
	case "couldn't", "can't", "cannot":
		return among(" be have say thank believe imagine ", next(1)) || t.exceeds(i, within) || t.excels(i, within)
	case "nothing":
		return next(1) == "but" || next(1) == "short"
	case "never", "nobody", "hasn't", "haven't", "won't":
		return next(1) == "used" && next(3) == "be" || t.excels(i, within) || t.marvels(i, within)
	}
	return false
}

// needless reports whether the negation at i denies, at the end, the need for what is sold
// before it: "They sold us a pump we did not need" is no praise, as "He said we did not
// need a pump" may be.
func (t *Text) needless(i int, within Span) bool {
	const selling = " sell sold selling replaced replacing recommended recommending pushed pushing charged into "
	ends := func(i int) bool { return i >= within.Last || !t.Tokens[i].Word || bars(t.Tokens[i].Folded) }
	return i+1 < within.Last && strings.HasPrefix(t.Tokens[i+1].Folded, "need") &&
		(ends(i+2) || strings.HasSuffix(t.Tokens[i+2].Folded, "ing") && ends(i+3)) &&
		slices.ContainsFunc(t.Tokens[within.First:i], func(word Token) bool { return among(selling, word.Folded) })
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

// exceeds reports whether the negation at i says that no praise is enough, as in
// "I could not recommend them more" and "We could not ask for more".
func (t *Text) exceeds(i int, within Span) bool {
	const reach = 5
	next := func(n int) string { return t.Tokens[min(i+n, within.Last-1)].Folded }
	switch next(1) {
	case "praise", "fault":
		return true
	case "ask":
		return next(2) == "for"
	case "recommend":
		for n := 2; n <= reach; n++ {
			if among(" enough more highly higher ", next(n)) {
				return true
			}
		}
	}
	return false
}

// excels reports whether something is compared after the negation at i, as in
// "I have never met a more thorough electrician", or a ruder one.
func (t *Text) excels(i int, within Span) bool {
	const blames = " worse ruder dirtier slower messier rougher lazier sloppier greedier "
	for n := 2; n <= negationReach+1 && i+n < within.Last && !bars(t.Tokens[i+n].Folded) && t.Tokens[i+n].Word; n++ {
		word, before := t.Tokens[i+n].Folded, t.Tokens[i+n-1].Folded
		if before == "any" {
			before = t.Tokens[i+n-2].Folded // not "They never clean any more."
		}
		if among(blames, word) || word == "more" && among(" a an be been felt anyone anybody someone somebody ", before) {
			return true
		}
	}
	return t.compares(i, within)
}

// marvels reports whether "such" or "so" follows the negation at i: "I have never seen such
// care" denies no care, nor "Never have I been treated so well".
func (t *Text) marvels(i int, within Span) bool {
	const reach = negationReach + 1
	for n := 1; n <= reach && i+n+1 < within.Last && t.Tokens[i+n].Word; n++ {
		switch next := t.Tokens[i+n+1].Folded; t.Tokens[i+n].Folded {
		case "such":
			return true
		case "so":
			return !Negates(next) && !among(" much many that far i we he she they it you this the a my our there no ", next)
		}
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
