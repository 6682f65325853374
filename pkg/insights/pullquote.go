package insights

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// The bounds of the pull quote.
const (
	pullCandidates    = 300 // the newest statements to choose from
	minPull, maxPull  = 45, 180
	surePraise        = 0.6 // least score of the statement in it
	commonPhraseShare = 20  // one in so many candidates makes a word common
)

// candidate is a sentence that may be shown alone.
type candidate struct {
	reading *reading
	text    string
	words   []string
	score   float64 // of the best statement in it
}

// pullQuote returns the sentence that is most like what satisfied customers
// say: of all candidates, the one whose words most others share. Newer ones win
// over older ones that are as good.
func (d *Deriver) pullQuote(all []*reading) (quote string, from review.ID) {
	found := candidates(all)
	common := map[string]int{}
	for _, c := range found {
		for _, w := range c.words {
			common[w]++
		}
	}
	best, weight := -1, -1
	for i, c := range found {
		if w := c.weight(common, len(found)); w > weight {
			best, weight = i, w
		}
	}
	if best < 0 {
		return "", ""
	}
	return found[best].text, found[best].reading.review.ID
}

// weight counts, per hundred words, the candidates that share the words of c.
func (c candidate) weight(common map[string]int, candidates int) int {
	sum := 0
	for _, w := range c.words {
		if n := common[w]; n > 1 {
			sum += min(n, candidates/commonPhraseShare+2)
		}
	}
	return int(c.score*100) * sum / (len(c.words) + 3)
}

// candidates returns sentences of happy customers, newest first.
func candidates(all []*reading) []candidate {
	var out []candidate
	for _, r := range all {
		if len(out) >= pullCandidates {
			break
		}
		if r.original == nil && r.analysis.Sentiment == review.Positive && r.review.Rating == review.MaxRating {
			out = append(out, r.candidates()...)
		}
	}
	return out
}

// candidates returns the sentences of a review that praise and can stand alone.
func (r *reading) candidates() []candidate {
	var out []candidate
	for _, s := range sentences(r.review.Text) {
		if !standsAlone(s.quote, s.end-s.start) {
			continue
		}
		score := 0.0
		for _, m := range r.analysis.Mentions {
			if m.Start >= s.end || m.End <= s.start {
				continue
			}
			if m.Sentiment != review.Positive {
				score = 0
				break
			}
			score = max(score, m.Score)
		}
		if score >= surePraise {
			out = append(out, candidate{r, s.quote, contentWords(s.quote), score})
		}
	}
	return out
}

// contentWords returns the words of a sentence that are not grammar, each once.
func contentWords(s string) []string {
	words := strings.FieldsFunc(review.Fold(s), func(r rune) bool { return !inWord(r) })
	words = slices.DeleteFunc(words, func(w string) bool { return len(w) < 3 || grammar(w) })
	slices.Sort(words)
	return slices.Compact(words)
}

// standsAlone reports whether a sentence of n code points can be shown without
// those around it: it is neither too short nor too long, does not begin in the
// middle of a thought, and gives away no address.
func standsAlone(s string, n int) bool {
	if n < minPull || n > maxPull || strings.ContainsAny(s, "@\n<>“”\"#") || strings.Contains(s, "://") {
		return false
	}
	first, _, _ := strings.Cut(s, " ")
	switch review.Fold(strings.TrimRight(first, ",'’")) {
	case "he", "she", "it", "they", "this", "that", "these", "those", "his", "her", "their", "and", "but", "or", "so", "also", "then",
		"however", "because", "which", "who", "he's", "she's", "it's", "they're", "both", "plus", "still", "otherwise", "although", "though":
		return false
	}
	letter, _ := utf8.DecodeRuneInString(s)
	digits := strings.Count(strings.Map(digitMark, s), "0")
	return unicode.IsUpper(letter) && digits < 5 && s != strings.ToUpper(s)
}

func digitMark(r rune) rune {
	if unicode.IsDigit(r) {
		return '0'
	}
	return 'x'
}

// sentences returns the sentences of a text that end with a mark, with their
// places.
func sentences(text string) []span {
	var out []span
	start, from, at := 0, 0, 0 // start in bytes; from and at in code points
	for i, r := range text {
		at++
		if r == '\n' {
			start, from = i+1, at
			continue
		}
		if !ends(text, i, r) {
			continue
		}
		s := text[start : i+utf8.RuneLen(r)]
		trimmed := strings.TrimLeft(s, " ")
		out = append(out, span{trimmed, from + len(s) - len(trimmed), at})
		start, from = i+utf8.RuneLen(r), at
	}
	return out
}

// ends reports whether the sentence ends with the character at i: a mark with
// space after it, and not that of an abbreviation or of an ellipsis.
func ends(text string, i int, r rune) bool {
	if r != '.' && r != '!' && r != '?' {
		return false
	}
	rest := text[i+1:]
	if rest != "" && rest[0] != ' ' && rest[0] != '\n' || strings.HasSuffix(text[:i], ".") {
		return false
	}
	if r != '.' {
		return true
	}
	word := text[strings.LastIndexAny(text[:i], " \n")+1 : i]
	switch strings.ToLower(word) {
	case "mr", "mrs", "ms", "dr", "st", "no", "vs", "etc", "approx", "inc", "co", "jr", "sr", "prof", "a.m", "p.m", "e.g", "i.e":
		return false
	}
	return utf8.RuneCountInString(word) > 1 || rest == ""
}
