package tool

import (
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/mcp/internal/edition"
)

// Digest is what the reviews say, in short.
type Digest struct {
	Revision          review.Revision           `json:"revision" jsonschema:"Revision of the data."`
	GeneratedAt       *document.Instant         `json:"generated_at" jsonschema:"When the revision was committed; null before the first."`
	Model             string                    `json:"model" jsonschema:"What derived the insights."`
	ReviewCount       int                       `json:"review_count"`
	Coverage          document.Coverage         `json:"coverage" jsonschema:"How many reviews were read for aspects and problems, and why others were not."`
	DateRange         document.DateRange        `json:"date_range"`
	RatingValue       *document.AverageRating   `json:"rating_value" jsonschema:"Mean of the ratings; null when there are no reviews."`
	OverallSentiment  document.OverallSentiment `json:"overall_sentiment"`
	Trend             review.Trend              `json:"trend"`
	Summary           *string                   `json:"summary" jsonschema:"The reviews in a few sentences; null while nothing has been derived."`
	PullQuote         *string                   `json:"pull_quote" jsonschema:"A verbatim sentence of a review; null while nothing has been derived."`
	PullQuoteReviewID *review.ID                `json:"pull_quote_review_id" jsonschema:"The review that the pull quote is from."`
}

// NewDigest sums up an edition.
func NewDigest(e *edition.Edition) Digest {
	in := e.Insights
	return Digest{
		Revision:          in.Revision,
		GeneratedAt:       in.GeneratedAt,
		Model:             in.Model,
		ReviewCount:       in.ReviewCount,
		Coverage:          in.Coverage,
		DateRange:         in.DateRange,
		RatingValue:       e.Reviews.AggregateRating.RatingValue,
		OverallSentiment:  in.OverallSentiment,
		Trend:             in.Temporal.Trend,
		Summary:           in.Summary,
		PullQuote:         in.PullQuote,
		PullQuoteReviewID: in.PullQuoteReviewID,
	}
}

func getSummary() definition {
	return definition{
		name:        "get_summary",
		title:       "Get the summary",
		description: "All reviews in short: count, time span, mean rating, overall sentiment with shares of positive, neutral and negative reviews, trend, an editorial summary made from counts and a verbatim quote. Takes no arguments.",
		input:       object(),
		output:      body[Digest](),
		answer: func(r *request) (*mcp.CallToolResult, error) {
			if err := r.finish(); err != nil {
				return nil, err
			}
			return reply(NewDigest(r.edition))
		},
	}
}
