package review

import (
	"slices"
	"time"
)

// Snapshot is the whole published state at one revision. Everything that
// reaches a document is in it, so that two processes render the same bytes.
type Snapshot struct {
	Revision   Revision
	ChangedAt  time.Time // when Revision was committed, UTC, whole seconds
	BaseURL    string    // the public origin, without a trailing slash
	Business   *Business // nil until the operator has applied a profile
	Reviews    []Review  // newest first, see Compare
	Tombstones []Tombstone
	Marks      []Mark
	Insights   Insights
}

// Tombstone remembers that a review was deleted.
type Tombstone struct {
	ID        ID
	Revision  Revision // the revision that deleted it
	DeletedAt time.Time
}

// Mark is a step of the history of the listings "on or after a date": the
// listing since any date up to Date last changed at Revision, unless a mark
// with a later date and a greater revision says otherwise.
type Mark struct {
	Date      Date
	Revision  Revision
	ChangedAt time.Time
}

// Since returns the reviews whose date is on or after date.
func (s *Snapshot) Since(date Date) []Review {
	n, _ := slices.BinarySearchFunc(s.Reviews, date, func(r Review, d Date) int {
		if r.Date >= d {
			return -1
		}
		return 1
	})
	return s.Reviews[:n:n]
}

// SinceMark returns the mark of the last change to the listing since date, and
// whether the listing ever changed. Deletions and reviews that moved to an
// earlier date count as changes, which the listing itself cannot show.
func (s *Snapshot) SinceMark(date Date) (Mark, bool) {
	var last Mark
	for _, m := range s.Marks {
		if m.Date >= date && m.Revision >= last.Revision {
			last = m
		}
	}
	return last, last.Revision > 0
}

// AddMark records that revision changed reviews dated up to and including m.Date, and
// drops the marks that m makes redundant. Marks are kept in descending date.
func AddMark(marks []Mark, m Mark) []Mark {
	kept := slices.DeleteFunc(slices.Clone(marks), func(old Mark) bool { return old.Date <= m.Date })
	return append(kept, m)
}
