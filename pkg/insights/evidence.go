package insights

import (
	"cmp"
	"math"
	"slices"

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

// evidence keeps the statements to show for one subject: of each sentiment the
// surest ones of a length that reads well, and among those the newest.
type evidence struct{ positive, neutral, negative []statement }

// offer considers a statement. Those of newer reviews are offered first.
func (e *evidence) offer(r *reading, s review.Sentiment, score float64, at span) {
	kept := e.of(s)
	new := statement{span: at, reading: r, sentiment: s, rank: rank(score, at)}
	if len(*kept) > 0 && slices.ContainsFunc(*kept, func(k statement) bool { return k.reading == r }) {
		return
	}
	if len(*kept) == maxEvidence {
		if (*kept)[maxEvidence-1].rank >= new.rank {
			return
		}
		*kept = (*kept)[:maxEvidence-1]
	}
	*kept = append(*kept, new)
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
const minQuote, maxQuote = 12, 200

// rank orders statements by how sure their reading is, in tenths; a quote that
// is too short to say anything, or too long to read, comes after all others.
func rank(score float64, at span) int {
	sure := int(math.Abs(score) * 10)
	if n := at.end - at.start; n < minQuote || n > maxQuote {
		return sure - 10
	}
	return sure
}

// list returns the statements kept, newest review first.
func (e *evidence) list() []review.Evidence {
	all := slices.Concat(e.positive, e.neutral, e.negative)
	slices.SortStableFunc(all, func(a, b statement) int {
		return cmp.Or(review.Compare(a.reading.review, b.reading.review), cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end))
	})
	out := make([]review.Evidence, len(all))
	for i, s := range all {
		out[i] = review.Evidence{ReviewID: s.reading.review.ID, Quote: s.quote, Start: s.start, End: s.end, Sentiment: s.sentiment}
	}
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
