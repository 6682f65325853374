package document

import "github.com/reviewdata/reviewdata/pkg/review"

// ReviewsBody is the whole data set: the business, its aggregate rating and
// all verified reviews.
type ReviewsBody struct {
	Revision        review.Revision `json:"revision" jsonschema:"Revision of the data."`
	UpdatedAt       *Instant        `json:"updated_at" jsonschema:"When that revision was committed; null before the first."`
	Business        *Business       `json:"business" jsonschema:"The business; null until its operator has described it."`
	AggregateRating AggregateRating `json:"aggregate_rating"`
	Reviews         []ReviewBody    `json:"reviews" jsonschema:"All reviews, newest first."`
}

// AggregateRating sums up the stars of all reviews.
type AggregateRating struct {
	RatingValue  *AverageRating `json:"rating_value" jsonschema:"Mean of the ratings; null when there are no reviews."`
	ReviewCount  int            `json:"review_count"`
	BestRating   Rating         `json:"best_rating" jsonschema:"The most stars a review can give."`
	WorstRating  Rating         `json:"worst_rating" jsonschema:"The fewest stars a review can give."`
	Distribution Distribution   `json:"distribution" jsonschema:"Reviews by number of stars."`
	BySource     []SourceRating `json:"by_source" jsonschema:"By platform, most reviews first."`
}

// Distribution counts reviews by number of stars.
type Distribution struct {
	One   int `json:"1" jsonschema:"Reviews with one star."`
	Two   int `json:"2" jsonschema:"Reviews with two stars."`
	Three int `json:"3" jsonschema:"Reviews with three stars."`
	Four  int `json:"4" jsonschema:"Reviews with four stars."`
	Five  int `json:"5" jsonschema:"Reviews with five stars."`
}

// SourceRating sums up the stars of the reviews of one platform.
type SourceRating struct {
	Source      string        `json:"source"`
	ReviewCount int           `json:"review_count"`
	RatingValue AverageRating `json:"rating_value" jsonschema:"Mean of the ratings."`
}

// Reviews renders the whole data set.
func Reviews(s *review.Snapshot) Document {
	return reviewsDocument(s, convert(s.Reviews, encodeReview))
}

// reviewsDocument renders the data set from its reviews as encoded before.
func reviewsDocument(s *review.Snapshot, reviews [][]byte) Document {
	body := encode(newReviewsBody(s, nil))
	return ofSnapshot(s, TypeJSON, fill(body, "reviews", "[]", reviews))
}

func newReviewsBody(s *review.Snapshot, reviews []review.Review) ReviewsBody {
	return ReviewsBody{
		Revision:        s.Revision,
		UpdatedAt:       optionalInstant(s.ChangedAt),
		Business:        newBusiness(s.Business),
		AggregateRating: newAggregateRating(review.Aggregate(s.Reviews)),
		Reviews:         convert(reviews, newReviewBody),
	}
}

func newAggregateRating(a review.AggregateRating) AggregateRating {
	return AggregateRating{
		RatingValue:  average(a.Value, a.Count),
		ReviewCount:  a.Count,
		BestRating:   review.MaxRating,
		WorstRating:  review.MinRating,
		Distribution: Distribution{a.Distribution[0], a.Distribution[1], a.Distribution[2], a.Distribution[3], a.Distribution[4]},
		BySource:     convert(a.BySource, newSourceRating),
	}
}

func newSourceRating(s review.SourceRating) SourceRating {
	return SourceRating{Source: s.Source, ReviewCount: s.Count, RatingValue: AverageRating(s.Value)}
}

func encodeReview(r review.Review) []byte { return encodePart(newReviewBody(r)) }
