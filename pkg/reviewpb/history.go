package reviewpb

import (
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/reviewdata/reviewdata/pkg/review"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
)

// FromOrigin writes where a change comes from.
func FromOrigin(o review.Origin) *pb.Origin { return &pb.Origin{Actor: o.Actor, File: o.File} }

// ToOrigin reads where a change comes from.
func ToOrigin(m *pb.Origin) review.Origin {
	return review.Origin{Actor: m.GetActor(), File: m.GetFile()}
}

// FromHistory writes entries of the history.
func FromHistory(entries []review.HistoryEntry) []*pb.HistoryEntry {
	return convert(entries, func(e review.HistoryEntry) *pb.HistoryEntry {
		return &pb.HistoryEntry{
			Number:         int64(e.Number),
			At:             timestamppb.New(e.At),
			Action:         string(e.Action),
			Origin:         FromOrigin(e.Origin),
			RevisionBefore: uint64(e.Before),
			Result:         FromImportResult(e.Result),
		}
	})
}

// ToHistory reads entries of the history.
func ToHistory(entries []*pb.HistoryEntry) []review.HistoryEntry {
	return convert(entries, func(m *pb.HistoryEntry) review.HistoryEntry {
		return review.HistoryEntry{
			Number: int(m.GetNumber()),
			At:     m.GetAt().AsTime(),
			Action: review.Action(m.GetAction()),
			Origin: ToOrigin(m.GetOrigin()),
			Before: review.Revision(m.GetRevisionBefore()),
			Result: ToImportResult(m.GetResult()),
		}
	})
}
