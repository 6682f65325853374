package grpcserver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/reviewpb"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
	"github.com/reviewdata/reviewdata/services/store/internal/catalog"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

const (
	maxRemovals = 1000 // ids of one call
	maxIssues   = 100  // told of one record or profile, whose answer could outgrow a message
)

// AdminOptions are what the admin service needs beside the catalog.
type AdminOptions struct {
	Logger     *slog.Logger
	MaxRecords int                       // of one import
	Imported   func(review.ImportResult) // told of every import that came to its end; may be nil
}

// Admin serves the operator.
type Admin struct {
	pb.UnimplementedAdminServiceServer

	catalog *catalog.Catalog
	options AdminOptions
}

// RegisterAdmin adds the admin service to a server.
func RegisterAdmin(server grpc.ServiceRegistrar, c *catalog.Catalog, o AdminOptions) {
	pb.RegisterAdminServiceServer(server, &Admin{catalog: c, options: o})
}

// ApplyBusiness sets the profile of the business.
func (a *Admin) ApplyBusiness(ctx context.Context, m *pb.ApplyBusinessRequest) (*pb.ApplyBusinessResponse, error) {
	business := reviewpb.ToBusiness(m.GetBusiness())
	if business == nil {
		business = &review.Business{}
	}
	applied, err := a.catalog.ApplyBusiness(ctx, business, reviewpb.ToOrigin(m.GetOrigin()))
	if err != nil {
		return nil, a.fail(ctx, err)
	}
	return &pb.ApplyBusinessResponse{
		Revision:       uint64(applied.Revision),
		Changed:        applied.Changed,
		ReviewsChanged: int64(applied.ReviewsChanged),
	}, nil
}

// RemoveReviews deletes reviews.
func (a *Admin) RemoveReviews(ctx context.Context, m *pb.RemoveReviewsRequest) (*pb.RemoveReviewsResponse, error) {
	if n := len(m.GetIds()); n == 0 || n > maxRemovals {
		return nil, reviewpb.Status(review.Issues{{
			Path:    []string{"ids"},
			Code:    review.CodeOutOfRange,
			Message: fmt.Sprintf("ids must have 1 to %d entries, it has %d", maxRemovals, n),
		}})
	}
	ids := make([]review.ID, 0, len(m.GetIds()))
	for _, s := range m.GetIds() {
		id, err := review.ParseID(s)
		if err != nil {
			return nil, reviewpb.Status(review.ErrNotFound)
		}
		ids = append(ids, id)
	}
	remove := a.catalog.Remove
	if m.GetForget() {
		remove = a.catalog.Forget
	}
	removed, err := remove(ctx, ids, reviewpb.ToOrigin(m.GetOrigin()))
	if err != nil {
		return nil, a.fail(ctx, err)
	}
	return &pb.RemoveReviewsResponse{Revision: uint64(removed.Revision), Removed: int64(removed.Count)}, nil
}

// ListHistory tells what was done to the data.
func (a *Admin) ListHistory(ctx context.Context, m *pb.ListHistoryRequest) (*pb.ListHistoryResponse, error) {
	limit := int(m.GetLimit())
	if limit < 1 || limit > review.MaxHistoryLimit {
		return nil, reviewpb.Status(review.Issues{{
			Path:    []string{"limit"},
			Code:    review.CodeOutOfRange,
			Message: fmt.Sprintf("limit must be from 1 to %d", review.MaxHistoryLimit),
		}})
	}
	entries, err := a.catalog.History(ctx, int(m.GetBefore()), limit)
	if err != nil {
		return nil, a.fail(ctx, err)
	}
	return &pb.ListHistoryResponse{Entries: reviewpb.FromHistory(entries)}, nil
}

// fail returns the status of an error. What the caller is not told is logged;
// the operator is told what can be mended.
func (a *Admin) fail(ctx context.Context, err error) error {
	if issues, ok := errors.AsType[review.Issues](err); ok {
		return reviewpb.Status(first(issues))
	}
	out := reviewpb.Status(err)
	if code := status.Code(out); code == codes.Internal || code == codes.Unavailable {
		a.options.Logger.ErrorContext(ctx, "change failed", slog.Any("error", err))
	}
	if mendable, ok := errors.AsType[*reviewdb.AdviceError](err); ok {
		return status.Error(codes.FailedPrecondition, mendable.Advice)
	}
	return out
}

// first returns as many issues as are told.
func first(issues review.Issues) review.Issues { return issues[:min(len(issues), maxIssues)] }
