package postgres

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/testkit/pgtest"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// After scrubbing, the server can tell nothing of what was removed: neither
// its rows nor what it has sampled of them.
func TestScrub(t *testing.T) {
	t.Parallel()
	db := open(t, pgtest.URL(t))
	first, second := commitOf(1), commitOf(2)
	for i := range 50 {
		first.Upserts = append(first.Upserts, reviewdb.Row{Review: review.Review{
			ID: review.NewID("google", strconv.Itoa(i)), Revision: 1, Rating: 1, Author: "Jane Secretive", Text: "my secret", Technicians: []string{"the secret one"},
		}})
		second.Removed = append(second.Removed, first.Upserts[i].ID)
	}
	second.Forgotten = second.Removed
	if err := db.Commit(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), `ANALYZE reviews`); err != nil { // as the server does by itself
		t.Fatal(err)
	}
	older, err := db.BeginTx(t.Context(), &sql.TxOptions{Isolation: sql.LevelRepeatableRead})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := older.ExecContext(t.Context(), `SELECT revision FROM meta`); err != nil {
		t.Fatal(err)
	}
	if err := db.Commit(t.Context(), second); err != nil {
		t.Fatal(err)
	}
	expectKept(t, db, older)
	if err := db.Scrub(t.Context()); err != nil {
		t.Fatal(err)
	}
	var sampled, bytes int
	const look = `SELECT count(*) FILTER (WHERE s::text ILIKE '%secret%'), pg_relation_size('reviews') FROM pg_stats s WHERE schemaname = current_schema()`
	if err := db.QueryRowContext(t.Context(), look).Scan(&sampled, &bytes); err != nil {
		t.Fatal(err)
	}
	if sampled != 0 || bytes != 0 {
		t.Errorf("%d columns tell of it, and the table has %d bytes", sampled, bytes)
	}
}

// expectKept complains if something is said to be erased that an older
// transaction can still see, and ends that.
func expectKept(t *testing.T, db *Database, older *sql.Tx) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if err := db.Scrub(ctx); !errors.Is(err, errSeen) {
		t.Errorf("%v, want %v", err, errSeen)
	}
	if err := older.Rollback(); err != nil {
		t.Fatal(err)
	}
}
