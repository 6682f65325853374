package catalog

import (
	"context"
	"errors"
	"testing"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// unscrubbed is a database that cannot erase at first.
type unscrubbed struct {
	reviewdb.Database

	failures, scrubbed int
}

var errScrub = errors.New("no room")

func (u *unscrubbed) Scrub(ctx context.Context) error {
	if u.failures > 0 {
		u.failures--
		return errScrub
	}
	u.scrubbed++
	return u.Database.Scrub(ctx)
}

// Forgetting that failed before it erased what it removed is told, and doing it
// again makes up for it.
func TestForgettingAgainErases(t *testing.T) {
	t.Parallel()
	db := &unscrubbed{Database: newDatabase(t), failures: 1}
	c := openCatalog(t, db, options())
	add(t, c, record("a", 5, ""))
	forget := func() error {
		_, err := c.Forget(t.Context(), []review.ID{id("a")}, review.Origin{})
		return err
	}
	if err := forget(); !errors.Is(err, errScrub) {
		t.Errorf("%v, want %v", err, errScrub)
	}
	if err := forget(); err != nil || db.scrubbed != 1 || c.State().Revision != 2 {
		t.Errorf("erased %d times at revision %d, %v", db.scrubbed, c.State().Revision, err)
	}
}
