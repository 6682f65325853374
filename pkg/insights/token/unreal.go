package token

import "strings"

// What is said of somebody is not always said to be so: it may be doubted ("I doubt they
// are honest"), wished ("If only they were honest"), pretended, expected in vain, or over.

// unrealReach is how many words behind such an opening are not so.
const unrealReach = 5

// virtues are what customers miss when there is less of it.
const virtues = " perfect ideal stellar great happy pleased thrilled impressed satisfied helpful friendly polite courteous " +
	"welcoming pleasant professional honest truthful forthcoming transparent competent clean punctual knowledgeable " +
	"responsive thorough affordable tidy reliable careful attentive caring respectful trustworthy organized efficient "

// Who stands after a wish or a doubt.
const (
	competitors = " every all everyone everybody other others more " // wished to be as good: "If only every firm were this polite"
	customers   = " i we "                                           // wish so of themselves: "If only we had called sooner"
	staff       = " that they he she it this these the their his her someone somebody "
)

// unreal reports whether the word at i belongs to what is said not to be so, though no
// negation stands close before it.
func (t *Text) unreal(i int, within Span) bool {
	for at := i - 1; at >= within.First && i-at <= unrealReach; at-- {
		word := t.Tokens[at]
		switch {
		case t.undoes(at, within):
			return true
		case !word.Word || bars(word.Folded) || Negates(word.Folded) || word.Folded == "now":
			return false
		}
	}
	return false
}

// undoes reports whether the word at i is the last of those that tell that what follows
// is not so.
func (t *Text) undoes(i int, within Span) bool {
	before := func(n int) string { return t.Tokens[max(i-n, within.First)].Folded }
	next := t.Tokens[min(i+1, within.Last-1)].Folded
	switch t.Tokens[i].Folded {
	case "only":
		return before(1) == "if" && !among(competitors+customers, next)
	case "if":
		return among(staff, next) && among(" nice good great better lovely helpful wonderful ", before(1)) && among(" be been ", before(2))
	case "think": // "You would think they are honest", but "You would think you are at home"
		return (before(1) == "you'd" || before(2) == "you" && before(1) == "would") && among(" a an any they he she the these their ", next)
	case "doubt":
		return among(" i we highly seriously really ", before(1)) && among(staff, next)
	case "say":
		return Negates(before(1)) && among(" that they he she the i we ", next)
	case "less":
		return among(virtues, next) && !among(" no not any ", before(1))
	case "to":
		return among(" fail fails failed failing pretend pretends pretended pretending ", before(1)) && !t.denied(i-1, within) ||
			before(2) == "too" && among(" busy lazy proud greedy rushed important ", before(1)) && !t.denied(i-1, within)
	case "be":
		return before(1) == "to" && (among(" claim claims claimed ", before(2)) && among(" they he she it who ", before(3)) ||
			before(2) == "used" && !among(" i we am is are was were got get never ", before(3)) || t.expected(i-1, within))
	}
	return false
}

// denied reports whether a negation stands shortly before the word at i, whatever it turns.
func (t *Text) denied(i int, within Span) bool {
	for at := i - 1; at >= max(within.First, i-negationReach) && !bars(t.Tokens[at].Folded); at-- {
		if word := t.Tokens[at].Folded; Negates(word) || word == "rarely" || word == "seldom" {
			return true
		}
	}
	return false
}

// expected reports whether something is expected before the "to" at i, as in "I
// expected the crew to".
func (t *Text) expected(i int, within Span) bool {
	const reach = 4
	for at := i - 2; at >= max(within.First, i-reach); at-- {
		if t.Tokens[at].Folded == "expected" {
			return !t.denied(at, within)
		}
	}
	return false
}

// wishes reports whether a folded word may begin what somebody misses.
func wishes(folded string) bool {
	switch folded {
	case "could", "should", "might", "would", "wish", "wished", "need", "needs", "needed":
		return true
	}
	return false
}

// missed reports whether the word at i tells what somebody misses: what could be
// cleaner, or should have been more careful, is not.
func (t *Text) missed(i int, within Span) bool {
	const others = " quicker clearer sooner earlier cheaper tidier neater safer shorter fairer gentler calmer lower closer nearer "
	if i == within.First || t.Tokens[i-1].Folded == "any" || !among(praises+others, t.Tokens[i].Folded) && t.Tokens[i-1].Folded != "more" {
		return false // "Could it be any easier?"
	}
	is, was, wished := false, false, false
	for at := i - 1; at >= within.First; at-- {
		switch word := t.Tokens[at]; {
		case Negates(word.Folded) || word.Folded == "doubt": // "Nobody could have been kinder."
			return false
		case bars(word.Folded) || !word.Word:
			return wished
		case among(" be been ", word.Folded):
			is = true
		case among(" was were ", word.Folded):
			was = true
		case wishes(word.Folded) && i-at <= missedReach && !t.ownNeed(at, within):
			wished = wished || is || was && strings.HasPrefix(word.Folded, "wish")
		}
	}
	return wished
}

// ownNeed reports whether the word at i tells what customers need: "If you need to be
// seen sooner", "Whatever needed to be done".
func (t *Text) ownNeed(i int, within Span) bool {
	return strings.HasPrefix(t.Tokens[i].Folded, "need") && i > within.First && among(" i we you what whatever that which ", t.Tokens[i-1].Folded)
}

// missedReach is how many words before what is missed the wish begins at most.
const missedReach = 6
