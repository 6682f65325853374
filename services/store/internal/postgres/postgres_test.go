package postgres

import (
	"os"
	"testing"

	"github.com/reviewdata/reviewdata/pkg/testkit/pgtest"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb/reviewdbtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

func TestDatabase(t *testing.T) {
	t.Parallel()
	reviewdbtest.Run(t, func(t *testing.T) reviewdbtest.Place {
		url := pgtest.URL(t)
		return func(t *testing.T) reviewdb.Database { return open(t, url) }
	})
}

// open opens a database and closes it with the test.
func open(t *testing.T, url string) *Database {
	t.Helper()
	db, err := Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}
