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
	Taxonomy          string // the overlay for the line of business; empty for the core alone
	ReviewCount       int
	Coverage          Coverage
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
	Comparison        *Comparison     // what Trend rests on; nil when there are too few reviews
	PerReview         []ReviewInsight // in the order of the reviews
	FAQ               []FAQEntry
	Summary           string
	SummaryFacts      []string // ids of the facts in Summary
	Facts             []Fact   // all that FAQ and Summary are made of, sorted by id
	PullQuote         string
	PullQuoteReviewID ID
}

// Coverage says how many of the reviews were read for aspects and problems, and
// why the others were not. Each review is counted once.
type Coverage struct {
	Assessed      int
	Wordless      int // have no words, or none that tell their language
	OtherLanguage int // are in a language that is not read
	Duplicates    int // say again what another review said
}

// Fact is a number, name, date or quote that a text about the reviews uses. ID
// is its path in the insights, such as "aspects.punctuality.mention_count".
type Fact struct {
	ID, Text string
}

// Comparison sets the reviews of one year against those of the year before.
type Comparison struct {
	Recent, Earlier Period
	PValue          float64 // how likely chance alone makes them differ as much, 0 to 1, rounded to 4 decimals
}

// Period sums up the reviews from one date to another, both included.
type Period struct {
	From, To    Date
	ReviewCount int
	Score       float64 // mean
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
	UnclearCount                               int // reviews that speak of it without a clear judgement, beside MentionCount
	PositivePct, Score                         float64
	PositivePctLow, PositivePctHigh            float64 // 95% Wilson interval of PositivePct
	Trend                                      Trend
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

// ReviewInsight is what one review says. The lists of a duplicate are empty: its
// statements count once, with the review it repeats.
type ReviewInsight struct {
	ID           ID
	Sentiment    Sentiment
	Score        float64
	Language     string // ISO 639-1; empty when its words do not tell
	DuplicateOf  ID     // the review that said the same before; empty for most
	Aspects      []AspectMention
	Unclear      []string // ids of aspects it speaks of without a clear judgement
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
	Facts            []string // ids of the facts in Answer
	ReviewIDs        []ID
}
