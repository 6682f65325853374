package catalog

import (
	"context"
	"fmt"
	"strconv"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// Import collects the records of one import. Nothing of it is visible or on
// disk before Commit. It is for one goroutine.
type Import struct {
	catalog *Catalog
	today   review.Date
	limit   int
	staged  []staged
	byID    map[review.ID]int // in staged
	result  review.ImportResult
}

// staged is a record that was accepted.
type staged struct {
	review   review.Review
	line     int
	withheld bool
}

// NewImport starts an import of at most limit records.
func (c *Catalog) NewImport(limit int) *Import {
	return &Import{catalog: c, today: c.today(), limit: limit, byID: map[review.ID]int{}}
}

// Add checks the record that stands at line of its file and keeps it for
// Commit. What is wrong with it is returned as review.Issues, and the import
// goes on without it. The same review twice is a mistake unless both say the
// same.
func (i *Import) Add(line int, record review.Record) error {
	r, err := record.Review(i.today)
	if err != nil {
		i.result.Rejected++
		return err
	}
	if first, known := i.byID[r.ID]; known {
		return i.repeat(i.staged[first], r, record.Unverified)
	}
	if len(i.staged) == i.limit {
		i.result.Rejected++
		return review.Issues{{
			Code:    review.CodeTooLong,
			Message: fmt.Sprintf("an import takes at most %d reviews: split the file", i.limit),
		}}
	}
	i.byID[r.ID] = len(i.staged)
	i.staged = append(i.staged, staged{review: r, line: line, withheld: record.Unverified})
	return nil
}

// repeat judges the second record of a review.
func (i *Import) repeat(first staged, r review.Review, withheld bool) error {
	if first.review.SameContent(r) && first.withheld == withheld {
		i.result.Unchanged++
		return nil
	}
	i.result.Rejected++
	return review.Issues{{
		Path:     []string{"id"},
		Code:     review.CodeDuplicate,
		Message:  "another version of this review is at line " + strconv.Itoa(first.line),
		Received: string(r.ID),
	}}
}

// Commit writes what the import makes different, and nothing if that is
// nothing. A dry run writes nothing and tells the differences. When pruning
// would delete more than its limit, nothing is written and the error says so.
func (i *Import) Commit(ctx context.Context, o review.ImportOptions) (review.ImportResult, []review.Difference, error) {
	var out comparison
	revision, err := i.catalog.change(ctx, func(before *State) (difference, error) {
		out = comparison{result: i.result}
		if i.result.Rejected > 0 && (o.Strict || o.Prune) {
			out.result = review.ImportResult{Rejected: i.result.Rejected}
		} else if err := i.compare(before, o, &out); err != nil {
			return difference{}, err
		}
		out.change.dryRun = o.DryRun
		out.change.cause = &review.HistoryEntry{Action: review.ActionImport, Origin: o.Origin, Result: out.result}
		return out.change, nil
	})
	if err != nil {
		return review.ImportResult{}, nil, err
	}
	out.result.Revision, out.result.Committed = revision, !out.change.dryRun && !out.change.empty()
	return out.result, out.told, nil
}
