package insights

import (
	"cmp"
	"slices"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// maxExamples is how many reviews are named as examples of an entity.
const maxExamples = 3

// stars counts ratings by sentiment and adds them up.
type stars struct {
	count, total                int
	positive, neutral, negative int
}

func (s *stars) add(rating int) {
	s.count++
	s.total += rating
	switch sentiment(rating) {
	case review.Positive:
		s.positive++
	case review.Neutral:
		s.neutral++
	case review.Negative:
		s.negative++
	}
}

func (s stars) overall() review.OverallSentiment {
	return review.OverallSentiment{
		Score:       score(s.total, s.count),
		PositivePct: percent(s.positive, s.count),
		NeutralPct:  percent(s.neutral, s.count),
		NegativePct: percent(s.negative, s.count),
	}
}

// tally adds up reviews by the entity they mention.
type tally struct {
	labels  map[string]string // by id; an id without one is its own label
	stars   map[string]*stars
	example map[string][]review.ID
}

func newTally(labels map[string]string) *tally {
	return &tally{labels: labels, stars: map[string]*stars{}, example: map[string][]review.ID{}}
}

// add counts a review for each entity it mentions. Reviews come newest first,
// so the examples are the newest ones that have words.
func (t *tally) add(r review.Review, ids []string) {
	for _, id := range ids {
		if t.stars[id] == nil {
			t.stars[id] = &stars{}
		}
		t.stars[id].add(r.Rating)
		if r.Text != "" && len(t.example[id]) < maxExamples {
			t.example[id] = append(t.example[id], r.ID)
		}
	}
}

// insights returns the entities, most mentioned first, then by label.
func (t *tally) insights() []review.EntityInsight {
	out := make([]review.EntityInsight, 0, len(t.stars))
	for id, s := range t.stars {
		out = append(out, review.EntityInsight{
			ID:               id,
			Label:            cmp.Or(t.labels[id], id),
			MentionCount:     s.count,
			AverageRating:    review.Mean(s.total, s.count),
			PositivePct:      percent(s.positive, s.count),
			Score:            score(s.total, s.count),
			ExampleReviewIDs: t.example[id],
		})
	}
	slices.SortFunc(out, func(a, b review.EntityInsight) int {
		return cmp.Or(cmp.Compare(b.MentionCount, a.MentionCount), cmp.Compare(a.Label, b.Label), cmp.Compare(a.ID, b.ID))
	})
	return out
}
