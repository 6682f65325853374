package storeclient

import (
	"context"
	"fmt"

	"google.golang.org/grpc"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/reviewpb"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
)

// Client reads what is published. It is safe for concurrent use.
type Client struct {
	conn  *grpc.ClientConn
	store pb.ReviewServiceClient
}

// Dial prepares a client of the store at target, host:port or a gRPC target
// URI. The store need not be there yet. Close the client when done.
func Dial(target string, options ...grpc.DialOption) (*Client, error) {
	conn, err := dial(target, options...)
	if err != nil {
		return nil, err
	}
	return &Client{conn: conn, store: pb.NewReviewServiceClient(conn)}, nil
}

// Close gives up the connections; calls under way fail.
func (c *Client) Close() error { return c.conn.Close() }

// Revision returns the current revision.
func (c *Client) Revision(ctx context.Context) (review.Revision, error) {
	ctx, cancel := deadline(ctx, unaryTimeout)
	defer cancel()
	answer, err := c.store.GetRevision(ctx, &pb.GetRevisionRequest{})
	if err != nil {
		return 0, failure(ctx, "revision", err)
	}
	return review.Revision(answer.GetRevision()), nil
}

// Search returns one page of the reviews that match q, at revision min or
// later.
func (c *Client) Search(ctx context.Context, q review.Query, min review.Revision) (review.SearchPage, error) {
	ctx, cancel := deadline(ctx, unaryTimeout)
	defer cancel()
	answer, err := c.store.SearchReviews(ctx, reviewpb.FromQuery(q, min))
	if err != nil {
		return review.SearchPage{}, failure(ctx, "search", err)
	}
	page, err := reviewpb.ToSearchPage(answer)
	if err != nil {
		return review.SearchPage{}, fmt.Errorf("search: %w", err)
	}
	return page, nil
}

// Review returns one review or its tombstone, at revision min or later. An id
// that was never seen is review.ErrNotFound.
func (c *Client) Review(ctx context.Context, id review.ID, min review.Revision) (review.Change, error) {
	ctx, cancel := deadline(ctx, unaryTimeout)
	defer cancel()
	answer, err := c.store.GetReview(ctx, &pb.GetReviewRequest{Id: string(id), MinRevision: uint64(min)})
	if err != nil {
		return review.Change{}, failure(ctx, "review", err)
	}
	state, err := reviewpb.ToReviewState(answer)
	if err != nil {
		return review.Change{}, fmt.Errorf("review: %w", err)
	}
	return state, nil
}

// Changes returns the page of the change feed after cursor, at revision min or
// later; an empty cursor starts from the beginning.
func (c *Client) Changes(ctx context.Context, cursor string, limit int, min review.Revision) (review.ChangePage, error) {
	ctx, cancel := deadline(ctx, unaryTimeout)
	defer cancel()
	answer, err := c.store.ListChanges(ctx, &pb.ListChangesRequest{Cursor: cursor, Limit: int32(limit), MinRevision: uint64(min)})
	if err != nil {
		return review.ChangePage{}, failure(ctx, "changes", err)
	}
	page, err := reviewpb.ToChangePage(answer)
	if err != nil {
		return review.ChangePage{}, fmt.Errorf("changes: %w", err)
	}
	return page, nil
}
