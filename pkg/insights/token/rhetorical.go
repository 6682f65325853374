package token

import (
	"slices"
	"strings"
)

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
		(ends(i+2) || among(" for at in ", t.Tokens[i+2].Folded) || strings.HasSuffix(t.Tokens[i+2].Folded, "ing") && ends(i+3)) &&
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
