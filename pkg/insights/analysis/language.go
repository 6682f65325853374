package analysis

import (
	"strings"
	"unicode/utf8"

	"github.com/abadojack/whatlanggo"

	"github.com/reviewdata/reviewdata/pkg/insights/feature"
)

// englishCode is the one language that is read for aspects.
const englishCode = "en"

// functionWords are English words that few other languages have.
const functionWords = " the and is was were are to of for with they he she we my our his her their this that these have has had not you your it its but from would will when who what all very been be as at on by an me them after before just so than then there which because did does again can could should about out up into over only even any some no or if us him got get "

// The share of English words from which a text is English without further
// examination, and from which it may be where nothing else is sure.
const (
	surelyEnglish = 0.5
	maybeEnglish  = 0.25
)

// language tells the language of a text by its words, and where they are not
// known, by its letters.
func language(in *feature.Reading, english func(word string) bool) string {
	words, known := 0, 0
	for i, t := range in.Tokens {
		if !t.Word {
			continue
		}
		words++
		if strings.ContainsFunc(t.Folded, func(r rune) bool { return r >= utf8.RuneSelf }) {
			known-- // English hardly has letters with marks
			continue
		}
		if in.Entries[i].Concepts != 0 || english(t.Folded) || strings.Contains(functionWords, " "+t.Folded+" ") {
			known++
		}
	}
	if words == 0 {
		return ""
	}
	share := float64(known) / float64(words)
	if share >= surelyEnglish {
		return englishCode
	}
	info := whatlanggo.Detect(in.Source)
	switch {
	case info.IsReliable():
		return codeOf(info.Lang)
	case share >= maybeEnglish:
		return englishCode
	default: // a guess, and where two languages are equally likely not always the same one
		return ""
	}
}

// codeOf is the ISO 639-1 code of a language, with those that the library lacks.
// A few languages have none.
func codeOf(l whatlanggo.Lang) string {
	switch l {
	case whatlanggo.Pes:
		return "fa"
	case whatlanggo.Ydd:
		return "yi"
	default:
		return l.Iso6391()
	}
}
