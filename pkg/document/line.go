package document

import "github.com/reviewdata/reviewdata/pkg/review"

// line is a review insight outside a document, with its id in front.
type line struct {
	ID string `json:"id"`
	ReviewInsight
}

// InsightLine writes what one review says as an object on a line of its own:
// the member of per_review with the id in front. The id may be any text.
func InsightLine(id string, r review.ReviewInsight) []byte {
	return encode(line{ID: id, ReviewInsight: newReviewInsight(r)})
}
