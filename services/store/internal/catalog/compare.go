package catalog

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// comparison is what an import makes different from a state.
type comparison struct {
	change difference
	result review.ImportResult
	told   []review.Difference
}

func (c *comparison) upsert(kind review.DifferenceKind, s staged, row reviewdb.Row, members []string) {
	c.change.upserts = append(c.change.upserts, row)
	c.told = append(c.told, review.Difference{Kind: kind, ID: row.ID, Line: s.line, Members: members})
}

func (c *comparison) remove(kind review.DifferenceKind, id review.ID, line int) {
	c.change.removed = append(c.change.removed, id)
	c.told = append(c.told, review.Difference{Kind: kind, ID: id, Line: line})
}

// compare finds and counts what the import makes different.
func (i *Import) compare(before *State, o review.ImportOptions, out *comparison) error {
	for _, s := range i.staged {
		old, published := before.get(s.review.ID)
		switch {
		case i.catalog.forgotten[s.review.ID]:
			out.result.Forgotten++
		case s.withheld && published:
			out.result.Withheld++
			out.result.Removed++
			out.remove(review.DifferenceWithheld, s.review.ID, s.line)
		case s.withheld:
			out.result.Withheld++
		default:
			i.compareReview(s, old, published, out)
		}
	}
	if o.Prune {
		return i.prune(before, o, out)
	}
	return nil
}

// compareReview compares a record with the published review of its id, if
// there is one.
func (i *Import) compareReview(s staged, old review.Review, published bool, out *comparison) {
	given := reviewdb.Mentions{Technicians: s.review.Technicians, Services: s.review.Services}
	row := complete(i.catalog.roster, s.review, given)
	members := row.Differs(old)
	switch {
	case !published:
		out.result.Added++
		out.upsert(review.DifferenceAdded, s, row, nil)
	case len(members) > 0:
		out.result.Changed++
		out.upsert(review.DifferenceChanged, s, row, members)
	default:
		out.result.Unchanged++
	}
}

// pruneShare is the part of the reviews, one in so many, that may be pruned
// without being asked for: losing more looks like half a file.
const pruneShare = 10

// errPrune says that pruning would delete more than its limit.
var errPrune = errors.New("too many reviews are missing")

// prune deletes the reviews of the platforms in the import that are not in it.
func (i *Import) prune(before *State, o review.ImportOptions, out *comparison) error {
	platforms := map[string]bool{}
	for _, s := range i.staged {
		platforms[s.review.Source] = true
	}
	candidates := 0
	for _, r := range before.Reviews {
		if !platforms[r.Source] {
			continue
		}
		candidates++
		if _, there := i.byID[r.ID]; !there {
			out.result.Pruned++
			out.remove(review.DifferencePruned, r.ID, 0)
		}
	}
	limit := o.PruneLimit
	if limit == 0 {
		limit = candidates / pruneShare
	}
	if out.result.Pruned <= limit || o.DryRun {
		return nil
	}
	return &reviewdb.AdviceError{
		Advice: fmt.Sprintf("nothing was written: the import lacks %d of the %d published reviews of %s, and at most %d may be pruned; look at a dry run, then raise the limit",
			out.result.Pruned, candidates, strings.Join(slices.Sorted(maps.Keys(platforms)), " and "), limit),
		Err: errPrune,
	}
}
