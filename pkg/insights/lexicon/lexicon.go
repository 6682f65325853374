// Package lexicon knows words: what they have in common with other words, and
// whether they praise or blame.
package lexicon

import (
	_ "embed"
	"errors"
	"fmt"
	"iter"
	"math/bits"
	"strconv"
	"strings"
)

//go:embed concepts.txt
var concepts string

//go:embed opinions.txt
var opinions string

//go:embed vader.txt
var general string

// maxConcepts is how many concepts a Set can tell apart.
const maxConcepts = 64

// Set is a set of concepts, a bit each.
type Set uint64

// All yields the concepts of a set, in order.
func (s Set) All() iter.Seq[Concept] {
	return func(yield func(Concept) bool) {
		for left := s; left != 0; left &= left - 1 {
			if !yield(Concept(bits.TrailingZeros64(uint64(left)))) {
				return
			}
		}
	}
}

// Concept is a group of words of one meaning, such as words for staff.
type Concept uint8

// Entry is what is known of a word.
type Entry struct {
	Concepts Set
	Opinion  float32 // from -3, blame, to 3, praise; in service reviews
	General  float32 // from -4 to 4; anywhere
}

// Lexicon knows words. It is immutable.
type Lexicon struct {
	names  []string // of the concepts
	words  map[string]Entry
	stems  map[string]Entry // beginnings of words
	opened map[string]bool  // the first letters of stems
}

// Load reads the embedded word lists.
func Load() (*Lexicon, error) {
	l := &Lexicon{words: map[string]Entry{}, stems: map[string]Entry{}, opened: map[string]bool{}}
	return l, errors.Join(
		each(concepts, ":", l.addConcept),
		each(opinions, ":", l.addOpinion),
		each(general, ":", l.addGeneral),
	)
}

// General returns the words that praise or blame anywhere.
func General() iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range strings.Lines(general) {
			_, words, _ := strings.Cut(line, ":")
			for word := range strings.FieldsSeq(words) {
				if !yield(word) {
					return
				}
			}
		}
	}
}

// each calls add with every line of a list, cut in two.
func each(list, separator string, add func(key, rest string) error) error {
	for n, line := range strings.Split(strings.TrimSpace(list), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		key, rest, ok := strings.Cut(line, separator)
		if !ok {
			return fmt.Errorf("read lexicon: line %d, %q, has no %q", n+1, line, separator)
		}
		if err := add(key, rest); err != nil {
			return fmt.Errorf("read lexicon: line %d, %q: %w", n+1, line, err)
		}
	}
	return nil
}

func (l *Lexicon) addConcept(name, words string) error {
	if len(l.names) == maxConcepts {
		return fmt.Errorf("more than %d concepts", maxConcepts)
	}
	bit := Set(1) << len(l.names)
	l.names = append(l.names, name)
	l.each(words, func(e *Entry) { e.Concepts |= bit })
	return nil
}

func (l *Lexicon) addOpinion(strength, words string) error {
	value, err := strconv.ParseFloat(strength, 32)
	l.each(words, func(e *Entry) { e.Opinion = float32(value) })
	return err
}

func (l *Lexicon) addGeneral(mean, words string) error {
	value, err := strconv.ParseFloat(mean, 32)
	l.each(words, func(e *Entry) { e.General = float32(value) })
	return err
}

// each changes the entries of some words.
func (l *Lexicon) each(words string, change func(*Entry)) {
	for word := range strings.FieldsSeq(words) {
		into := l.words
		stem, ok := strings.CutSuffix(word, "*")
		if ok {
			into = l.stems
			l.opened[stem[:min(len(stem), stemHead)]] = true
		}
		e := into[stem]
		change(&e)
		into[stem] = e
	}
}

// stemHead is how many letters decide whether a word can have a stem at all.
const stemHead = 2

// longestStem is no shorter than any stem, in bytes: a word is not worth more.
const longestStem = 30

// Lookup returns what is known of a folded word: the concepts of the word itself
// and of all its beginnings, and the opinion of the longest of these that has one.
func (l *Lexicon) Lookup(folded string) Entry {
	e := l.words[folded]
	if len(folded) < stemHead || !l.opened[folded[:stemHead]] {
		return e
	}
	for n := min(len(folded), longestStem); n >= stemHead; n-- {
		stem, ok := l.stems[folded[:n]]
		if !ok {
			continue
		}
		e.Concepts |= stem.Concepts
		if e.Opinion == 0 {
			e.Opinion = stem.Opinion
		}
	}
	return e
}

// Concept returns the concept with a name.
func (l *Lexicon) Concept(name string) (Concept, bool) {
	for i, known := range l.names {
		if known == name {
			return Concept(i), true
		}
	}
	return 0, false
}

// Names returns the names of the concepts, by number.
func (l *Lexicon) Names() []string { return l.names }
