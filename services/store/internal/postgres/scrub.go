package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

const (
	seenTimeout  = 20 * time.Second      // for transactions that began before the erasure
	seenInterval = 10 * time.Millisecond // between two looks at them
)

// errSeen says that something cannot be erased yet.
var errSeen = errors.New("an older transaction goes on")

// Scrub writes the table anew without what was deleted. The server keeps what
// an older transaction could still see, so that one has to end first: a dump,
// or a replica that is reading.
func (d *Database) Scrub(ctx context.Context) error {
	waiting, cancel := context.WithTimeout(ctx, seenTimeout)
	defer cancel()
	// What is running in any database holds back what later transactions of
	// ours see, so those are looked at only when that has ended.
	const writers = `SELECT virtualtransaction FROM pg_locks
		WHERE locktype = 'transactionid' AND granted AND pid IS DISTINCT FROM pg_backend_pid()`
	const ours = `SELECT virtualtransaction FROM pg_locks JOIN pg_stat_activity USING (pid)
		WHERE locktype = 'virtualxid' AND granted AND datname = current_database() AND pid <> pg_backend_pid()`
	for _, running := range []string{writers, ours} {
		if err := d.outlast(waiting, running); err != nil {
			return fmt.Errorf("erase what was deleted: %w", err)
		}
	}
	return d.Database.Scrub(ctx)
}

// outlast waits until the transactions have ended that a query finds now.
func (d *Database) outlast(ctx context.Context, running string) error {
	var before string
	if err := d.QueryRowContext(ctx, `SELECT coalesce(string_agg(virtualtransaction, ','), '') FROM (`+running+`) AS running`).Scan(&before); err != nil {
		return explain(err)
	}
	for ended := before == ""; !ended; {
		select {
		case <-ctx.Done():
			return &reviewdb.AdviceError{
				Advice: "it is deleted, but another transaction in the database can still see it: end that one, then do this again to erase it",
				Err:    errSeen,
			}
		case <-time.After(seenInterval):
		}
		query := `SELECT NOT EXISTS (SELECT FROM (` + running + `) AS running WHERE virtualtransaction = ANY (string_to_array($1, ',')))`
		if err := d.QueryRowContext(ctx, query, before).Scan(&ended); err != nil && ctx.Err() == nil {
			return explain(err)
		}
	}
	return nil
}
