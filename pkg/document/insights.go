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
	Taxonomy          *string          `json:"taxonomy" jsonschema:"Line of business whose aspects and problems were looked for; null for those of every business."`
	ReviewCount       int              `json:"review_count"`
	Coverage          Coverage         `json:"coverage" jsonschema:"How many reviews were read for aspects and problems, and why others were not."`
	DateRange         DateRange        `json:"date_range"`
	OverallSentiment  OverallSentiment `json:"overall_sentiment"`
	Aspects           []Aspect         `json:"aspects" jsonschema:"What the reviews say about each aspect of the service."`
	Entities          Entities         `json:"entities"`
	Topics            []Topic          `json:"topics" jsonschema:"Subjects that reviews have in common."`
	Temporal          Temporal         `json:"temporal"`
	PerReview         PerReview        `json:"per_review" jsonschema:"What each review says, by review id, newest review first."`
	FAQ               []FAQEntry       `json:"faq" jsonschema:"Questions that the reviews answer."`
	Summary           *string          `json:"summary" jsonschema:"The reviews in a few sentences."`
	SummaryFacts      []string         `json:"summary_facts" jsonschema:"Ids of the facts in the summary."`
	Facts             []Fact           `json:"facts" jsonschema:"All numbers, names, dates and quotes that faq and summary use."`
	PullQuote         *string          `json:"pull_quote" jsonschema:"A verbatim sentence of a review, to show alone."`
	PullQuoteReviewID *review.ID       `json:"pull_quote_review_id" jsonschema:"The review that the pull quote is from."`
}

// Coverage says how many reviews were read for aspects and problems, and why
// others were not. Each review is counted once.
type Coverage struct {
	AssessedCount      int `json:"assessed_count"`
	WordlessCount      int `json:"wordless_count" jsonschema:"Reviews without words, or whose words do not tell their language."`
	OtherLanguageCount int `json:"other_language_count" jsonschema:"Reviews in a language that is not read: only their stars count."`
	DuplicateCount     int `json:"duplicate_count" jsonschema:"Reviews that say again what another one said: their statements count once."`
}

// Fact is a number, name, date or quote that a text about the reviews uses.
type Fact struct {
	ID   string `json:"id" jsonschema:"Path in the insights, such as aspects.punctuality.mention_count."`
	Text string `json:"text" jsonschema:"As it stands in the text."`
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
	Monthly    []Month      `json:"monthly" jsonschema:"Oldest month first, months without reviews included."`
	Trend      review.Trend `json:"trend" jsonschema:"Stable unless the comparison shows a difference that chance makes in fewer than 1 of 20 cases."`
	Comparison *Comparison  `json:"comparison" jsonschema:"What the trend rests on; null when there are too few reviews."`
}

// Comparison sets the reviews of the last year against those of the year
// before.
type Comparison struct {
	Recent  Period  `json:"recent"`
	Earlier Period  `json:"earlier"`
	PValue  float64 `json:"p_value" jsonschema:"How likely chance alone makes the two differ as much (Mann-Whitney test), 0 to 1."`
}

// Period sums up the reviews of a span of time.
type Period struct {
	From        Date  `json:"from" jsonschema:"First day."`
	To          Date  `json:"to" jsonschema:"Last day."`
	ReviewCount int   `json:"review_count"`
	Score       Score `json:"score" jsonschema:"Mean of the scores."`
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
	Facts     []string    `json:"facts" jsonschema:"Ids of the facts in the answer."`
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
		Taxonomy:          optional[string](in.Taxonomy),
		ReviewCount:       in.ReviewCount,
		Coverage:          newCoverage(in.Coverage),
		DateRange:         DateRange{optionalDate(in.Earliest), optionalDate(in.Latest)},
		OverallSentiment:  newOverallSentiment(in.Overall),
		Aspects:           convert(in.Aspects, newAspect),
		Entities:          newEntities(in),
		Topics:            convert(in.Topics, newTopic),
		Temporal:          Temporal{convert(in.Monthly, newMonth), cmp.Or(in.Trend, review.Stable), newComparison(in.Comparison)},
		PerReview:         convert(perReview, newReviewInsight),
		FAQ:               convert(in.FAQ, newFAQEntry),
		Summary:           optional[string](in.Summary),
		SummaryFacts:      list(in.SummaryFacts),
		Facts:             convert(in.Facts, newFact),
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
	return FAQEntry{Question: f.Question, Answer: f.Answer, Facts: list(f.Facts), ReviewIDs: list(f.ReviewIDs)}
}

func newFact(f review.Fact) Fact { return Fact{ID: f.ID, Text: f.Text} }

func newCoverage(c review.Coverage) Coverage {
	return Coverage{
		AssessedCount:      c.Assessed,
		WordlessCount:      c.Wordless,
		OtherLanguageCount: c.OtherLanguage,
		DuplicateCount:     c.Duplicates,
	}
}

func newComparison(c *review.Comparison) *Comparison {
	if c == nil {
		return nil
	}
	return &Comparison{Recent: newPeriod(c.Recent), Earlier: newPeriod(c.Earlier), PValue: c.PValue}
}

func newPeriod(p review.Period) Period {
	return Period{From: Date(p.From.String()), To: Date(p.To.String()), ReviewCount: p.ReviewCount, Score: Score(p.Score)}
}
