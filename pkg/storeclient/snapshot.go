package storeclient

import (
	"context"
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/reviewpb"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
)

// Snapshot returns the whole state at revision min or later. When the caller
// already knows the current revision, it returns nil and no error.
func (c *Client) Snapshot(ctx context.Context, min, known review.Revision) (*review.Snapshot, error) {
	ctx, cancel := deadline(ctx, snapshotTimeout)
	defer cancel()
	stream, err := c.store.GetSnapshot(ctx, &pb.GetSnapshotRequest{MinRevision: uint64(min), KnownRevision: uint64(known)})
	if err != nil {
		return nil, failure(ctx, "snapshot", err)
	}
	snapshot, err := receive(stream)
	if err != nil {
		return nil, failure(ctx, "snapshot", err)
	}
	return snapshot, nil
}

// receive puts the parts of a snapshot together.
func receive(stream grpc.ServerStreamingClient[pb.GetSnapshotResponse]) (*review.Snapshot, error) {
	first, err := stream.Recv()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	head := first.GetHead()
	if head == nil {
		return nil, fmt.Errorf("%w: no head", reviewpb.ErrMalformed)
	}
	if head.GetUnchanged() {
		return nil, nil
	}
	snapshot, err := reviewpb.ToSnapshotHead(head)
	if err != nil {
		return nil, err
	}
	parts := assembly{snapshot: snapshot}
	for {
		part, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return parts.finish()
		}
		if err != nil {
			return nil, err
		}
		if err := parts.add(part); err != nil {
			return nil, err
		}
	}
}

// assembly is a snapshot whose parts are still arriving.
type assembly struct {
	snapshot *review.Snapshot
	insights []byte
}

func (a *assembly) add(part *pb.GetSnapshotResponse) error {
	switch p := part.GetPart().(type) {
	case *pb.GetSnapshotResponse_Reviews:
		reviews, err := reviewpb.ToReviews(p.Reviews.GetReviews())
		a.snapshot.Reviews = append(a.snapshot.Reviews, reviews...)
		return err
	case *pb.GetSnapshotResponse_Tombstones:
		tombstones, err := reviewpb.ToTombstones(p.Tombstones.GetTombstones())
		a.snapshot.Tombstones = append(a.snapshot.Tombstones, tombstones...)
		return err
	case *pb.GetSnapshotResponse_Insights:
		a.insights = append(a.insights, p.Insights.GetData()...)
		return nil
	default:
		return fmt.Errorf("%w: unknown part of a snapshot", reviewpb.ErrMalformed)
	}
}

func (a *assembly) finish() (*review.Snapshot, error) {
	var m pb.Insights
	if err := proto.Unmarshal(a.insights, &m); err != nil {
		return nil, fmt.Errorf("%w: insights: %w", reviewpb.ErrMalformed, err)
	}
	insights, err := reviewpb.ToInsights(&m)
	if err != nil {
		return nil, err
	}
	a.snapshot.Insights = insights
	return a.snapshot, nil
}
