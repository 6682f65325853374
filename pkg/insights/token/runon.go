package token

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Some customers write without a stop, and some without the space after it.

const (
	longestSentence = 32 // words of a sentence that may have no mark in it
	longestRun      = 24 // words that nobody says in one breath
	longestUnmarked = 16 // and those of a clause in an unmarked sentence
	shortRun        = 4  // words that are not cut off before somebody who does something
	shortUnmarked   = 3  // and those in an unmarked sentence
	leastRest       = 3  // words that are not cut off behind
)

// unmarked reports whether a sentence has so many words and no mark between them that it
// must be several: its clauses are cut wherever a statement may begin.
func (t *Text) unmarked(s Span) bool {
	return t.words(s) > longestSentence && !slices.ContainsFunc(t.Tokens[s.First:s.Last-1], func(word Token) bool {
		return !word.Word && strings.ContainsAny(word.Text, ",;:.!?…()—–")
	})
}

// runOn cuts a clause that is too long to be one, before those who do something, and in an
// unmarked sentence before whatever a statement may be about.
func (t *Text) runOn(s Span, unmarked bool) []Span {
	longest, short := longestRun, shortRun
	if unmarked {
		longest, short = longestUnmarked, shortUnmarked
	}
	if t.words(s) <= longest {
		return []Span{s}
	}
	var out []Span
	for i := s.First + 1; i < s.Last; i++ {
		cut := t.acts(i, s) || t.stands(i, s) || unmarked && t.starts(i, s)
		if cut && t.words(Span{s.First, i}) >= short && t.words(Span{i, s.Last}) >= leastRest {
			out, s.First = append(out, Span{s.First, i}), i
		}
	}
	return append(out, s)
}

// acts reports whether somebody who does something stands at i, and nothing before it
// asks for more: "the price was fair they cleaned up", but not "I think they cleaned up".
func (t *Text) acts(i int, s Span) bool {
	const (
		actors = " i we he she they i'm we're he's she's they're i've we've they've everyone everything everybody nobody there highly definitely overall thank thanks also then "
		open   = " that which who whom whose because when whenever if what whatever how where while until till before after since as than like so and or but for to of with about though although once unless whether time times day thing things everything anything nothing all way ways moment think thought thinks believe believed feel felt feels say said says know knew knows hope hoped sure glad guess wish wished see saw tell told mean swear bet is was were are am be been do does did don't doesn't didn't can could can't couldn't should would will won't may might must had have has not never hardly nor only "
	)
	word := t.Tokens[i].Folded
	it := word == "it's" || word == "it" && i+1 < s.Last && among(states, t.Tokens[i+1].Folded)
	before := t.Tokens[i-1].Folded
	asks := among(open, before) ||
		strings.HasSuffix(before, "ing") && !among(" morning evening building ceiling plumbing heating wiring ", before) ||
		i > 1 && among(" me us him her them you ", before) && among(" told tell tells telling asked promised assured showed ", t.Tokens[i-2].Folded)
	return (it || among(actors, word)) && !asks
}

// states follow what a statement is about.
const states = " is was are were has had have took does did didn't isn't wasn't will would can could looks looked works worked came went "

// whose begins what a statement is about, and behind what is unfinished none begins.
const (
	whose      = " the my our his her their this "
	unfinished = " to at from by with of for in on about into over under said say says think thought told that and or but when if because where than as like all what how know knew sure "
)

// stands reports whether a thing stands at i that a statement is about: "the new pump is".
func (t *Text) stands(i int, s Span) bool {
	const most = 3
	if !among(whose, t.Tokens[i].Folded) || among(unfinished, t.Tokens[i-1].Folded) {
		return false
	}
	for n := 2; n <= most && i+n < s.Last; n++ {
		if among(states, t.Tokens[i+n].Folded) {
			return true
		}
	}
	return false
}

// starts reports whether a statement may begin at i, in a sentence that has no marks: "they
// were kind | parking was awful | rosa told us | the new pump leaked | dr osei is patient".
func (t *Text) starts(i int, s Span) bool {
	const (
		titles = " dr mr mrs ms miss "
		bound  = whose + states + titles + " a an which who that what it there these those he she they i we you and or but not never be been "
	)
	folded := func(n int) string { return t.Tokens[min(i+n, s.Last-1)].Folded }
	switch {
	case among(unfinished, folded(-1)):
		return false
	case among(titles, folded(0)):
		return true
	case among(whose, folded(0)):
		return t.tells(folded(2)) || t.tells(folded(3))
	}
	return (among(states, folded(1)) || among(past, folded(1))) && !among(bound, folded(-1)) && !among(bound, folded(0))
}

// noted reports whether the colon before i ends what a statement is announced with,
// though no space follows: "One note:they came late", but not "8:AM" or ":D".
func (t *Text) noted(i int) bool {
	return i > 1 && t.Tokens[i-2].End == t.Tokens[i-1].Start && lettered(t.Tokens[i-2].Text) && lettered(t.Tokens[i].Text)
}

// glued is where a sentence ends within a word, because the space after its stop was
// forgotten: "Fixed.Then" or "fixed.they". It is 0 in others, such as "example.com" or "p.m".
func glued(word string) int {
	at := strings.IndexAny(word, ".:")
	if at < 2 || !lettered(word[:at]) {
		return 0
	}
	first, n := utf8.DecodeRuneInString(word[at+1:])
	second, _ := utf8.DecodeRuneInString(word[at+1+n:])
	next, _, _ := strings.Cut(word[at+1:], "'")
	switch {
	case among(" Com Net Org ", word[at+1:]), among(" it no ", next): // "Example.Com", "example.no"
		return 0
	case word[at] == ':' && second != utf8.RuneError, unicode.IsUpper(first) && unicode.IsLower(second), first == 'I' && !unicode.IsUpper(second), among(openers, next):
		return at
	}
	return 0
}

// lettered reports whether a word has letters and apostrophes alone.
func lettered(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' })
}

// lastSign is the last of the symbols that stand beside letters, such as ° and ®.
const lastSign = '\u214f'

// pictures reports whether a token is a picture, such as a smiling face, which many put
// where others put a stop.
func pictures(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return first > lastSign && unicode.Is(unicode.So, first)
}
