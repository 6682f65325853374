package catalog

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// replay reads the change feed to its end, starting at a cursor.
func replay(t *testing.T, s *State, cursor string, limit int) (reviews map[review.ID]string, deleted map[review.ID]bool, next string) {
	t.Helper()
	reviews, deleted = map[review.ID]string{}, map[review.ID]bool{}
	for {
		page := s.Changes(cursor, limit)
		if len(page.Changes) > limit || page.Reset {
			t.Fatalf("%d changes on a page of %d, reset %t", len(page.Changes), limit, page.Reset)
		}
		for _, c := range page.Changes {
			if c.Upsert != nil {
				reviews[c.Upsert.ID] = c.Upsert.Text
			} else {
				deleted[c.Delete.ID] = true
			}
		}
		cursor = page.NextCursor
		if !page.HasMore {
			return reviews, deleted, cursor
		}
	}
}

func TestChangesFollow(t *testing.T) {
	t.Parallel()
	c := newCatalog(t)
	for i := range 9 {
		add(t, c, record(strconv.Itoa(i), 5, "first"), record("same day "+strconv.Itoa(i), 5, "first"))
	}
	for limit := 1; limit < 20; limit += 6 {
		if reviews, deleted, _ := replay(t, c.State(), "", limit); len(reviews) != 18 || len(deleted) != 0 {
			t.Errorf("in pages of %d: %d reviews, %d deleted", limit, len(reviews), len(deleted))
		}
	}
	_, _, cursor := replay(t, c.State(), "", 5)
	add(t, c, record("0", 1, "second"))
	if _, err := c.Remove(t.Context(), []review.ID{id("1")}, review.Origin{}); err != nil {
		t.Fatal(err)
	}
	reviews, deleted, _ := replay(t, c.State(), cursor, 1)
	if len(reviews) != 1 || reviews[id("0")] != "second" || len(deleted) != 1 || !deleted[id("1")] {
		t.Errorf("news: %v, %v", reviews, deleted)
	}
}

// A cursor that cannot be continued starts over and says so.
func TestChangesReset(t *testing.T) {
	t.Parallel()
	c, other := newCatalog(t), newCatalog(t)
	for _, c := range []*Catalog{c, other} {
		add(t, c, record("a", 5, ""))
	}
	_, _, foreign := replay(t, other.State(), "", 1) // of a revision that is here too
	ahead := review.ChangeCursor{DataSet: c.DataSet(), Revision: 99, ID: id("a")}.String()
	for _, cursor := range []string{"nonsense", foreign, ahead} {
		page := c.State().Changes(cursor, 10)
		if !page.Reset || len(page.Changes) != 1 {
			t.Errorf("cursor %q: reset %t, %d changes", cursor, page.Reset, len(page.Changes))
		}
		if again := c.State().Changes(page.NextCursor, 10); again.Reset || len(again.Changes) != 0 {
			t.Errorf("after the reset: %+v", again)
		}
	}
}

// Long texts make short pages: one of them fits into a message.
func TestChangesPageIsBounded(t *testing.T) {
	t.Parallel()
	c := newCatalog(t)
	var records []review.Record
	for i := range 500 {
		records = append(records, record(strconv.Itoa(i), 5, strings.Repeat("long ", review.MaxTextLength/5)))
	}
	add(t, c, records...)
	page := c.State().Changes("", review.MaxChangesLimit)
	if size := len(page.Changes) * review.MaxTextLength; size > maxPageBytes || !page.HasMore {
		t.Errorf("%d changes, has more %t", len(page.Changes), page.HasMore)
	}
}

// Readers hold a state that fits together, whatever is written meanwhile.
func TestReadersSeeWholeStates(t *testing.T) {
	t.Parallel()
	c := newCatalog(t)
	ctx, stop := context.WithCancel(t.Context())
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			for ctx.Err() == nil {
				if err := consistent(c.State()); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for i := range 60 {
		key := strconv.Itoa(i % 7)
		if i%3 == 2 {
			_, _ = c.Remove(t.Context(), []review.ID{id(key)}, review.Origin{})
			continue
		}
		add(t, c, record(key, i%5+1, key), record("twin "+key, i%5+1, key))
	}
	stop()
	readers.Wait()
}

// consistent checks that index, insights and feed speak of the same reviews.
func consistent(s *State) error {
	q := review.Query{Limit: review.MaxLimit}
	page := s.Search(q)
	if page.Matched != len(s.Reviews) || s.Insights.ReviewCount != len(s.Reviews) || page.Revision != s.Revision {
		return errors.New("search, insights and reviews differ")
	}
	for i, r := range page.Reviews {
		if !r.SameContent(s.Reviews[i]) || r.Revision > s.Revision {
			return errors.New("search finds other reviews")
		}
	}
	if n := len(s.Changes("", review.MaxChangesLimit).Changes); n != len(s.Reviews)+len(s.Tombstones) {
		return errors.New("the change feed has another length")
	}
	return nil
}
