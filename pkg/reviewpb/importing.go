package reviewpb

import (
	"github.com/reviewdata/reviewdata/pkg/review"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
)

// FromImportOptions writes how to import.
func FromImportOptions(o review.ImportOptions) *pb.ImportOptions {
	return &pb.ImportOptions{
		Strict:     o.Strict,
		DryRun:     o.DryRun,
		Prune:      o.Prune,
		PruneLimit: int64(o.PruneLimit),
		Origin:     FromOrigin(o.Origin),
	}
}

// ToImportOptions reads how to import.
func ToImportOptions(m *pb.ImportOptions) review.ImportOptions {
	return review.ImportOptions{
		Strict:     m.GetStrict(),
		DryRun:     m.GetDryRun(),
		Prune:      m.GetPrune(),
		PruneLimit: int(m.GetPruneLimit()),
		Origin:     ToOrigin(m.GetOrigin()),
	}
}

// FromDifference writes what an import would change.
func FromDifference(d review.Difference) *pb.ImportDifference {
	return &pb.ImportDifference{Kind: string(d.Kind), Id: string(d.ID), Line: int64(d.Line), Members: d.Members}
}

// ToDifference reads what an import would change.
func ToDifference(m *pb.ImportDifference) review.Difference {
	return review.Difference{
		Kind:    review.DifferenceKind(m.GetKind()),
		ID:      review.ID(m.GetId()),
		Line:    int(m.GetLine()),
		Members: m.GetMembers(),
	}
}

// FromImportResult writes the result of an import.
func FromImportResult(r review.ImportResult) *pb.ImportResult {
	return &pb.ImportResult{
		Revision:  uint64(r.Revision),
		Committed: r.Committed,
		Added:     int64(r.Added),
		Changed:   int64(r.Changed),
		Unchanged: int64(r.Unchanged),
		Withheld:  int64(r.Withheld),
		Removed:   int64(r.Removed),
		Rejected:  int64(r.Rejected),
		Pruned:    int64(r.Pruned),
		Forgotten: int64(r.Forgotten),
	}
}

// ToImportResult reads the result of an import.
func ToImportResult(m *pb.ImportResult) review.ImportResult {
	return review.ImportResult{
		Revision:  review.Revision(m.GetRevision()),
		Committed: m.GetCommitted(),
		Added:     int(m.GetAdded()),
		Changed:   int(m.GetChanged()),
		Unchanged: int(m.GetUnchanged()),
		Withheld:  int(m.GetWithheld()),
		Removed:   int(m.GetRemoved()),
		Rejected:  int(m.GetRejected()),
		Pruned:    int(m.GetPruned()),
		Forgotten: int(m.GetForgotten()),
	}
}
