package grpcserver

import (
	"fmt"
	"slices"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/reviewpb"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
	"github.com/reviewdata/reviewdata/services/store/internal/catalog"
)

// The parts of a snapshot are far below the 4 MiB that gRPC allows by default,
// however large its reviews.
const (
	batchReviews    = 1000
	batchBytes      = 512 << 10
	batchTombstones = 5000
	chunkBytes      = 512 << 10
)

// GetSnapshot streams the state at one revision.
func (r *Reader) GetSnapshot(m *pb.GetSnapshotRequest, stream grpc.ServerStreamingServer[pb.GetSnapshotResponse]) error {
	s, err := r.catalog.StateAt(stream.Context(), review.Revision(m.GetMinRevision()))
	if err != nil {
		return reviewpb.Status(err)
	}
	if known := m.GetKnownRevision(); known > 0 && known == uint64(s.Revision) {
		head := &pb.SnapshotHead{Revision: known, Unchanged: true}
		return stream.Send(&pb.GetSnapshotResponse{Part: &pb.GetSnapshotResponse_Head{Head: head}})
	}
	return sendSnapshot(s, stream.Send)
}

func sendSnapshot(s *catalog.State, send func(*pb.GetSnapshotResponse) error) error {
	head := reviewpb.FromSnapshotHead(s.Snapshot)
	if err := send(&pb.GetSnapshotResponse{Part: &pb.GetSnapshotResponse_Head{Head: head}}); err != nil {
		return err
	}
	if err := sendReviews(s.Reviews, send); err != nil {
		return err
	}
	for some := range slices.Chunk(s.Tombstones, batchTombstones) {
		batch := &pb.TombstoneBatch{Tombstones: reviewpb.FromTombstones(some)}
		if err := send(&pb.GetSnapshotResponse{Part: &pb.GetSnapshotResponse_Tombstones{Tombstones: batch}}); err != nil {
			return err
		}
	}
	return sendInsights(&s.Insights, send)
}

// sendReviews sends the reviews in batches, each of which ends with the review
// that fills it.
func sendReviews(reviews []review.Review, send func(*pb.GetSnapshotResponse) error) error {
	batch, size := &pb.ReviewBatch{}, 0
	for i, r := range reviews {
		m := reviewpb.FromReview(r)
		batch.Reviews = append(batch.Reviews, m)
		size += proto.Size(m)
		if size < batchBytes && len(batch.Reviews) < batchReviews && i < len(reviews)-1 {
			continue
		}
		if err := send(&pb.GetSnapshotResponse{Part: &pb.GetSnapshotResponse_Reviews{Reviews: batch}}); err != nil {
			return err
		}
		batch, size = &pb.ReviewBatch{}, 0
	}
	return nil
}

func sendInsights(in *review.Insights, send func(*pb.GetSnapshotResponse) error) error {
	data, err := proto.Marshal(reviewpb.FromInsights(in))
	if err != nil {
		return fmt.Errorf("insights: %w", err)
	}
	for chunk := range slices.Chunk(data, chunkBytes) {
		part := &pb.GetSnapshotResponse_Insights{Insights: &pb.InsightsChunk{Data: chunk}}
		if err := send(&pb.GetSnapshotResponse{Part: part}); err != nil {
			return err
		}
	}
	return nil
}
