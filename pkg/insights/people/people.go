// Package people finds the people a review names, without knowing whom a
// business employs: by first names and by the words around them. It leaves out
// whom a customer names beside the staff (family, friends, the customer), and
// places, firms and brands that are called like people.
//
// The first names are those of the 1990 census of the United States, a work of
// its government and in the public domain.
package people

import (
	_ "embed"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/insights/token"
	"github.com/reviewdata/reviewdata/pkg/review"
)

//go:embed first_names.txt
var firstNames string

// words are English words that are no first names: those of the training
// sentences and of the general lexicon.
//
//go:embed words.txt
var words string

// Person is somebody a text names, by the longest form of the name in it.
type Person struct {
	Name string
	token.Span
}

// Finder finds people. It is immutable.
type Finder struct {
	first map[string]bool
	words map[string]bool
	firm  map[string]bool // the words of the name of the business
}

// NewFinder prepares to find people in reviews of a business with a name,
// which is not taken for that of a person.
func NewFinder(business string) *Finder {
	f := &Finder{first: lines(firstNames), words: lines(words), firm: map[string]bool{}}
	for word := range strings.FieldsSeq(business) {
		f.firm[review.Fold(strings.Trim(word, ",.&'"))] = true
	}
	return f
}

func lines(text string) map[string]bool {
	out := map[string]bool{}
	for line := range strings.Lines(text) {
		out[strings.TrimSpace(line)] = true
	}
	return out
}

// Find returns the people that a text names, each once, in the order of their
// first mentions. The author is not one of them.
func (f *Finder) Find(t *token.Text, author string) []Person {
	s := search{Finder: f, Text: t, lower: !hasUpper(t)}
	var found []Person
	for _, sentence := range t.Sentences {
		if s.signature(sentence) {
			continue
		}
		for i := sentence.First; i < sentence.Last; {
			p := s.at(i, sentence)
			if p.Len() == 0 {
				i++
				continue
			}
			found = append(found, p)
			i = p.Last
		}
	}
	return merge(found, author)
}

func hasUpper(t *token.Text) bool {
	for _, word := range t.Tokens {
		if word.Upper {
			return true
		}
	}
	return false
}

// search is one text being searched.
type search struct {
	*Finder
	*token.Text
	lower bool // the text has no capitals at all
}

// at returns the person whose name begins at i, or none.
func (s *search) at(i int, sentence token.Span) Person {
	if title := s.titled(i, sentence); title.Len() > 0 {
		return s.person(title)
	}
	name := s.bare(i)
	if s.Tokens[i].Text == "" || !s.Tokens[i].Upper && !s.lower || len(name) < 2 {
		return Person{}
	}
	span := s.extend(token.Span{First: i, Last: i + 1}, sentence)
	if s.excluded(span, sentence) {
		return Person{}
	}
	if s.context(span, sentence) < s.needed(name, i == sentence.First) {
		return Person{}
	}
	return s.person(span)
}

// needed is how much the words around a word must speak for its being a name.
func (s *search) needed(name string, opens bool) int {
	common := among(commonWords, name)
	switch known := s.first[name]; {
	case known && (among(neverNames, name) || among(roles, name)), !known && (common || s.lower || s.words[name] || s.words[strings.TrimSuffix(name, "s")] || among(roles, name)):
		return never
	case !known:
		return personal
	case common && !opens && !s.lower:
		return likely
	case common, s.lower:
		return strong
	default:
		return none
	}
}

// titled returns a title with the capitalised name after it, such as
// "Dr. Patel".
func (s *search) titled(i int, sentence token.Span) token.Span {
	if !among(titles, s.Tokens[i].Folded) || !s.Tokens[i].Upper && !s.lower {
		return token.Span{}
	}
	at := i + 1
	if at < sentence.Last && s.Tokens[at].Text == "." {
		at++
	}
	if at >= sentence.Last || !s.Tokens[at].Upper || !s.Tokens[at].Word || len(s.Tokens[at].Text) < 2 {
		return token.Span{}
	}
	return s.extend(token.Span{First: i, Last: at + 1}, sentence)
}

// extend adds the surname, when a capitalised word that can be one follows.
func (s *search) extend(span, sentence token.Span) token.Span {
	for span.Last < sentence.Last && span.Len() < 4 {
		if s.hyphenated(span.Last, sentence) {
			span.Last += 2
			continue
		}
		last, next := s.Tokens[span.Last-1], s.Tokens[span.Last]
		if strings.HasSuffix(last.Folded, "'s") || !next.Word || !next.Upper || len(s.bare(span.Last)) < 2 ||
			next.Start != last.End+1 || among(notSurnames, s.bare(span.Last)) || s.firm[s.bare(span.Last)] {
			return span
		}
		span.Last++
	}
	return span
}

// hyphenated reports whether a hyphen and the other half of a name stand at i.
func (s *search) hyphenated(i int, sentence token.Span) bool {
	return i+1 < sentence.Last && s.Tokens[i].Text == "-" && s.Tokens[i].Start == s.Tokens[i-1].End &&
		s.Tokens[i+1].Upper && s.Tokens[i+1].Start == s.Tokens[i].End
}

// bare returns a word in lower case, without a possessive ending.
func (s *search) bare(i int) string {
	folded := s.Tokens[i].Folded
	if name, ok := strings.CutSuffix(folded, "'s"); ok {
		return name
	}
	return strings.TrimSuffix(folded, "'")
}

// person names a span as it stands in the text, titles and all, without a
// possessive ending.
func (s *search) person(span token.Span) Person {
	span = s.untitled(span)
	name, _, _ := s.Slice(span)
	for _, ending := range []string{"'s", "’s", "'", "’"} {
		name = strings.TrimSuffix(name, ending)
	}
	return Person{Name: strings.Join(strings.Fields(name), " "), Span: span}
}

// untitled leaves out a title before a first name: "Mr. Casey" is called so,
// "Mr. Andrew Casey" is Andrew Casey. Doctors keep theirs.
func (s *search) untitled(span token.Span) token.Span {
	title := s.Tokens[span.First].Folded
	if !among(titles, title) || title == "dr" {
		return span
	}
	name := span.First + 1
	if s.Tokens[name].Text == "." {
		name++
	}
	if span.Last-name > 1 {
		span.First = name
	}
	return span
}

// signature reports whether a sentence is nothing but the name of its writer:
// the last one, and short.
func (s *search) signature(sentence token.Span) bool {
	if sentence.Last != len(s.Tokens) || len(s.Sentences) < 2 || sentence.Len() > 4 {
		return false
	}
	words := 0
	for i := sentence.First; i < sentence.Last; i++ {
		t := s.Tokens[i]
		if t.Word && (!t.Upper || among(" thanks thank great ask see call awesome highly ", t.Folded)) {
			return false
		}
		if t.Word {
			words++
		}
	}
	return words > 0 && s.Tokens[sentence.Last-1].Text != "!"
}

// merge keeps each person once, by the fullest name, and drops the author.
func merge(found []Person, author string) []Person {
	var out []Person
	for _, p := range found {
		at := -1
		for i, known := range out {
			if same(known.Name, p.Name) {
				at = i
			}
		}
		switch {
		case author != "" && same(author, p.Name) && len(found) > 1:
		case at < 0:
			out = append(out, p)
		case len(p.Name) > len(out[at].Name):
			out[at].Name = p.Name
		}
	}
	return out
}

// same reports whether one name is the beginning or the end of the other.
func same(a, b string) bool {
	a, b = withoutTitle(review.Fold(a)), withoutTitle(review.Fold(b))
	if len(a) > len(b) {
		a, b = b, a
	}
	return a == b || strings.HasPrefix(b, a+" ") || strings.HasSuffix(b, " "+a)
}

func withoutTitle(name string) string {
	first, rest, several := strings.Cut(name, " ")
	if several && among(titles, strings.TrimSuffix(first, ".")) {
		return rest
	}
	return name
}

func among(list, word string) bool {
	return word != "" && strings.Contains(list, " "+word+" ")
}

// Plain reports whether a folded word is a first name and nothing else, so
// that it names somebody even without a capital.
func (f *Finder) Plain(word string) bool {
	return f != nil && len(word) > 3 && f.first[word] && !among(commonWords, word) && !among(placeNames, word)
}

// English reports whether a folded word is a word of English, contractions
// included. Many words are not known.
func (f *Finder) English(word string) bool {
	stem, _, contracted := strings.Cut(word, "'")
	return f.words[word] || contracted && f.words[stem] || among(contractions, word)
}
