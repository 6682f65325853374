package storeclient_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
	"github.com/reviewdata/reviewdata/pkg/reviewpb"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
)

// parts returns a call that sends the parts of a snapshot and then ends as
// told.
func parts(end error, parts ...*pb.GetSnapshotResponse) *store {
	return &store{snapshot: func(stream grpc.ServerStreamingServer[pb.GetSnapshotResponse]) error {
		for _, part := range parts {
			if err := stream.Send(part); err != nil {
				return err
			}
		}
		return end
	}}
}

func head(h *pb.SnapshotHead) *pb.GetSnapshotResponse {
	return &pb.GetSnapshotResponse{Part: &pb.GetSnapshotResponse_Head{Head: h}}
}

func batch(reviews ...*pb.Review) *pb.GetSnapshotResponse {
	return &pb.GetSnapshotResponse{Part: &pb.GetSnapshotResponse_Reviews{Reviews: &pb.ReviewBatch{Reviews: reviews}}}
}

func insights(data ...byte) *pb.GetSnapshotResponse {
	return &pb.GetSnapshotResponse{Part: &pb.GetSnapshotResponse_Insights{Insights: &pb.InsightsChunk{Data: data}}}
}

// A snapshot that is not whole is none: the error says why, and nothing of it
// is handed out.
func TestBrokenSnapshot(t *testing.T) {
	t.Parallel()
	fine := reviewpb.FromReview(reviewtest.Snapshot().Reviews[0])
	first := head(&pb.SnapshotHead{Revision: 1})
	for _, test := range []struct {
		name  string
		store *store
		want  error
	}{
		{"no part at all", parts(nil), reviewpb.ErrMalformed},
		{"no head", parts(nil, batch(fine)), reviewpb.ErrMalformed},
		{"a head with a wrong date", parts(nil, head(&pb.SnapshotHead{Revision: 1, Marks: []*pb.Mark{{Date: "soon"}}})), reviewpb.ErrMalformed},
		{"an unknown part", parts(nil, first, &pb.GetSnapshotResponse{}), reviewpb.ErrMalformed},
		{"a second head", parts(nil, first, first), reviewpb.ErrMalformed},
		{"a review without an id", parts(nil, first, batch(&pb.Review{Date: "2026-03-01"})), reviewpb.ErrMalformed},
		{"insights that are none", parts(nil, first, insights(0xff)), reviewpb.ErrMalformed},
		{"the store goes away", parts(status.Error(codes.Unavailable, "bye"), first, batch(fine)), review.ErrUnavailable},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s, err := serve(t, test.store, "").Snapshot(t.Context(), 0, 0)
			if s != nil || !errors.Is(err, test.want) {
				t.Errorf("snapshot %v, error %v; want %v", s, err, test.want)
			}
		})
	}
}

// The parts of a snapshot may be cut anywhere.
func TestSnapshotInParts(t *testing.T) {
	t.Parallel()
	want := reviewtest.Snapshot()
	data := reviewpb.FromSnapshotHead(want)
	all := []*pb.GetSnapshotResponse{head(data)}
	for _, r := range reviewpb.FromReviews(want.Reviews) {
		all = append(all, batch(), batch(r))
	}
	tombstones := &pb.TombstoneBatch{Tombstones: reviewpb.FromTombstones(want.Tombstones)}
	all = append(all, &pb.GetSnapshotResponse{Part: &pb.GetSnapshotResponse_Tombstones{Tombstones: tombstones}})
	for _, b := range encode(t, reviewpb.FromInsights(&want.Insights)) {
		all = append(all, insights(b))
	}
	got, err := serve(t, parts(nil, all...), "").Snapshot(t.Context(), 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestMalformedAnswers(t *testing.T) {
	t.Parallel()
	wrong := &pb.Review{Id: "x"}
	c := serve(t, &store{
		search: func(context.Context) (*pb.SearchReviewsResponse, error) {
			return &pb.SearchReviewsResponse{Reviews: []*pb.Review{wrong}}, nil
		},
		review: func(context.Context) (*pb.GetReviewResponse, error) { return &pb.GetReviewResponse{}, nil },
		changes: func(context.Context) (*pb.ListChangesResponse, error) {
			return &pb.ListChangesResponse{Changes: []*pb.Change{{Op: &pb.Change_Upsert{Upsert: wrong}}}}, nil
		},
	}, "")
	for _, call := range calls()[1:4] {
		if err := call.do(t.Context(), c); !errors.Is(err, reviewpb.ErrMalformed) {
			t.Errorf("%s: %v, want %v", call.name, err, reviewpb.ErrMalformed)
		}
	}
}

// An answer that is larger than any of a store is refused, not kept.
func TestHugeAnswer(t *testing.T) {
	t.Parallel()
	c := serve(t, &store{search: func(context.Context) (*pb.SearchReviewsResponse, error) {
		return &pb.SearchReviewsResponse{NextCursor: strings.Repeat("x", 40<<20)}, nil
	}}, "")
	_, err := c.Search(t.Context(), review.Query{Limit: 1}, 0)
	if status.Code(errors.Unwrap(err)) != codes.ResourceExhausted {
		t.Errorf("%v, want %v", err, codes.ResourceExhausted)
	}
}
