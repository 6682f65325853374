package insights

import (
	"cmp"
	"slices"

	"github.com/reviewdata/reviewdata/pkg/insights/analysis"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// maxExamples is how many reviews are named as examples.
const maxExamples = 3

// entitySum adds up the reviews that speak of one person, service, problem,
// place or topic.
type entitySum struct {
	tally

	label    string
	newest   []review.ID // with words
	evidence evidence
	said     statements
}

func (e *entitySum) add(r *reading) {
	e.tally.add(r.analysis.Sentiment, r.analysis.Score, r.review.Rating)
	if r.review.Text != "" && len(e.newest) < maxExamples {
		e.newest = append(e.newest, r.review.ID)
	}
}

// entitySums are the sums of one kind of entities, by id.
type entitySums map[string]*entitySum

// add counts a review for each entity it speaks of.
func (s entitySums) add(r *reading, entities []analysis.Entity) {
	for i := range entities {
		e := &entities[i]
		sum := s[e.ID]
		if sum == nil {
			sum = &entitySum{label: cmp.Or(e.Label, e.ID)}
			s[e.ID] = sum
		}
		sum.add(r)
		if e.Quote != "" {
			sum.evidence.offer(r, said(r, e), 1, span{e.Quote, e.Start, e.End})
			sum.said.add(r, e.Quote)
		}
	}
}

// said returns the sentiment of what a review says about an entity. A content
// customer who names somebody beside a trouble tells of the trouble, not of the
// person; only where the review as a whole is critical does the name stand for
// what went wrong.
func said(r *reading, e *analysis.Entity) review.Sentiment {
	if e.Sentiment == review.Negative && r.analysis.Sentiment == review.Positive {
		return review.Neutral
	}
	return e.Sentiment
}

// insights returns the entities, most mentioned first, then by label.
func (s entitySums) insights() []review.EntityInsight {
	out := make([]review.EntityInsight, 0, len(s))
	said, labels := map[string]statements{}, map[string]string{}
	for id, sum := range s {
		said[id], labels[id] = sum.said, sum.label
	}
	phrases := topPhrases(said, labels)
	for id, sum := range s {
		out = append(out, review.EntityInsight{
			ID:               id,
			Label:            sum.label,
			MentionCount:     sum.count,
			AverageRating:    review.Mean(sum.stars, sum.count),
			PositivePct:      percent(sum.positive, sum.count),
			Score:            sum.mean(),
			TopPhrases:       phrases[id],
			ExampleReviewIDs: sum.newest,
			Evidence:         sum.evidence.list(),
		})
	}
	slices.SortFunc(out, func(a, b review.EntityInsight) int {
		return cmp.Or(cmp.Compare(b.MentionCount, a.MentionCount), cmp.Compare(a.Label, b.Label), cmp.Compare(a.ID, b.ID))
	})
	return out
}
