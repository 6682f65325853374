package insights

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reviewdata/reviewdata/pkg/insights/prose"
	"github.com/reviewdata/reviewdata/pkg/insights/token"
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
	aspects int     // that it praises
}

// pullQuote returns the sentence that is most like what satisfied customers
// say: of all candidates, the one whose words most others share. Newer ones win
// over older ones that are as good. It praises nothing that as many complain of as
// praise it.
func pullQuote(all []*reading, aspects []review.AspectInsight) (quote string, from review.ID) {
	disliked := map[string]bool{}
	for _, a := range aspects {
		disliked[a.ID] = a.NegativeCount >= a.PositiveCount
	}
	found := candidates(all, disliked)
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

// weight tells what a candidate is worth: the more the more it praises and the
// more others share its words.
func (c candidate) weight(common map[string]int, candidates int) int {
	sum := 0
	for _, w := range c.words {
		if n := common[w]; n > 1 {
			sum += min(n, candidates/commonPhraseShare+2)
		}
	}
	return (1 + c.aspects) * int(c.score*100) * sum / (len(c.words) + 3)
}

// candidates returns sentences of happy customers, newest first.
func candidates(all []*reading, disliked map[string]bool) []candidate {
	var out []candidate
	for _, r := range all {
		if len(out) >= pullCandidates {
			break
		}
		if r.original == nil && r.analysis.Sentiment == review.Positive && r.review.Rating == review.MaxRating {
			out = append(out, r.candidates(disliked)...)
		}
	}
	return out
}

// candidates returns the sentences of a review that praise and can stand alone.
func (r *reading) candidates(disliked map[string]bool) []candidate {
	var out []candidate
	for _, s := range token.Sentences(r.review.Text) {
		if !standsAlone(s.Text, s.End-s.Start) {
			continue
		}
		if score, aspects := r.praise(s, disliked); score >= surePraise {
			out = append(out, candidate{r, s.Text, contentWords(s.Text), score, aspects})
		}
	}
	return out
}

// praise returns the score of the best statement in a sentence and how many
// aspects it praises; 0 when it is not all praise, or of what others dislike.
func (r *reading) praise(s token.Sentence, disliked map[string]bool) (score float64, aspects int) {
	for _, m := range r.analysis.Mentions {
		if m.Start >= s.End || m.End <= s.Start {
			continue
		}
		if m.Sentiment != review.Positive || disliked[m.Aspect] {
			return 0, 0
		}
		score = max(score, m.Score)
		aspects++
	}
	return score, aspects
}

// contentWords returns the words of a sentence that are not grammar, each once.
func contentWords(s string) []string {
	words := strings.FieldsFunc(review.Fold(s), func(r rune) bool { return !inWord(r) })
	words = slices.DeleteFunc(words, func(w string) bool { return len(w) < 3 || grammar(w) })
	slices.Sort(words)
	return slices.Compact(words)
}

// standsAlone reports whether a sentence of n code points can be shown without
// those around it: it is whole, neither too short nor too long, does not begin in
// the middle of a thought, and has no figures that need their context.
func standsAlone(s string, n int) bool {
	if i := strings.Index(s, ","); i > 0 && i+1 < len(s) && s[i+1] != ' ' {
		return false // carelessly typed
	}
	if n < minPull || n > maxPull || strings.ContainsAny(s, "@\n<>“”\"#") || strings.Contains(s, "://") {
		return false
	}
	switch prose.FirstWord(s) {
	case "they", "they're", "their", "if", "when", "although":
		return false
	}
	letter, _ := utf8.DecodeRuneInString(s)
	return !prose.Leans(s) && unicode.IsUpper(letter) && strings.ContainsAny(s[len(s)-1:], ".!") && strings.IndexFunc(s, unicode.IsDigit) < 0 && s != strings.ToUpper(s)
}
