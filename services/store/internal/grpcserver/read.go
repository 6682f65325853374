package grpcserver

import (
	"context"

	"google.golang.org/grpc"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/reviewpb"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
	"github.com/reviewdata/reviewdata/services/store/internal/catalog"
)

// Reader serves what is published.
type Reader struct {
	pb.UnimplementedReviewServiceServer

	catalog *catalog.Catalog
}

// RegisterReader adds the read service to a server.
func RegisterReader(server grpc.ServiceRegistrar, c *catalog.Catalog) {
	pb.RegisterReviewServiceServer(server, &Reader{catalog: c})
}

// GetRevision returns the current revision.
func (r *Reader) GetRevision(context.Context, *pb.GetRevisionRequest) (*pb.GetRevisionResponse, error) {
	s := r.catalog.State()
	return reviewpb.FromRevision(s.Revision, s.ChangedAt), nil
}

// SearchReviews returns one page of matching reviews.
func (r *Reader) SearchReviews(ctx context.Context, m *pb.SearchReviewsRequest) (*pb.SearchReviewsResponse, error) {
	q, err := reviewpb.ToQuery(m)
	if err != nil {
		return nil, reviewpb.Status(err)
	}
	s, err := r.catalog.StateAt(ctx, review.Revision(m.GetMinRevision()))
	if err != nil {
		return nil, reviewpb.Status(err)
	}
	return reviewpb.FromSearchPage(s.Search(q)), nil
}

// GetReview returns one review or its tombstone.
func (r *Reader) GetReview(ctx context.Context, m *pb.GetReviewRequest) (*pb.GetReviewResponse, error) {
	id, err := review.ParseID(m.GetId())
	if err != nil {
		return nil, reviewpb.Status(review.ErrNotFound)
	}
	s, err := r.catalog.StateAt(ctx, review.Revision(m.GetMinRevision()))
	if err != nil {
		return nil, reviewpb.Status(err)
	}
	found, err := s.Review(id)
	if err != nil {
		return nil, reviewpb.Status(err)
	}
	return reviewpb.FromReviewState(s.Revision, found), nil
}

// ListChanges returns one page of the change feed.
func (r *Reader) ListChanges(ctx context.Context, m *pb.ListChangesRequest) (*pb.ListChangesResponse, error) {
	if err := review.CheckChangesLimit(int(m.GetLimit())); err != nil {
		return nil, reviewpb.Status(err)
	}
	s, err := r.catalog.StateAt(ctx, review.Revision(m.GetMinRevision()))
	if err != nil {
		return nil, reviewpb.Status(err)
	}
	return reviewpb.FromChangePage(s.Changes(m.GetCursor(), int(m.GetLimit()))), nil
}
