package insights

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// maxStatements is how many statements about a subject, the newest ones, are
// searched for phrases.
const maxStatements = 150

const (
	maxPhrases     = 5
	maxQuotedWords = 30 // of one statement that are looked at
	maxPhraseWords = 3
)

// statements are the newest statements about one subject.
type statements []quoted

type quoted struct {
	reading *reading
	quote   string
}

func (s *statements) add(r *reading, quote string) {
	if quote != "" && len(*s) < maxStatements {
		*s = append(*s, quoted{r, quote})
	}
}

// phrases returns the phrases of a statement, each once. They are kept with the
// reading: the newest statements are the same ones after most changes.
func (q quoted) phrases() []string {
	known, ok := q.reading.phrases[q.quote]
	if ok {
		return known
	}
	if q.reading.phrases == nil {
		q.reading.phrases = map[string][]string{}
	}
	found := phrasesOf(q.quote)
	q.reading.phrases[q.quote] = found
	return found
}

func phrasesOf(quote string) []string {
	words := strings.FieldsFunc(review.Fold(quote), func(r rune) bool { return !inWord(r) && r != '\'' && r != '’' && r != '-' })
	words = words[:min(len(words), maxQuotedWords)]
	var out []string
	for i := range words {
		for n := 1; n <= maxPhraseWords && i+n <= len(words); n++ {
			if tells(words[i : i+n]) {
				out = append(out, strings.Join(words[i:i+n], " "))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// tells reports whether a phrase can stand alone: it does not begin or end with
// a word that belongs to its neighbours, and not all of it is grammar.
func tells(words []string) bool {
	first, last := words[0], words[len(words)-1]
	if strings.ContainsAny(first+last, "0123456789") || grammar(last) || contracted(last) || len(words) > 1 && joins(first) {
		return false
	}
	return !slices.ContainsFunc(words, joins) || len(words) > 1 && !slices.ContainsFunc(words, func(w string) bool { return len(w) < 2 && w != "a" })
}

// contracted reports whether a word is one like "couldn't".
func contracted(w string) bool { return strings.HasSuffix(w, "n't") || strings.HasSuffix(w, "n’t") }

// joins reports whether a word only joins others, or says that somebody said or did
// what they tell.
func joins(w string) bool {
	switch w {
	case "and", "or", "but", "so", "that", "which", "who", "if", "as", "than", "then", "because", "when", "while",
		"is", "was", "are", "were", "be", "been", "has", "had", "have", "the", "a", "an", "it", "he", "she", "they", "we", "i",
		"you", "to", "of", "for", "in", "at", "by", "with", "from", "this", "these", "those", "his", "her", "their", "our", "my",
		"me", "us", "him", "them", "there", "just", "also", "i'd", "i'll", "again", "last", "even", "said", "says", "told", "asked", "came", "went", "got", "get", "will", "would", "could", "can", "did", "do", "does", "its", "it's", "i'm", "i've":
		return true
	default:
		return false
	}
}

// grammar reports whether a phrase cannot end with a word.
func grammar(w string) bool {
	switch w {
	case "on", "very", "so", "too", "not", "no", "out", "up", "into", "about", "any", "all", "some", "every", "each", "more", "most", "your", "what", "how":
		return true
	default:
		return joins(w)
	}
}

// topPhrases returns by subject the phrases that most reviews have in statements
// about it and that are more frequent there than in those about its like.
// Its own name, among labels, is none.
func topPhrases(by map[string]statements, labels map[string]string) map[string][]string {
	counts := map[string]map[string]int{}
	total := map[string]int{}
	for id, all := range by {
		counts[id] = map[string]int{}
		last := map[string]*reading{} // those of one review follow each other
		for _, q := range all {
			for _, phrase := range q.phrases() {
				if last[phrase] == q.reading {
					continue
				}
				last[phrase] = q.reading
				counts[id][phrase]++
				total[phrase]++
			}
		}
	}
	out := map[string][]string{}
	for id, of := range counts {
		out[id] = most(of, total, labels[id])
	}
	return out
}

// most returns the phrases of a subject with the greatest weight. One that is a
// part of another is left out.
func most(counts, total map[string]int, label string) []string {
	own := phrasesOf(label)
	type ranked struct {
		phrase string
		weight float64
	}
	var all []ranked
	for phrase, n := range counts {
		if share := float64(n) / float64(total[phrase]); typical(phrase, n, share) && !slices.ContainsFunc(own, func(name string) bool { return overlap(name, phrase) }) {
			all = append(all, ranked{phrase, float64(n) * share * float64(1+strings.Count(phrase, " "))})
		}
	}
	slices.SortFunc(all, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.phrase, b.phrase))
	})
	var out []string
	for _, r := range all {
		if len(out) < maxPhrases && !slices.ContainsFunc(out, func(taken string) bool { return overlap(taken, r.phrase) }) {
			out = append(out, r.phrase)
		}
	}
	return out
}

// typical reports whether a phrase that n reviews have, and a share of those that
// have it at all, is typical of a subject. A word alone is often enough
// there by chance.
func typical(phrase string, n int, share float64) bool {
	if strings.Contains(phrase, " ") {
		return n > 1 && share > 0.4
	}
	return n > 2 && share > 0.5 && len(phrase) > 3
}

// overlap reports whether one phrase is a part of the other.
func overlap(a, b string) bool {
	return strings.Contains(" "+a+" ", " "+b+" ") || strings.Contains(" "+b+" ", " "+a+" ")
}
