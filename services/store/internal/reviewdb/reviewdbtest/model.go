package reviewdbtest

import (
	"cmp"
	"slices"

	"github.com/reviewdata/reviewdata/pkg/change"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// model is a database that forgets nothing and finds everything by looking at
// all of it.
type model struct {
	state  reviewdb.State
	outbox []change.Event
}

// commit does what a commit must do.
func (m *model) commit(c reviewdb.Commit) {
	s := &m.state
	s.Revision, s.ChangedAt, s.BaseURL = c.Event.Revision, c.Event.ChangedAt, c.BaseURL
	if c.Business != nil {
		s.Business = c.Business
	}
	touched := map[review.ID]bool{}
	for _, id := range c.Removed {
		touched[id] = true
	}
	for _, r := range c.Upserts {
		touched[r.ID] = true
	}
	s.Reviews = slices.DeleteFunc(slices.Clone(s.Reviews), func(r reviewdb.Row) bool { return touched[r.ID] })
	s.Reviews = append(s.Reviews, c.Upserts...)
	slices.SortFunc(s.Reviews, func(a, b reviewdb.Row) int { return review.Compare(a.Review, b.Review) })
	s.Tombstones = slices.DeleteFunc(slices.Clone(s.Tombstones), func(t review.Tombstone) bool { return touched[t.ID] })
	for _, id := range c.Removed {
		s.Tombstones = append(s.Tombstones, review.Tombstone{ID: id, Revision: c.Event.Revision, DeletedAt: c.Event.ChangedAt})
	}
	slices.SortFunc(s.Tombstones, func(a, b review.Tombstone) int {
		return cmp.Or(cmp.Compare(a.Revision, b.Revision), cmp.Compare(a.ID, b.ID))
	})
	if !c.Mark.Date.IsZero() {
		s.Marks = review.AddMark(s.Marks, c.Mark)
	}
	m.outbox = append(m.outbox, c.Event)
}

// since returns what differs from the state at an earlier revision.
func (m *model) since(after review.Revision) reviewdb.State {
	s := m.state
	s.Reviews = slices.DeleteFunc(slices.Clone(s.Reviews), func(r reviewdb.Row) bool { return r.Revision <= after })
	s.Tombstones = slices.DeleteFunc(slices.Clone(s.Tombstones), func(t review.Tombstone) bool { return t.Revision <= after })
	s.Marks = slices.DeleteFunc(slices.Clone(s.Marks), func(k review.Mark) bool { return k.Revision <= after })
	return s
}

func (m *model) markSent(through review.Revision) {
	m.outbox = slices.DeleteFunc(m.outbox, func(e change.Event) bool { return e.Revision <= through })
}
