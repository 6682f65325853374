package review

// InsightsVersion counts the changes to what the insights mean.
const InsightsVersion = 1

// Sentiment is the attitude of a review or of one statement in it.
type Sentiment string

// The three sentiments.
const (
	Positive Sentiment = "positive"
	Neutral  Sentiment = "neutral"
	Negative Sentiment = "negative"
)

// Trend says where the sentiment of the reviews is going.
type Trend string

// The three trends.
const (
	Improving Trend = "improving"
	Stable    Trend = "stable"
	Declining Trend = "declining"
)

// Insights are what the reviews say, taken together. Every count can be
// recomputed from PerReview. Scores are from -1 to 1 and percentages from 0
// to 100, both rounded to 2 decimals.
type Insights struct {
	Model             string // what derived them
	ReviewCount       int
	Earliest, Latest  Date // of the reviews; zero when there are none
	Overall           OverallSentiment
	Aspects           []AspectInsight
	Technicians       []EntityInsight
	Services          []EntityInsight
	Problems          []EntityInsight
	ServiceAreas      []EntityInsight
	Topics            []Topic
	Monthly           []Month // oldest first, months without reviews included
	Trend             Trend
	PerReview         []ReviewInsight // in the order of the reviews
	FAQ               []FAQEntry
	Summary           string
	PullQuote         string
	PullQuoteReviewID ID
}

// OverallSentiment sums up the sentiment of all reviews.
type OverallSentiment struct {
	Score                                float64
	PositivePct, NeutralPct, NegativePct float64
}

// AspectInsight is what the reviews say about one aspect of the service.
type AspectInsight struct {
	ID, Label                                  string
	MentionCount                               int
	PositiveCount, NeutralCount, NegativeCount int
	PositivePct, Score                         float64
	TopPhrases                                 []string
	ExampleReviewIDs                           []ID
	Evidence                                   []Evidence
}

// Evidence is a verbatim slice of a review text. Start and End count Unicode
// code points.
type Evidence struct {
	ReviewID   ID
	Quote      string
	Start, End int
	Sentiment  Sentiment
}

// EntityInsight is what the reviews say about one technician, service, problem
// or place. A technician has its name as ID and Label.
type EntityInsight struct {
	ID, Label          string
	MentionCount       int
	AverageRating      float64
	PositivePct, Score float64
	TopPhrases         []string
	ExampleReviewIDs   []ID
	Evidence           []Evidence
}

// Topic is a subject that reviews have in common.
type Topic struct {
	ID, Label        string
	MentionCount     int
	Score            float64
	Keywords         []string
	ExampleReviewIDs []ID
}

// Month sums up the reviews of one calendar month.
type Month struct {
	Month         string // YYYY-MM
	ReviewCount   int
	AverageRating float64 // meaningless when ReviewCount is 0
	Score         float64
}

// ReviewInsight is what one review says.
type ReviewInsight struct {
	ID           ID
	Sentiment    Sentiment
	Score        float64
	Aspects      []AspectMention
	Technicians  []string
	Services     []string
	Problems     []string
	ServiceAreas []string
	Topics       []string
}

// AspectMention is the sentiment of one review about one aspect.
type AspectMention struct {
	ID        string
	Sentiment Sentiment
	Score     float64
}

// FAQEntry is a question that the reviews answer.
type FAQEntry struct {
	Question, Answer string
	ReviewIDs        []ID
}
