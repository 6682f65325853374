package storeclient

import (
	"context"
	"fmt"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/reviewpb"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
)

// Admin changes what is published. It is safe for concurrent use.
type Admin struct {
	conn  *grpc.ClientConn
	token string
	store pb.AdminServiceClient
}

// DialAdmin prepares a client of the admin listener of the store at target.
// The token may be empty when that listener is on loopback.
func DialAdmin(target, token string, options ...grpc.DialOption) (*Admin, error) {
	conn, err := dial(target, options...)
	if err != nil {
		return nil, err
	}
	return &Admin{conn: conn, token: token, store: pb.NewAdminServiceClient(conn)}, nil
}

// Close gives up the connections; calls under way fail.
func (a *Admin) Close() error { return a.conn.Close() }

// Applied says what applying a profile did.
type Applied struct {
	Revision       review.Revision // after the call
	Changed        bool            // the profile or a review changed
	ReviewsChanged int             // reviews whose mentions changed with the profile
}

// ApplyBusiness sets the profile of the business. What is wrong with it comes
// back as review.Issues.
func (a *Admin) ApplyBusiness(ctx context.Context, b *review.Business, origin review.Origin) (Applied, error) {
	ctx, cancel := deadline(a.authorize(ctx), snapshotTimeout)
	defer cancel()
	answer, err := a.store.ApplyBusiness(ctx, &pb.ApplyBusinessRequest{Business: reviewpb.FromBusiness(b), Origin: reviewpb.FromOrigin(origin)})
	if err != nil {
		return Applied{}, failure(ctx, "apply business", err)
	}
	return Applied{
		Revision:       review.Revision(answer.GetRevision()),
		Changed:        answer.GetChanged(),
		ReviewsChanged: int(answer.GetReviewsChanged()),
	}, nil
}

// Remove deletes reviews and returns the revision after it and how many it
// deleted. If one of the ids is unknown, nothing is deleted and the error is
// review.ErrNotFound.
func (a *Admin) Remove(ctx context.Context, ids []review.ID, origin review.Origin) (review.Revision, int, error) {
	return a.remove(ctx, "remove", ids, &pb.RemoveReviewsRequest{Origin: reviewpb.FromOrigin(origin)})
}

// Forget removes reviews for good, as Remove does; later imports leave them
// out.
func (a *Admin) Forget(ctx context.Context, ids []review.ID, origin review.Origin) (review.Revision, int, error) {
	return a.remove(ctx, "forget", ids, &pb.RemoveReviewsRequest{Origin: reviewpb.FromOrigin(origin), Forget: true})
}

func (a *Admin) remove(
	ctx context.Context, call string, ids []review.ID, request *pb.RemoveReviewsRequest,
) (review.Revision, int, error) {
	ctx, cancel := deadline(a.authorize(ctx), snapshotTimeout)
	defer cancel()
	for _, id := range ids {
		request.Ids = append(request.Ids, string(id))
	}
	answer, err := a.store.RemoveReviews(ctx, request)
	if err != nil {
		return 0, 0, failure(ctx, fmt.Sprintf("%s %d reviews", call, len(ids)), err)
	}
	return review.Revision(answer.GetRevision()), int(answer.GetRemoved()), nil
}

// authorize adds the operator's token to a call.
func (a *Admin) authorize(ctx context.Context) context.Context {
	if a.token == "" {
		return ctx
	}
	return metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+a.token)
}
