package insights

import (
	"cmp"
	"slices"

	"github.com/reviewdata/reviewdata/pkg/insights/taxonomy"
	"github.com/reviewdata/reviewdata/pkg/insights/topic"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// tally adds up the sentiment of reviews.
type tally struct {
	count                       int
	positive, neutral, negative int
	score                       int // hundredths, so that their order does not matter
	stars                       int
}

func (t *tally) add(s review.Sentiment, score float64, stars int) {
	t.count++
	t.score += hundredths(score)
	t.stars += stars
	switch s {
	case review.Positive:
		t.positive++
	case review.Negative:
		t.negative++
	default:
		t.neutral++
	}
}

// hundredths returns a score, which has 2 decimals, as a whole number.
func hundredths(score float64) int {
	if score < 0 {
		return -int(-score*100 + 0.5)
	}
	return int(score*100 + 0.5)
}

// mean returns the mean of the scores.
func (t *tally) mean() float64 {
	if t.count == 0 {
		return 0
	}
	return round2(float64(t.score) / float64(t.count) / 100)
}

func (t *tally) overall() review.OverallSentiment {
	return review.OverallSentiment{
		Score:       t.mean(),
		PositivePct: percent(t.positive, t.count),
		NeutralPct:  percent(t.neutral, t.count),
		NegativePct: percent(t.negative, t.count),
	}
}

// sums is everything that is counted in one pass over the reviews.
type sums struct {
	coverage review.Coverage
	stars    [review.MaxRating + 1]int // reviews by rating
	all      tally

	aspects     map[string]*aspectSum
	order       []string // of the aspects in the taxonomy
	technicians entitySums
	services    entitySums
	problems    entitySums
	areas       entitySums
	topics      map[string]*entitySum
}

func newSums(t *taxonomy.Taxonomy, topics []topic.Topic) *sums {
	out := &sums{
		aspects:     map[string]*aspectSum{},
		technicians: entitySums{},
		services:    entitySums{},
		problems:    entitySums{},
		areas:       entitySums{},
		topics:      map[string]*entitySum{},
	}
	for _, a := range t.Aspects {
		out.aspects[a.ID] = &aspectSum{id: a.ID, label: a.Label}
		out.order = append(out.order, a.ID)
	}
	for _, t := range topics {
		out.topics[t.ID] = &entitySum{}
	}
	return out
}

// add counts a review. Reviews come newest first.
func (s *sums) add(r *reading, in *review.ReviewInsight) {
	s.stars[r.review.Rating]++
	s.all.add(in.Sentiment, in.Score, r.review.Rating)
	switch {
	case in.DuplicateOf != "":
		s.coverage.Duplicates++
		return
	case r.analysis.Assessed:
		s.coverage.Assessed++
	case in.Language != "":
		s.coverage.OtherLanguage++
	default:
		s.coverage.Wordless++
	}
	s.addAspects(r, in)
	s.technicians.add(r, r.analysis.Technicians)
	s.services.add(r, r.analysis.Services)
	s.problems.add(r, r.analysis.Problems)
	s.areas.add(r, r.analysis.ServiceAreas)
	for _, id := range in.Topics {
		s.topics[id].add(r)
	}
}

// topicInsights returns the topics that reviews name, most frequent first.
// Topics were chosen with the duplicates among the reviews, so one may be left
// with none.
func (s *sums) topicInsights(topics []topic.Topic) []review.Topic {
	out := make([]review.Topic, 0, len(topics))
	for _, t := range topics {
		sum := s.topics[t.ID]
		if sum.count == 0 {
			continue
		}
		out = append(out, review.Topic{
			ID:               t.ID,
			Label:            t.Label,
			MentionCount:     sum.count,
			Score:            sum.mean(),
			Keywords:         t.Keywords,
			ExampleReviewIDs: sum.newest,
		})
	}
	slices.SortStableFunc(out, func(a, b review.Topic) int { return cmp.Compare(b.MentionCount, a.MentionCount) })
	return out
}
