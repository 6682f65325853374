package catalog

import (
	"context"
	"fmt"
	"strconv"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
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
// nothing. With strict, it writes nothing if any record was rejected.
func (i *Import) Commit(ctx context.Context, strict bool) (review.ImportResult, error) {
	c := i.catalog
	if strict && i.result.Rejected > 0 {
		return review.ImportResult{Revision: c.State().Revision, Rejected: i.result.Rejected}, nil
	}
	var out review.ImportResult
	revision, err := c.change(ctx, func(before *State) (difference, error) {
		var d difference
		d, out = i.compare(before)
		return d, nil
	})
	if err != nil {
		return review.ImportResult{}, err
	}
	out.Revision = revision
	return out, nil
}

// compare returns what the import makes different, and counts it.
func (i *Import) compare(before *State) (difference, review.ImportResult) {
	var d difference
	out := i.result
	for _, s := range i.staged {
		old, published := before.get(s.review.ID)
		if s.withheld {
			out.Withheld++
			if published {
				out.Removed++
				d.removed = append(d.removed, s.review.ID)
			}
			continue
		}
		given := reviewdb.Mentions{Technicians: s.review.Technicians, Services: s.review.Services}
		row := complete(i.catalog.roster, s.review, given)
		switch {
		case !published:
			out.Added++
			d.upserts = append(d.upserts, row)
		case row.SameContent(old):
			out.Unchanged++
		default:
			out.Changed++
			d.upserts = append(d.upserts, row)
		}
	}
	out.Committed = !d.empty()
	return d, out
}
