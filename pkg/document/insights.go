package document

import (
	"cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// InsightsBody is what the reviews say, taken together. Every count in it can
// be recomputed from PerReview.
type InsightsBody struct {
	Revision          review.Revision  `json:"revision" jsonschema:"Revision of the data."`
	Version           int              `json:"version" jsonschema:"Counts the changes to what the insights mean."`
	GeneratedAt       *Instant         `json:"generated_at" jsonschema:"When the revision was committed; null before the first."`
	Model             string           `json:"model" jsonschema:"What derived the insights."`
	ReviewCount       int              `json:"review_count"`
	DateRange         DateRange        `json:"date_range"`
	OverallSentiment  OverallSentiment `json:"overall_sentiment"`
	Aspects           []Aspect         `json:"aspects" jsonschema:"What the reviews say about each aspect of the service."`
	Entities          Entities         `json:"entities"`
	Topics            []Topic          `json:"topics" jsonschema:"Subjects that reviews have in common."`
	Temporal          Temporal         `json:"temporal"`
	PerReview         PerReview        `json:"per_review" jsonschema:"What each review says, by review id, newest review first."`
	FAQ               []FAQEntry       `json:"faq" jsonschema:"Questions that the reviews answer."`
	Summary           *string          `json:"summary" jsonschema:"The reviews in a few sentences."`
	PullQuote         *string          `json:"pull_quote" jsonschema:"A verbatim sentence of a review, to show alone."`
	PullQuoteReviewID *review.ID       `json:"pull_quote_review_id" jsonschema:"The review that the pull quote is from."`
}

// DateRange is the time that the reviews span.
type DateRange struct {
	Earliest *Date `json:"earliest" jsonschema:"Date of the oldest review; null when there are none."`
	Latest   *Date `json:"latest" jsonschema:"Date of the newest review; null when there are none."`
}

// OverallSentiment sums up the sentiment of all reviews.
type OverallSentiment struct {
	Score       Score   `json:"score"`
	PositivePct Percent `json:"positive_pct"`
	NeutralPct  Percent `json:"neutral_pct"`
	NegativePct Percent `json:"negative_pct"`
}

// Temporal is how the sentiment moves over time.
type Temporal struct {
	Monthly []Month      `json:"monthly" jsonschema:"Oldest month first, months without reviews included."`
	Trend   review.Trend `json:"trend"`
}

// Month sums up the reviews of one calendar month.
type Month struct {
	Month         string         `json:"month" jsonschema:"YYYY-MM."`
	ReviewCount   int            `json:"review_count"`
	AverageRating *AverageRating `json:"average_rating" jsonschema:"Mean of the ratings; null when there are no reviews."`
	Score         Score          `json:"score" jsonschema:"0 when there are no reviews."`
}

// Topic is a subject that reviews have in common.
type Topic struct {
	ID               string      `json:"id"`
	Label            string      `json:"label"`
	MentionCount     int         `json:"mention_count" jsonschema:"Reviews on the topic."`
	Score            Score       `json:"score"`
	Keywords         []string    `json:"keywords"`
	ExampleReviewIDs []review.ID `json:"example_review_ids"`
}

// FAQEntry is a question that the reviews answer.
type FAQEntry struct {
	Question  string      `json:"question"`
	Answer    string      `json:"answer"`
	ReviewIDs []review.ID `json:"review_ids" jsonschema:"The reviews that the answer rests on."`
}

// Insights renders the insights of a snapshot.
func Insights(s *review.Snapshot) Document {
	return insightsDocument(s, convert(s.Insights.PerReview, encodeReviewInsight))
}

// insightsDocument renders the insights from those of single reviews as
// encoded before.
func insightsDocument(s *review.Snapshot, perReview [][]byte) Document {
	body := encode(newInsightsBody(s, nil))
	return ofSnapshot(s, TypeJSON, fill(body, "per_review", "{}", perReview))
}

func newInsightsBody(s *review.Snapshot, perReview []review.ReviewInsight) InsightsBody {
	in := s.Insights
	return InsightsBody{
		Revision:          s.Revision,
		Version:           review.InsightsVersion,
		GeneratedAt:       optionalInstant(s.ChangedAt),
		Model:             in.Model,
		ReviewCount:       in.ReviewCount,
		DateRange:         DateRange{optionalDate(in.Earliest), optionalDate(in.Latest)},
		OverallSentiment:  newOverallSentiment(in.Overall),
		Aspects:           convert(in.Aspects, newAspect),
		Entities:          newEntities(in),
		Topics:            convert(in.Topics, newTopic),
		Temporal:          Temporal{convert(in.Monthly, newMonth), cmp.Or(in.Trend, review.Stable)},
		PerReview:         convert(perReview, newReviewInsight),
		FAQ:               convert(in.FAQ, newFAQEntry),
		Summary:           optional[string](in.Summary),
		PullQuote:         optional[string](in.PullQuote),
		PullQuoteReviewID: optional[review.ID](string(in.PullQuoteReviewID)),
	}
}

func newOverallSentiment(o review.OverallSentiment) OverallSentiment {
	return OverallSentiment{
		Score:       Score(o.Score),
		PositivePct: Percent(o.PositivePct),
		NeutralPct:  Percent(o.NeutralPct),
		NegativePct: Percent(o.NegativePct),
	}
}

func newTopic(t review.Topic) Topic {
	return Topic{
		ID:               t.ID,
		Label:            t.Label,
		MentionCount:     t.MentionCount,
		Score:            Score(t.Score),
		Keywords:         list(t.Keywords),
		ExampleReviewIDs: list(t.ExampleReviewIDs),
	}
}

func newMonth(m review.Month) Month {
	return Month{
		Month:         m.Month,
		ReviewCount:   m.ReviewCount,
		AverageRating: average(m.AverageRating, m.ReviewCount),
		Score:         Score(m.Score),
	}
}

func newFAQEntry(f review.FAQEntry) FAQEntry {
	return FAQEntry{Question: f.Question, Answer: f.Answer, ReviewIDs: list(f.ReviewIDs)}
}
