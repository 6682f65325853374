package insights

import (
	"cmp"
	"math"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/reviewdata/reviewdata/pkg/insights/token"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// span is a slice of a review text, in code points.
type span struct {
	quote      string
	start, end int
}

// statement is a span that says something.
type statement struct {
	span

	reading   *reading
	sentiment review.Sentiment
	rank      int
}

// maxEvidence is how many statements of one sentiment are shown.
const maxEvidence = 4

// evidence keeps the statements to show for one subject: of each sentiment those
// with the highest rank, and among them the newest; one of each review.
type evidence struct{ positive, neutral, negative []statement }

// offer considers a statement. Those of newer reviews are offered first.
func (e *evidence) offer(r *reading, s review.Sentiment, score float64, at span) {
	kept := e.of(s)
	found := statement{span: at, reading: r, sentiment: s, rank: rank(r, s, score, at)}
	if len(*kept) == maxEvidence && (*kept)[maxEvidence-1].rank >= found.rank {
		return
	}
	if i := slices.IndexFunc(*kept, func(k statement) bool { return k.reading == r }); i >= 0 {
		if (*kept)[i].rank >= found.rank {
			return
		}
		*kept = slices.Delete(*kept, i, i+1)
	}
	if len(*kept) == maxEvidence {
		*kept = (*kept)[:maxEvidence-1]
	}
	*kept = append(*kept, found)
	slices.SortStableFunc(*kept, func(a, b statement) int { return cmp.Compare(b.rank, a.rank) })
}

func (e *evidence) of(s review.Sentiment) *[]statement {
	switch s {
	case review.Positive:
		return &e.positive
	case review.Negative:
		return &e.negative
	case review.Neutral:
	}
	return &e.neutral
}

// The lengths between which a quote reads well, in code points.
const minQuote, maxQuote = 18, 160

// rank orders statements by what they are worth as evidence: how sure their
// reading is, in tenths; whether the review as a whole agrees, which makes a
// misreading less likely; and whether the words can be read alone.
func rank(r *reading, s review.Sentiment, score float64, at span) int {
	out := int(math.Abs(score) * 10)
	if s == r.analysis.Sentiment {
		out += 3
	}
	if first, _ := utf8.DecodeRuneInString(at.quote); unicode.IsUpper(first) {
		out++
	}
	if n := at.end - at.start; n < minQuote || n > maxQuote {
		out -= 3
	}
	return out
}

// list returns the statements kept, praise and criticism in turn, the best of
// each first. The same words are not shown for both.
func (e *evidence) list() []review.Evidence {
	var out []review.Evidence
	for i := range maxEvidence {
		for _, kept := range [][]statement{e.positive, e.negative, e.neutral} {
			if i >= len(kept) {
				continue
			}
			s := kept[i]
			at := inContext(s.reading.review.Text, s.span)
			if e.contested(s, at) {
				at = s.span
			}
			shown := func(known review.Evidence) bool {
				return known.ReviewID == s.reading.review.ID && at.overlaps(known.Start, known.End)
			}
			if !slices.ContainsFunc(out, shown) {
				out = append(out, review.Evidence{ReviewID: s.reading.review.ID, Quote: at.quote, Start: at.start, End: at.end, Sentiment: s.sentiment})
			}
		}
	}
	return out
}

// contested reports whether words around a statement are one of another sentiment.
func (e *evidence) contested(s statement, at span) bool {
	return slices.ContainsFunc(slices.Concat(e.positive, e.negative, e.neutral), func(other statement) bool {
		return other.reading == s.reading && other.sentiment != s.sentiment && at.overlaps(other.start, other.end)
	})
}

func (s span) overlaps(start, end int) bool { return s.start < end && start < s.end }

// inContext returns the sentences around a statement, or the statement alone
// when they are too long: "and was early" says little without its beginning.
func inContext(text string, at span) span {
	out := span{start: at.start, end: at.end}
	for _, s := range token.Sentences(text) {
		if s.Start <= at.start && at.start < s.End {
			out.start = s.Start
		}
		if s.Start < at.end && at.end <= s.End {
			out.end = s.End
		}
	}
	if out.end-out.start > maxQuote {
		return at
	}
	out.quote = string([]rune(text)[out.start:out.end])
	return out
}

// examples returns the reviews that the first statements are from.
func examples(all []review.Evidence) []review.ID {
	var out []review.ID
	for _, e := range all {
		if len(out) < maxExamples && !slices.Contains(out, e.ReviewID) {
			out = append(out, e.ReviewID)
		}
	}
	return out
}
