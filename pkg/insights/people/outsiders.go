package people

import (
	"strings"

	"github.com/reviewdata/reviewdata/pkg/insights/token"
)

// outside reports whether a span names somebody who is not on the staff, by
// how the customer speaks of them.
func (s *search) outside(span, sentence token.Span) bool {
	before := func(n int) string { return s.folded(span.First-n, sentence) }
	after := func(n int) string { return s.folded(span.Last-1+n, sentence) }
	switch {
	case s.related(span.First-1, sentence), among(" , ( ", before(1)) && !among(learned, s.folded(span.First, sentence)) && s.related(span.First-2, sentence):
		return true
	case among(" my our ", before(1)) && s.needed(span.First, sentence) == none, among(" my our ", before(2)) && among(endearments, before(1)):
		return true
	case s.apposed(span, sentence), s.listed(span, sentence), s.self(span, sentence):
		return true
	case s.formerly(span.First-1, sentence), before(1) == "," && s.formerly(span.First-2, sentence):
		return true
	case among(" referral referrals ", before(2)) && among(" to from ", before(1)), before(2) == "referred" && before(1) == "by":
		return true
	case s.titledAt(span) && before(1) == "a" && !among(" to with by ", before(2)):
		return true
	case s.titledAt(span) && after(1) == "at" && among(" the a ", after(2)) && among(" hospital er emergency ", after(3)):
		return true
	case among(animalDeeds, after(1)), s.possessive(span) && among(belongings, after(1)):
		return true
	case before(1) == "from" && before(2) == "divorce", among(" to from ", before(1)) && among(" married divorced ", before(2)):
		return true
	case among(" next down across ", after(1)) && among(" door the ", after(2)), after(2) == "doors" && after(3) == "down":
		return true
	}
	return false
}

// apposed reports whether what follows a name says so: "Susan, my neighbour,".
// In "Thanks Dave, my wife is happy" a sentence follows.
func (s *search) apposed(span, sentence token.Span) bool {
	after := func(n int) string { return s.folded(span.Last-1+n, sentence) }
	if !among(" , ( - – — is ", after(1)) || !among(" my our ", after(2)) {
		return false
	}
	return among(kin, after(3)) && s.ends(span.Last+3, sentence) || among(kin, after(4)) && s.ends(span.Last+4, sentence)
}

// related reports whether the word at i says that the name after it is that of
// one of the customer's people or pets. Staff have families and friends too:
// "Carl's son Derek", and "his brother Sal" once somebody was named.
func (s *search) related(i int, sentence token.Span) bool {
	word := s.folded(i, sentence)
	if word == "law" && s.folded(i-2, sentence) == "in" {
		return true
	}
	if !among(kin, word) && !among(others, word) {
		possessed := among(" my our ", s.folded(i-1, sentence))
		return possessed && among(" partner boss boy girl tenant client lodger carer's ", word)
	}
	if s.Tokens[i].Upper && among(orders, word) {
		return false
	}
	whose := s.folded(i-1, sentence)
	if among(mates, word) && !among(" my our ", whose) {
		return false
	}
	if among(" his her their ", whose) {
		return len(s.found) == 0 || len(s.outsiders) > 0
	}
	owner, owned := strings.CutSuffix(whose, "'s")
	return !owned || among(kin, owner)
}

// listed reports whether a name goes on a list that began with somebody who is
// not on the staff: "our boys Max, Leo and Sam".
func (s *search) listed(span, sentence token.Span) bool {
	if len(s.outsiders) == 0 || s.chained <= sentence.First {
		return false
	}
	at := s.chained
	for at < span.First && among(" , and & ", s.folded(at, sentence)) {
		at++
	}
	if at != span.First || at == s.chained {
		return false
	}
	introduction := s.folded(s.outsiders[len(s.outsiders)-1].First-1, sentence)
	return introduction == "and" || among(plurals, introduction) || introduction == "," && s.folded(s.chained, sentence) != ","
}

// self reports whether customers name themselves.
func (s *search) self(span, sentence token.Span) bool {
	before := s.folded(span.First-1, sentence)
	if before == "i'm" || before == "am" && s.folded(span.First-2, sentence) == "i" {
		return true
	}
	for i := span.First - 1; i > sentence.First && i >= span.First-4; i-- {
		if among(" name name's ", s.folded(i, sentence)) && s.folded(i-1, sentence) == "my" {
			return true
		}
	}
	return false
}

// formerly reports whether the word at i is the role of somebody who works
// elsewhere, such as "my old dentist".
func (s *search) formerly(i int, sentence token.Span) bool {
	return among(roles, s.folded(i, sentence)) && among(" old former previous ex opposing side's ", s.folded(i-1, sentence))
}

func (s *search) titledAt(span token.Span) bool { return among(titles, s.Tokens[span.First].Folded) }

// signature reports whether a sentence is nothing but the name of its writer:
// the last one, and short. A closing word may announce more than one name.
func (s *search) signature(sentence token.Span) bool {
	if sentence.Last != len(s.Tokens) || len(s.Sentences) < 2 || sentence.Len() > 7 {
		return false
	}
	closing := s.closing(sentence)
	shout := s.Tokens[sentence.Last-1].Text == "!"
	words := 0
	for i := sentence.First; i < sentence.Last; i++ {
		t := s.Tokens[i]
		if !t.Word || closing && i < sentence.First+2 || !shout && i > sentence.First && among(" and & the family ", t.Folded) {
			continue
		}
		if !t.Upper || among(" thanks thank great ask see call awesome highly ", t.Folded) {
			return false
		}
		words++
	}
	return words > 0 && (closing || sentence.Len() <= 4 && !shout)
}

// closing reports whether a sentence begins as the end of a letter does.
func (s *search) closing(sentence token.Span) bool {
	first, second := s.folded(sentence.First, sentence), s.folded(sentence.First+1, sentence)
	return among(" - -- – — signed sincerely respectfully regards ", first) ||
		among(" love best yours ", first) && second == "," ||
		among(" kind best warm warmest many yours ", first) && among(" regards wishes sincerely truly faithfully ", second)
}
