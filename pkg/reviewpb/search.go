package reviewpb

import (
	"github.com/reviewdata/reviewdata/pkg/review"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
)

// FromQuery writes a search that wants at least revision min.
func FromQuery(q review.Query, min review.Revision) *pb.SearchReviewsRequest {
	out := &pb.SearchReviewsRequest{
		Rating:             int32(q.Rating),
		MinRating:          q.MinRating,
		Since:              q.Since.String(),
		Until:              q.Until.String(),
		Query:              q.Text,
		MentionsTechnician: q.Technician,
		MentionsService:    q.Service,
		Limit:              int32(q.Limit),
		MinRevision:        uint64(min),
	}
	if q.After != nil {
		out.Cursor = q.Cursor(*q.After)
	}
	return out
}

// ToQuery reads a search and checks it: what is wrong comes back as
// review.Issues.
func ToQuery(m *pb.SearchReviewsRequest) (review.Query, error) {
	q := review.Query{
		Rating:     int(m.GetRating()),
		MinRating:  m.GetMinRating(),
		Text:       m.GetQuery(),
		Technician: m.GetMentionsTechnician(),
		Service:    m.GetMentionsService(),
		Limit:      int(m.GetLimit()),
	}
	return q.Complete(m.GetSince(), m.GetUntil(), m.GetCursor())
}

// FromSearchPage writes a page of search results.
func FromSearchPage(p review.SearchPage) *pb.SearchReviewsResponse {
	return &pb.SearchReviewsResponse{
		Revision:   uint64(p.Revision),
		Matched:    int64(p.Matched),
		Reviews:    FromReviews(p.Reviews),
		NextCursor: p.NextCursor,
	}
}

// ToSearchPage reads a page of search results.
func ToSearchPage(m *pb.SearchReviewsResponse) (review.SearchPage, error) {
	reviews, err := ToReviews(m.GetReviews())
	return review.SearchPage{
		Revision:   review.Revision(m.GetRevision()),
		Matched:    int(m.GetMatched()),
		Reviews:    reviews,
		NextCursor: m.GetNextCursor(),
	}, err
}
