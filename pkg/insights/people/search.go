package people

import (
	"strings"

	"github.com/reviewdata/reviewdata/pkg/insights/token"
)

// search is one text being searched.
type search struct {
	*Finder
	*token.Text
	lower     bool // the text has no capitals at all
	found     []Person
	outsiders []Person // whom the customer names beside the staff
	chained   int      // where the last list of outsiders may go on
}

// at keeps the person whose name begins at i, if there is one, and returns
// where the name ends.
func (s *search) at(i int, sentence token.Span) int {
	span := s.titled(i, sentence)
	plain := span.Len() == 0
	if plain {
		name := s.bare(i)
		if len(name) < 2 || s.epithet(i, sentence) || !s.Tokens[i].Upper && !s.lower && !s.careless(name) {
			return 0
		}
		span = s.extend(token.Span{First: i, Last: i + 1}, sentence)
	}
	switch {
	case s.outside(span, sentence):
		s.outsiders = append(s.outsiders, s.person(span))
		s.chained = span.Last
	case plain && s.excluded(span, sentence), plain && s.context(span, sentence) < s.needed(i, sentence):
		return 0
	default:
		s.found = append(s.found, s.person(span))
	}
	return span.Last
}

// epithet reports whether the word at i stands before the name of a workmate,
// such as "Big" before "Tony".
func (s *search) epithet(i int, sentence token.Span) bool {
	return among(epithets, s.Tokens[i].Folded) && i+1 < sentence.Last && s.first[s.bare(i+1)] && s.Tokens[i+1].Upper
}

// careless reports whether a word without a capital is a first name and hardly
// anything else.
func (s *search) careless(name string) bool {
	return s.first[name] && len(name) > 2 && !among(commonWords+placeNames+roles+calendar, name)
}

// needed is how much the words around a word must speak for its being a name.
func (s *search) needed(i int, sentence token.Span) int {
	name := s.bare(i)
	upper, common := s.Tokens[i].Upper, among(commonWords, name)
	switch known := s.first[name]; {
	case among(titles, name), !known && (common || !upper || s.english(name)), known && (among(neverNames, name) || among(roles, name) || !upper && among(verbs, name)):
		return never
	case !known, !upper && (common || among(wordy, name)), among(brandNames, name):
		return personal
	case common && i > sentence.First:
		return likely
	case common, !upper:
		return strong
	case s.unseen:
		return strong
	default:
		return none
	}
}

// english reports whether a word that is no first name is a word of English or
// a brand.
func (s *search) english(name string) bool {
	return s.words[name] || s.words[strings.TrimSuffix(name, "s")] || among(roles, name) || among(brands, name) || abstract(name)
}

// abstract reports whether a word that is no known name ends as those for
// things done or felt do.
func abstract(word string) bool {
	for _, ending := range [...]string{"tion", "sion", "ment", "ments", "ness", "ance", "ence", "age", "ity", "ies", "ing", "ings", "osis", "itis", "logy", "opy"} {
		if len(word) > 6 && strings.HasSuffix(word, ending) {
			return true
		}
	}
	return false
}
