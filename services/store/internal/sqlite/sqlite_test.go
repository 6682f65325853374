package sqlite

import (
	"path/filepath"
	"testing"

	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb/reviewdbtest"
)

func TestDatabase(t *testing.T) {
	t.Parallel()
	reviewdbtest.Run(t, func(t *testing.T) reviewdbtest.Place {
		path := filepath.Join(t.TempDir(), "not yet there", "reviews.db")
		return func(t *testing.T) reviewdb.Database { return open(t, path) }
	})
}

// open opens a file and closes it with the test.
func open(t *testing.T, path string) *Database {
	t.Helper()
	db, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}
