// Package phrase finds phrases in sentences. A phrase is a line of words with
// single spaces between them, in lower case:
//
//	called back      the two words, one after the other
//	schedul*         any word that begins so
//	tidy|neat|clean* one of these
//	<late>           any word of a concept of the lexicon
//	up?              the word may be left out
//	.. or ..5        up to three, or five, words of any kind but negations
//
// Punctuation between words does not matter, nor do common misspellings, which words
// of sentences are expected to be without.
package phrase

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/insights/lexicon"
	"github.com/reviewdata/reviewdata/pkg/insights/token"
)

// Word is a word of a sentence.
type Word struct {
	Folded   string
	Concepts lexicon.Set
	Negates  bool // no gap reaches past it
}

// Hit says that the words from First to before Last are a phrase.
type Hit struct {
	Phrase      int // as given to Add
	First, Last int
}

// Set is a set of phrases to look for at once. The zero value is empty. It
// must not be changed while it is in use.
type Set struct {
	phrases [][]element
	targets []int
	first   map[string][]int          // phrases by their first word
	opened  map[string][]int          // by the first letters of the beginning of it
	concept map[lexicon.Concept][]int // by the concept of it
	used    lexicon.Set               // the concepts that phrases begin with
}

// element is a part of a phrase.
type element struct {
	words    []string
	stems    []string
	concepts lexicon.Set
	gap      int // any words, up to as many
	optional bool
}

// head is how many letters of a beginning are looked up.
const head = 2

// Add adds a phrase that stands for a number.
func (s *Set) Add(text string, stands int, l *lexicon.Lexicon) error {
	var parsed []element
	for part := range strings.FieldsSeq(text) {
		e, err := parse(part, l)
		if err != nil {
			return fmt.Errorf("phrase %q: %w", text, err)
		}
		parsed = append(parsed, e)
	}
	if len(parsed) == 0 || parsed[0].gap > 0 || parsed[0].optional {
		return fmt.Errorf("phrase %q must begin with a word", text)
	}
	s.phrases, s.targets = append(s.phrases, parsed), append(s.targets, stands)
	s.file(parsed[0], len(s.phrases)-1)
	return nil
}

func (s *Set) file(e element, at int) {
	if s.first == nil {
		s.first, s.opened, s.concept = map[string][]int{}, map[string][]int{}, map[lexicon.Concept][]int{}
	}
	for _, word := range e.words {
		s.first[word] = append(s.first[word], at)
	}
	for _, stem := range e.stems {
		key := stem[:min(head, len(stem))]
		s.opened[key] = append(s.opened[key], at)
	}
	for c := range e.concepts.All() {
		s.concept[c] = append(s.concept[c], at)
	}
	s.used |= e.concepts
}

func parse(part string, l *lexicon.Lexicon) (element, error) {
	var e element
	if count, ok := strings.CutPrefix(part, ".."); ok {
		e.gap = 3
		if count == "" {
			return e, nil
		}
		n, err := strconv.Atoi(count)
		e.gap = n
		return e, err
	}
	part, e.optional = strings.CutSuffix(part, "?")
	for alternative := range strings.SplitSeq(part, "|") {
		name, isConcept := strings.CutPrefix(alternative, "<")
		stem, isStem := strings.CutSuffix(alternative, "*")
		switch {
		case isConcept:
			c, ok := l.Concept(strings.TrimSuffix(name, ">"))
			if !ok {
				return e, fmt.Errorf("no concept is called %s", alternative)
			}
			e.concepts |= 1 << c
		case isStem && len(stem) >= head:
			e.stems = append(e.stems, stem)
		default:
			e.words = append(e.words, token.Spelt(strings.TrimSuffix(alternative, "*")))
		}
	}
	return e, nil
}

// Find returns the phrases in a sentence, by where they begin, for each begin
// and phrase the longest.
func (s *Set) Find(sentence []Word) []Hit {
	var out []Hit
	try := func(phrase, at int) {
		if end := match(s.phrases[phrase][1:], sentence, at+1); end >= 0 {
			out = append(out, Hit{s.targets[phrase], at, end})
		}
	}
	for at := range sentence {
		word := &sentence[at]
		for _, p := range s.first[word.Folded] {
			try(p, at)
		}
		for _, p := range s.opened[word.Folded[:min(head, len(word.Folded))]] {
			if s.phrases[p][0].accepts(word) {
				try(p, at)
			}
		}
		for c := range (word.Concepts & s.used).All() {
			for _, p := range s.concept[c] {
				try(p, at)
			}
		}
	}
	return out
}

// match returns where the phrase that begins at a word ends, or -1.
func match(phrase []element, sentence []Word, at int) int {
	if len(phrase) == 0 {
		return at
	}
	e, rest := &phrase[0], phrase[1:]
	if e.gap > 0 {
		for skip := 0; skip <= e.gap && at+skip <= len(sentence); skip++ {
			if end := match(rest, sentence, at+skip); end >= 0 {
				return end
			}
			if at+skip < len(sentence) && sentence[at+skip].Negates {
				break
			}
		}
		return -1
	}
	if at < len(sentence) && e.accepts(&sentence[at]) {
		if end := match(rest, sentence, at+1); end >= 0 {
			return end
		}
	}
	if e.optional {
		return match(rest, sentence, at)
	}
	return -1
}

func (e *element) accepts(w *Word) bool {
	if w.Concepts&e.concepts != 0 {
		return true
	}
	if slices.Contains(e.words, w.Folded) {
		return true
	}
	for _, stem := range e.stems {
		if strings.HasPrefix(w.Folded, stem) {
			return true
		}
	}
	return false
}
