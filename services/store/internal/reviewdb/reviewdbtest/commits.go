package reviewdbtest

import (
	"math/rand/v2"
	"time"

	"github.com/reviewdata/reviewdata/pkg/change"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// committedAt is when a revision of the tests was committed.
func committedAt(r review.Revision) time.Time {
	return time.Date(2026, 4, 1, 0, 0, int(r), 0, time.UTC)
}

// newCommit returns the commit of a revision with nothing but its event.
func newCommit(r review.Revision) reviewdb.Commit {
	event := change.Event{Revision: r, ChangedAt: committedAt(r)}
	if r%2 == 0 { // the others are not traced
		event.Trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
	}
	return reviewdb.Commit{
		Event:   event,
		BaseURL: "https://reviews.example.com",
	}
}

// newRow returns a random review of a revision.
func newRow(rng *rand.Rand, r review.Revision) reviewdb.Row {
	row := reviewdb.Row{Review: reviewtest.Review(rng, r)}
	row.UpdatedAt = committedAt(r)
	if rng.IntN(2) == 0 {
		row.Given = reviewdb.Mentions{Technicians: []string{"Zoë O'Neil"}, Services: []string{"AC \"repair\""}}
	}
	return row
}

// randomCommit returns a commit on top of a state: new reviews, new versions
// of old ones, removals, reviews that come back, a mark, at times a profile.
func randomCommit(rng *rand.Rand, s reviewdb.State) reviewdb.Commit {
	c := newCommit(s.Revision + 1)
	touched := map[review.ID]bool{}
	upsert := func(id review.ID) {
		row := newRow(rng, c.Event.Revision)
		if id != "" {
			row.ID = id
		}
		if !touched[row.ID] {
			touched[row.ID] = true
			c.Upserts = append(c.Upserts, row)
		}
	}
	for range rng.IntN(4) {
		upsert("")
	}
	for range min(len(s.Reviews), rng.IntN(3)) {
		upsert(s.Reviews[rng.IntN(len(s.Reviews))].ID)
	}
	for range min(len(s.Tombstones), rng.IntN(2)) {
		upsert(s.Tombstones[rng.IntN(len(s.Tombstones))].ID)
	}
	for range min(len(s.Reviews), rng.IntN(3)) {
		if id := s.Reviews[rng.IntN(len(s.Reviews))].ID; !touched[id] {
			touched[id] = true
			c.Removed = append(c.Removed, id)
		}
	}
	if rng.IntN(4) == 0 {
		c.Business = reviewtest.Business()
		c.Business.Name += " " + c.Event.ChangedAt.Format(time.TimeOnly)
	}
	if rng.IntN(3) > 0 {
		c.Mark = review.Mark{Date: review.Date(20200101 + rng.IntN(28)), Revision: c.Event.Revision, ChangedAt: c.Event.ChangedAt}
	}
	c.Event.Upserted, c.Event.Deleted = len(c.Upserts), len(c.Removed)
	return c
}
