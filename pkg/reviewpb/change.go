package reviewpb

import (
	"github.com/reviewdata/reviewdata/pkg/review"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
)

// FromChange writes a change.
func FromChange(c review.Change) *pb.Change {
	if c.Delete != nil {
		return &pb.Change{Op: &pb.Change_Delete{Delete: FromTombstone(*c.Delete)}}
	}
	return &pb.Change{Op: &pb.Change_Upsert{Upsert: FromReview(*c.Upsert)}}
}

// ToChange reads a change.
func ToChange(m *pb.Change) (review.Change, error) {
	switch op := m.GetOp().(type) {
	case *pb.Change_Upsert:
		return upsert(op.Upsert)
	case *pb.Change_Delete:
		return deletion(op.Delete)
	default:
		return review.Change{}, ErrMalformed
	}
}

// FromReviewState writes the answer to the question for one review.
func FromReviewState(revision review.Revision, c review.Change) *pb.GetReviewResponse {
	out := &pb.GetReviewResponse{Revision: uint64(revision)}
	if c.Delete != nil {
		out.State = &pb.GetReviewResponse_Tombstone{Tombstone: FromTombstone(*c.Delete)}
	} else {
		out.State = &pb.GetReviewResponse_Review{Review: FromReview(*c.Upsert)}
	}
	return out
}

// ToReviewState reads the answer to the question for one review.
func ToReviewState(m *pb.GetReviewResponse) (review.Change, error) {
	switch state := m.GetState().(type) {
	case *pb.GetReviewResponse_Review:
		return upsert(state.Review)
	case *pb.GetReviewResponse_Tombstone:
		return deletion(state.Tombstone)
	default:
		return review.Change{}, ErrMalformed
	}
}

func upsert(m *pb.Review) (review.Change, error) {
	r, err := ToReview(m)
	return review.Change{Upsert: &r}, err
}

func deletion(m *pb.Tombstone) (review.Change, error) {
	t, err := ToTombstone(m)
	return review.Change{Delete: &t}, err
}

// FromChangePage writes a page of the change feed.
func FromChangePage(p review.ChangePage) *pb.ListChangesResponse {
	return &pb.ListChangesResponse{
		Revision:   uint64(p.Revision),
		Changes:    convert(p.Changes, FromChange),
		NextCursor: p.NextCursor,
		HasMore:    p.HasMore,
		Reset_:     p.Reset,
	}
}

// ToChangePage reads a page of the change feed.
func ToChangePage(m *pb.ListChangesResponse) (review.ChangePage, error) {
	changes, err := toList(m.GetChanges(), ToChange)
	return review.ChangePage{
		Revision:   review.Revision(m.GetRevision()),
		Changes:    changes,
		NextCursor: m.GetNextCursor(),
		HasMore:    m.GetHasMore(),
		Reset:      m.GetReset_(),
	}, err
}
