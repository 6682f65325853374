// Package people finds the people a review names, without knowing whom a
// business employs: by first names and by the words around them. It leaves out
// whom a customer names beside the staff (family, friends, the customer), and
// places, firms and brands that are called like people.
//
// The first names are those of the 1990 census of the United States, a work of
// its government and in the public domain, and some written for this package:
// nicknames, names that have come up since, and names from elsewhere.
package people

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reviewdata/reviewdata/pkg/insights/token"
	"github.com/reviewdata/reviewdata/pkg/review"
)

//go:embed first_names.txt
var firstNames string

//go:embed more_names.txt
var moreNames string

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
	f := &Finder{first: lines(firstNames + moreNames), words: lines(words), firm: map[string]bool{}}
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
	for _, sentence := range t.Sentences {
		if s.signature(sentence) {
			continue
		}
		for i := sentence.First; i < sentence.Last; {
			i = max(i+1, s.at(i, sentence))
		}
	}
	return merge(s.staff(), author)
}

// staff are those found whom the text does not show, here or elsewhere, to
// belong to the customer.
func (s *search) staff() []Person {
	return slices.DeleteFunc(s.found, func(p Person) bool {
		return slices.ContainsFunc(s.outsiders, func(o Person) bool { return same(o.Name, p.Name) })
	})
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
	case !known && (common || !upper || s.english(name)), known && (among(neverNames, name) || among(roles, name) || !upper && among(verbs, name)):
		return never
	case !known, !upper && (common || among(wordy, name)), among(brandNames, name):
		return personal
	case common && i > sentence.First:
		return likely
	case common, !upper:
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

// titled returns a title with the capitalised name after it, such as
// "Dr. Patel". Some write them without a space.
func (s *search) titled(i int, sentence token.Span) token.Span {
	t := s.Tokens[i]
	if title, name, glued := strings.Cut(t.Folded, "."); glued && len(name) > 1 && among(titles, title) && !among(pronouns, name) {
		return s.extend(token.Span{First: i, Last: i + 1}, sentence)
	}
	if !among(titles, t.Folded) || !t.Upper && t.Folded == "miss" {
		return token.Span{}
	}
	at := i + 1
	if at < sentence.Last && s.Tokens[at].Text == "." {
		at++
	}
	if at >= sentence.Last || !s.upper(at, sentence) || !s.Tokens[at].Word || among(" A ", s.Tokens[at].Text) ||
		among(pronouns, s.Tokens[at].Folded) || !t.Upper && (s.words[s.bare(at)] || among(commonWords, s.bare(at))) {
		return token.Span{}
	}
	return s.extend(token.Span{First: i, Last: at + 1}, sentence)
}

// extend adds the surname, when a capitalised word that can be one follows.
func (s *search) extend(span, sentence token.Span) token.Span {
	for span.Last < sentence.Last && span.Len() < 6 {
		if s.hyphenated(span.Last, sentence) {
			span.Last += 2
			continue
		}
		if n := s.particles(span.Last, sentence); n > 0 {
			span.Last += n + 1
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

// particles returns how many words such as "van der" stand at i before a
// surname.
func (s *search) particles(i int, sentence token.Span) int {
	n := 0
	for i+n < sentence.Last && !s.Tokens[i+n].Upper && among(particles, s.Tokens[i+n].Folded) {
		n++
	}
	if n > 0 && s.upper(i+n, sentence) {
		return n
	}
	return 0
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
	return Person{Name: tidy(name), Span: span}
}

// tidy writes a name as careful writers do: "Dr. Hoffman" for "Dr.hoffman" and
// "Seth" for "seth". A sentence that follows without a space is cut off.
func tidy(name string) string {
	words := strings.Fields(name)
	if title, rest, glued := strings.Cut(words[0], "."); glued && rest != "" && among(titles, review.Fold(title)) {
		words = append([]string{title + ".", capitalised(rest)}, words[1:]...)
	}
	words[0] = capitalised(words[0])
	for i, word := range words {
		if head, tail, glued := strings.Cut(word, "."); glued && tail != "" {
			words[i] = head
		}
	}
	return strings.Join(words, " ")
}

func capitalised(word string) string {
	first, n := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(first)) + word[n:]
}

// untitled leaves out a title before a first name: "Mr. Casey" is called so,
// "Mr. Andrew Casey" is Andrew Casey. Doctors keep theirs.
func (s *search) untitled(span token.Span) token.Span {
	title := s.Tokens[span.First].Folded
	if !among(titles, title) || among(learned, title) {
		return span
	}
	name := span.First + 1
	if s.Tokens[name].Text == "." {
		name++
	}
	for i := name + 1; i < span.Last; i++ {
		if s.Tokens[i].Upper && s.Tokens[i].Start > s.Tokens[i-1].End && !among(particles, s.Tokens[i-1].Folded) {
			span.First = name
		}
	}
	return span
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
	return a == b || len(a) == 1 && strings.HasPrefix(b, a) || strings.HasPrefix(b, a+" ") || strings.HasSuffix(b, " "+a)
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
