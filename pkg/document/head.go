package document

import "github.com/reviewdata/reviewdata/pkg/review"

// ReviewsHead returns the body of [Reviews] without the reviews, for those who
// answer with a part of it.
func ReviewsHead(s *review.Snapshot) ReviewsBody { return newReviewsBody(s, nil) }

// InsightsHead returns the body of [Insights] without what single reviews say,
// for those who answer with a part of it.
func InsightsHead(s *review.Snapshot) InsightsBody { return newInsightsBody(s, nil) }

// Encode writes a body as every document is written: members in the order of
// their declaration, text as it is, and a final newline.
func Encode(body any) []byte { return encode(body) }
