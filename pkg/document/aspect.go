package document

import (
	"cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// Aspect is what the reviews say about one aspect of the service.
type Aspect struct {
	ID               string       `json:"id"`
	Label            string       `json:"label"`
	MentionCount     int          `json:"mention_count" jsonschema:"Reviews that speak of it."`
	PositiveCount    int          `json:"positive_count"`
	NeutralCount     int          `json:"neutral_count"`
	NegativeCount    int          `json:"negative_count"`
	UnclearCount     int          `json:"unclear_count" jsonschema:"Reviews that speak of it without a clear judgement; they are not in mention_count."`
	PositivePct      Percent      `json:"positive_pct"`
	PositivePctLow   Percent      `json:"positive_pct_low" jsonschema:"Lower end of the 95% interval of positive_pct."`
	PositivePctHigh  Percent      `json:"positive_pct_high" jsonschema:"Upper end of the 95% interval of positive_pct."`
	Score            Score        `json:"score"`
	Trend            review.Trend `json:"trend" jsonschema:"The last year compared with the year before; stable when chance may explain the difference."`
	TopPhrases       []string     `json:"top_phrases"`
	ExampleReviewIDs []review.ID  `json:"example_review_ids"`
	Evidence         []Evidence   `json:"evidence"`
}

// Evidence is a verbatim slice of a review text.
type Evidence struct {
	ReviewID  review.ID        `json:"review_id"`
	Quote     string           `json:"quote" jsonschema:"The text from start to end."`
	Start     int              `json:"start" jsonschema:"First Unicode code point of the quote in the text, from 0."`
	End       int              `json:"end" jsonschema:"Unicode code point after the last of the quote."`
	Sentiment review.Sentiment `json:"sentiment"`
}

// Entities are the people, services, problems and places that reviews mention.
type Entities struct {
	Technicians  []TechnicianInsight `json:"technicians"`
	Services     []EntityInsight     `json:"services"`
	Problems     []EntityInsight     `json:"problems"`
	ServiceAreas []EntityInsight     `json:"service_areas"`
}

// TechnicianInsight is what the reviews say about one technician.
type TechnicianInsight struct {
	Name string `json:"name" jsonschema:"Name, as in the business profile."`
	EntityFigures
}

// EntityInsight is what the reviews say about one service, problem or place.
type EntityInsight struct {
	ID    string `json:"id"`
	Label string `json:"label"`
	EntityFigures
}

// EntityFigures are the members that all entities share.
type EntityFigures struct {
	MentionCount     int            `json:"mention_count" jsonschema:"Reviews that mention it."`
	AverageRating    *AverageRating `json:"average_rating" jsonschema:"Mean rating of those reviews; null when there are none."`
	PositivePct      Percent        `json:"positive_pct"`
	Score            Score          `json:"score"`
	TopPhrases       []string       `json:"top_phrases"`
	ExampleReviewIDs []review.ID    `json:"example_review_ids"`
	Evidence         []Evidence     `json:"evidence"`
}

func newAspect(a review.AspectInsight) Aspect {
	return Aspect{
		ID:               a.ID,
		Label:            a.Label,
		MentionCount:     a.MentionCount,
		PositiveCount:    a.PositiveCount,
		NeutralCount:     a.NeutralCount,
		NegativeCount:    a.NegativeCount,
		UnclearCount:     a.UnclearCount,
		PositivePct:      Percent(a.PositivePct),
		PositivePctLow:   Percent(a.PositivePctLow),
		PositivePctHigh:  Percent(a.PositivePctHigh),
		Score:            Score(a.Score),
		Trend:            cmp.Or(a.Trend, review.Stable),
		TopPhrases:       list(a.TopPhrases),
		ExampleReviewIDs: list(a.ExampleReviewIDs),
		Evidence:         convert(a.Evidence, newEvidence),
	}
}

func newEvidence(e review.Evidence) Evidence {
	return Evidence{ReviewID: e.ReviewID, Quote: e.Quote, Start: e.Start, End: e.End, Sentiment: e.Sentiment}
}

func newEntities(in review.Insights) Entities {
	return Entities{
		Technicians:  convert(in.Technicians, newTechnicianInsight),
		Services:     convert(in.Services, newEntityInsight),
		Problems:     convert(in.Problems, newEntityInsight),
		ServiceAreas: convert(in.ServiceAreas, newEntityInsight),
	}
}

func newTechnicianInsight(e review.EntityInsight) TechnicianInsight {
	return TechnicianInsight{e.ID, newEntityFigures(e)}
}

func newEntityInsight(e review.EntityInsight) EntityInsight {
	return EntityInsight{e.ID, e.Label, newEntityFigures(e)}
}

func newEntityFigures(e review.EntityInsight) EntityFigures {
	return EntityFigures{
		MentionCount:     e.MentionCount,
		AverageRating:    average(e.AverageRating, e.MentionCount),
		PositivePct:      Percent(e.PositivePct),
		Score:            Score(e.Score),
		TopPhrases:       list(e.TopPhrases),
		ExampleReviewIDs: list(e.ExampleReviewIDs),
		Evidence:         convert(e.Evidence, newEvidence),
	}
}
