package people

import (
	"strings"

	"github.com/reviewdata/reviewdata/pkg/insights/token"
)

// How much the words around a word speak for its being a name of somebody on
// the staff.
const (
	none     = iota
	likely   // what stands before is done to people
	strong   // what follows may be said of a person
	personal // only a person does what follows, or the words before announce a name
	never    // more than any context
)

// context weighs the words around a span.
func (s *search) context(span, sentence token.Span) int {
	before := func(n int) string { return s.folded(span.First-n, sentence) }
	after := func(n int) string { return s.folded(span.Last-1+n, sentence) }
	switch {
	case among(announcers, before(1)) && span.First-1 >= sentence.First,
		before(1) == "to" && among(" thanks kudos props shoutout thank credit ", before(2)),
		before(1) == "for" && among(" ask asked asking ", before(2)),
		before(1) == "by" && among(" named called name ", before(2)),
		before(1) == "is" && before(2) == "name", among(" with to ", before(1)) && among(talks, before(2)),
		before(1) == "from" && among(" help assistance ", before(2)), among(" is was ", before(1)) && among(roles, before(2)),
		among(epithets, before(1)) && !s.first[before(1)] && s.first[s.bare(span.First)],
		among(" , ( ", before(1)) && among(roles, before(2)) && s.ends(span.Last, sentence):
		return personal
	case after(1) == "and" && among(" his her their the ", after(2)) && (among(crews, after(3)) || after(3) == "rest"):
		return personal
	case human(after(1)), among(adverbs, after(1)) && !among(" is was ", after(1)) && (among(humanDeeds, after(2)) || human(after(2)) && !among(" had has ", after(1))):
		return personal
	case before(1) == "and" && s.nameAt(span.First-2, sentence) && !s.capitals(span.First-2) && (among(deeds+" for at with who ", after(1)) || human(after(1)) || s.ends(span.Last, sentence)):
		return personal
	case after(1) == "and" && s.nameAt(span.Last+1, sentence) && span.First == sentence.First:
		return personal
	case among(" at from ", after(1)) && among(desks, after(2)), among(" at from in ", after(1)) && among(articles, after(2)) && among(desks, after(3)):
		return personal
	case after(1) == "the" && among(roles, after(2)), after(1) == "," && among(" the our ", after(2)) && among(roles, after(3)):
		return personal
	case before(1) == "by" && among(labours, before(2)):
		return personal
	case s.possessive(span) && among(crews, after(1)), after(1) == "in" && among(desks, after(2)):
		return strong
	case among(thanks, before(1)), among(thanks, before(2)) && among(" , you ", before(1)):
		return strong
	case s.unseen && (among(being, after(1)) || among(adverbs, after(1)) && among(being, after(2))):
		return s.served(span.Last, sentence)
	case among(deeds, after(1)), among(adverbs, after(1)) && among(deeds, after(2)):
		return strong
	case after(1) == "and" && s.nameAt(span.Last+1, sentence), before(1) == "and" && s.nameAt(span.First-2, sentence):
		return strong
	case among(partners, before(1)), s.possessive(span):
		return likely
	}
	return none
}

// served is how much what is said with the word of being at i speaks for somebody
// who serves: dogs are happy, healthy and sick, and not helpful.
func (s *search) served(i int, sentence token.Span) int {
	const staff = " amazing helpful great wonderful friendly professional knowledgeable patient kind awesome excellent fantastic courteous polite efficient terrific outstanding pleasant attentive understanding thorough compassionate informative responsive phenomenal incredible rude unhelpful dismissive condescending "
	for i++; among(adverbs+" been so extremely absolutely incredibly most such a an super quite exceptionally both all ", s.folded(i, sentence)); i++ {
	}
	if among(staff, s.folded(i, sentence)) {
		return personal
	}
	return none
}

// human reports whether a word after a name is a deed of people.
func human(word string) bool {
	return among(humanDeeds, word) || len(word) > 4 && strings.HasSuffix(word, "ed") && !among(notDeeds, word)
}

// folded returns the word at i, empty outside the sentence.
func (s *search) folded(i int, sentence token.Span) string {
	if i < sentence.First || i >= sentence.Last {
		return ""
	}
	return s.Tokens[i].Folded
}

func (s *search) possessive(span token.Span) bool {
	last := s.Tokens[span.Last-1].Folded
	return last != s.bare(span.Last-1)
}

// nameAt reports whether a capitalised first name stands at i.
func (s *search) nameAt(i int, sentence token.Span) bool {
	if among(epithets, s.folded(i, sentence)) {
		i++
	}
	return i >= sentence.First && i < sentence.Last && (s.Tokens[i].Upper || s.lower || s.careless(s.bare(i))) &&
		!among(commonWords, s.bare(i)) && (s.first[s.bare(i)] || s.Tokens[i].Word && !s.words[s.bare(i)])
}

// calendar are days and months that hardly anybody is called by.
const calendar = " monday tuesday wednesday thursday friday saturday sunday january february march july september october november december "

// ends reports whether no word follows at i.
func (s *search) ends(i int, sentence token.Span) bool {
	return i >= sentence.Last || !s.Tokens[i].Word
}

// excluded reports whether the words around a span show that it is no name of
// a person.
func (s *search) excluded(span, sentence token.Span) bool {
	before := func(n int) string { return s.folded(span.First-n, sentence) }
	after := func(n int) string { return s.folded(span.Last-1+n, sentence) }
	last := s.bare(span.Last - 1)
	switch {
	case before(1) == "the" || among(" christmas year's years new ", before(1)) || s.marked(last) || s.lettered(span, sentence):
		return true
	case among(" my our ", before(1)), span.Len() == 1 && among(calendar, last):
		return true
	case among(months, last) && among(" by since until till before after during last next this early late mid every ", before(1)):
		return true
	case among(kin, last), among(dignities, before(1)), before(1) == "." && among(dignities, before(2)):
		return true
	case s.saying(span, sentence):
		return true
	case among(places, before(1)), among(" from of to ", before(1)) && among(placeNames, last) && !among(labours, before(2)),
		after(1) == "," && among(states, after(2)) && s.upper(span.Last+1, sentence):
		return true
	case among(firms, after(1)) && s.Tokens[min(span.Last, len(s.Tokens)-1)].Upper, among(firms, last):
		return true
	case s.partnership(span, sentence):
		return true
	case s.firm[s.bare(span.First)] && span.Len() == 1:
		return true
	case among(things, after(1)):
		return true
	}
	return false
}

// marked reports whether a word has marks in it that no name has: "O'Leary" is
// one, "it'll" is not.
func (s *search) marked(name string) bool {
	rest, irish := strings.CutPrefix(name, "o'")
	if !irish {
		rest = strings.TrimPrefix(name, "d'")
	}
	return strings.ContainsAny(rest, ".'")
}

// saying reports whether a name is part of a saying, such as "jack of all
// trades", or stands for nobody in particular.
func (s *search) saying(span, sentence token.Span) bool {
	var around [5]string
	for i := range around {
		around[i] = s.folded(span.First-2+i, sentence)
	}
	name := s.bare(span.First)
	return among(sayings, around[1]+"_"+name) || among(sayings, name+"_"+around[3]) ||
		among(sayings, around[0]+"_"+around[1]+"_"+name) || among(sayings, name+"_"+around[3]+"_"+around[4])
}

// lettered reports whether a word that is no first name is an abbreviation, or
// follows another capitalised word, and so belongs to a longer name of
// something.
func (s *search) lettered(span, sentence token.Span) bool {
	t := s.Tokens[span.First]
	capitals := s.capitals(span.First)
	if name := s.bare(span.First); s.first[name] || span.Len() > 1 {
		return capitals && among(commonWords, name)
	}
	before := span.First - 1
	if capitals || !s.upper(before, sentence) || s.Tokens[before].End+1 != t.Start {
		return capitals
	}
	return before > sentence.First || s.words[s.bare(before)] && !among(commonWords+adverbs+partners+announcers+thanks, s.bare(before))
}

// capitals reports whether the word at i has no other letters than capitals.
func (s *search) capitals(i int) bool {
	t := s.Tokens[i]
	return t.Upper && len(t.Text) > 1 && strings.ToUpper(t.Text) == t.Text
}

// partnership reports whether a name is one of several in the name of a firm,
// such as "Hendrick, Casey & Hutter": some of the others are no first names.
func (s *search) partnership(span, sentence token.Span) bool {
	left, right := span.First-1, span.Last
	if s.upper(left, sentence) && s.surname(left) && left > sentence.First {
		return true
	}
	for among(" & , and ", s.folded(right, sentence)) {
		right++
	}
	for among(" & , ", s.folded(left, sentence)) {
		left--
	}
	if among(titles, s.folded(left-1, sentence)) || s.folded(left-1, sentence) == "." {
		return false
	}
	joined := right > span.Last && s.upper(right, sentence) && s.surname(right)
	return joined && s.folded(span.Last, sentence) == "&" || left < span.First-1 && s.upper(left, sentence) && s.surname(left) && left > sentence.First
}

// surname reports whether a capitalised word is neither a first name nor a word
// that stands before one.
func (s *search) surname(i int) bool {
	name := s.bare(i)
	return s.Tokens[i].Word && !s.first[name] && !among(announcers+thanks+titles+commonWords+notSurnames, name) && !s.english(name)
}

func (s *search) upper(i int, sentence token.Span) bool {
	return i >= sentence.First && i < sentence.Last && s.Tokens[i].Upper
}
