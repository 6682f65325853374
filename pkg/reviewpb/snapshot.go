package reviewpb

import (
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
)

// FromRevision writes a revision and the time it was committed.
func FromRevision(revision review.Revision, changedAt time.Time) *pb.GetRevisionResponse {
	return &pb.GetRevisionResponse{Revision: uint64(revision), ChangedAt: fromTime(changedAt)}
}

// FromSnapshotHead writes what a snapshot has beside its lists and insights.
func FromSnapshotHead(s *review.Snapshot) *pb.SnapshotHead {
	return &pb.SnapshotHead{
		Revision:  uint64(s.Revision),
		ChangedAt: fromTime(s.ChangedAt),
		BaseUrl:   s.BaseURL,
		Business:  FromBusiness(s.Business),
		Marks:     convert(s.Marks, fromMark),
	}
}

// ToSnapshotHead reads what a snapshot has beside its lists and insights.
func ToSnapshotHead(m *pb.SnapshotHead) (*review.Snapshot, error) {
	marks, err := toList(m.GetMarks(), toMark)
	if err != nil {
		return nil, err
	}
	return &review.Snapshot{
		Revision:  review.Revision(m.GetRevision()),
		ChangedAt: toTime(m.GetChangedAt()),
		BaseURL:   m.GetBaseUrl(),
		Business:  ToBusiness(m.GetBusiness()),
		Marks:     marks,
	}, nil
}

func fromMark(m review.Mark) *pb.Mark {
	return &pb.Mark{Date: m.Date.String(), Revision: uint64(m.Revision), ChangedAt: fromTime(m.ChangedAt)}
}

func toMark(m *pb.Mark) (review.Mark, error) {
	var read reader
	out := review.Mark{
		Date:      read.date("date", m.GetDate()),
		Revision:  review.Revision(m.GetRevision()),
		ChangedAt: toTime(m.GetChangedAt()),
	}
	return out, read.err
}
