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
	c.writing.Lock()
	defer c.writing.Unlock()
	before := c.State()
	if strict && i.result.Rejected > 0 {
		return review.ImportResult{Revision: before.Revision, Rejected: i.result.Rejected}, nil
	}
	d := i.compare(before)
	if !d.empty() {
		if err := c.commit(ctx, d); err != nil {
			return review.ImportResult{}, err
		}
		i.result.Committed = true
	}
	i.result.Revision = c.State().Revision
	return i.result, nil
}

// compare counts what the import makes different, and returns it.
func (i *Import) compare(before *State) difference {
	var d difference
	for _, s := range i.staged {
		old, published := before.get(s.review.ID)
		if s.withheld {
			i.result.Withheld++
			if published {
				i.result.Removed++
				d.removed = append(d.removed, s.review.ID)
			}
			continue
		}
		given := reviewdb.Mentions{Technicians: s.review.Technicians, Services: s.review.Services}
		row := i.catalog.row(i.catalog.roster, s.review, given)
		switch {
		case !published:
			i.result.Added++
			d.upserts = append(d.upserts, row)
		case row.SameContent(old):
			i.result.Unchanged++
		default:
			i.result.Changed++
			d.upserts = append(d.upserts, row)
		}
	}
	return d
}
