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

	"github.com/reviewdata/reviewdata/pkg/insights/lexicon"
	"github.com/reviewdata/reviewdata/pkg/insights/token"
	"github.com/reviewdata/reviewdata/pkg/review"
)

//go:embed first_names.txt
var firstNames string

//go:embed more_names.txt
var moreNames string

// words are English words that are no first names: those of the training
// sentences that the general lexicon does not have.
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

	unseen bool // customers do not meet the staff, so that who is named is theirs for the most part
}

// NewFinder prepares to find people in reviews of a business with a name,
// which is not taken for that of a person.
func NewFinder(business string) *Finder {
	f := &Finder{first: lines(firstNames + moreNames), words: lines(words), firm: map[string]bool{}}
	for word := range strings.FieldsSeq(business) {
		f.firm[review.Fold(strings.Trim(word, ",.&'"))] = true
	}
	for word := range lexicon.General() {
		if !f.first[word] {
			f.words[word] = true
		}
	}
	return f
}

// Unseen returns a finder for a business whose customers do not meet its staff, such
// as an insurer: they name their pets and relatives more often, so that a name alone
// does not count, only one with what staff do.
func (f *Finder) Unseen() *Finder {
	out := *f
	out.unseen = true
	return &out
}

func lines(text string) map[string]bool {
	out := map[string]bool{}
	for line := range strings.Lines(text) {
		out[strings.TrimSpace(line)] = true
	}
	return out
}

// mostFound is how many names are looked at in one text. No review has as many;
// what is made to have more is not worth the time, which grows with their square.
const mostFound = 100

// Find returns the people that a text names, each once, in the order of their
// first mentions. The author is not one of them.
func (f *Finder) Find(t *token.Text, author string) []Person {
	s := search{Finder: f, Text: t, lower: !hasUpper(t)}
	for _, sentence := range t.Sentences {
		if s.signature(sentence) {
			continue
		}
		for i := sentence.First; i < sentence.Last && len(s.found)+len(s.outsiders) < mostFound; {
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
