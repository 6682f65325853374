package catalog

import (
	"cmp"
	"slices"
	"sync"

	"github.com/reviewdata/reviewdata/pkg/insights"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/store/internal/index"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// State is everything that is published at one revision. It is immutable.
type State struct {
	*review.Snapshot

	dataSet  reviewdb.DataSet
	index    *index.Index
	position map[review.ID]int // in Snapshot.Reviews
	changes  func() []review.Change
}

// newState completes a snapshot that has everything but insights. They are part
// of the state like the reviews they are drawn from, so that nobody ever reads
// the one without the other: a review is published once it has been read.
func newState(s *review.Snapshot, x *index.Index, dataSet reviewdb.DataSet, d *insights.Deriver) *State {
	s.Insights = d.Derive(s.Reviews)
	out := &State{Snapshot: s, dataSet: dataSet, index: x, position: make(map[review.ID]int, len(s.Reviews))}
	for i, r := range s.Reviews {
		out.position[r.ID] = i
	}
	out.changes = sync.OnceValue(out.sortChanges)
	return out
}

// Search returns the page that q asks for.
func (s *State) Search(q review.Query) review.SearchPage {
	page := s.index.Search(q)
	page.Revision = s.Revision
	return page
}

// Review returns a review or its tombstone, or review.ErrNotFound.
func (s *State) Review(id review.ID) (review.Change, error) {
	if i, ok := s.position[id]; ok {
		return review.Change{Upsert: &s.Reviews[i]}, nil
	}
	if i := slices.IndexFunc(s.Tombstones, func(t review.Tombstone) bool { return t.ID == id }); i >= 0 {
		return review.Change{Delete: &s.Tombstones[i]}, nil
	}
	return review.Change{}, review.ErrNotFound
}

// get returns the published review with an id, if there is one.
func (s *State) get(id review.ID) (review.Review, bool) {
	i, ok := s.position[id]
	if !ok {
		return review.Review{}, false
	}
	return s.Reviews[i], true
}

// sortChanges puts the change feed in order. It is put off until somebody
// reads the feed.
func (s *State) sortChanges() []review.Change {
	out := make([]review.Change, 0, len(s.Reviews)+len(s.Tombstones))
	for i := range s.Reviews {
		out = append(out, review.Change{Upsert: &s.Reviews[i]})
	}
	for i := range s.Tombstones {
		out = append(out, review.Change{Delete: &s.Tombstones[i]})
	}
	slices.SortFunc(out, func(a, b review.Change) int {
		return cmp.Or(cmp.Compare(a.Revision(), b.Revision()), cmp.Compare(a.ID(), b.ID()))
	})
	return out
}

// maxPageBytes bounds a page of the change feed, so that it fits into one
// message.
const maxPageBytes = 2 << 20

// Changes returns the page of the change feed after cursor. A cursor that is
// of no use here starts over.
func (s *State) Changes(cursor string, limit int) review.ChangePage {
	after, err := review.ParseChangeCursor(cursor)
	reset := cursor != "" && (err != nil || after.DataSet != s.dataSet || after.Revision > s.Revision)
	if cursor == "" || reset {
		after = review.ChangeCursor{DataSet: s.dataSet}
	}
	all := s.changes()
	start, _ := slices.BinarySearchFunc(all, after, func(c review.Change, at review.ChangeCursor) int {
		if cmp.Or(cmp.Compare(c.Revision(), at.Revision), cmp.Compare(c.ID(), at.ID)) <= 0 {
			return -1
		}
		return 1
	})
	page := review.ChangePage{Revision: s.Revision, Changes: firstPage(all[start:], limit), Reset: reset}
	if n := len(page.Changes); n > 0 {
		last := page.Changes[n-1]
		after.Revision, after.ID = last.Revision(), last.ID()
	}
	page.NextCursor = after.String()
	page.HasMore = start+len(page.Changes) < len(all)
	return page
}

// firstPage returns the first changes of a list: at most limit, and not more
// bytes than fit, but at least one.
func firstPage(changes []review.Change, limit int) []review.Change {
	changes = changes[:min(limit, len(changes))]
	bytes := 0
	for i, c := range changes {
		if c.Upsert != nil {
			bytes += size(c.Upsert)
		}
		if bytes > maxPageBytes && i > 0 {
			return changes[:i]
		}
	}
	return changes
}

// size returns about how many bytes a review takes: those of its members that
// have no fixed length.
func size(r *review.Review) int {
	n := len(r.Text) + len(r.Author) + len(r.AuthorAvatarURL) + len(r.SourceURL)
	if r.OwnerReply != nil {
		n += len(r.OwnerReply.Text)
	}
	for _, names := range [][]string{r.Technicians, r.Services} {
		for _, name := range names {
			n += len(name)
		}
	}
	return n
}
