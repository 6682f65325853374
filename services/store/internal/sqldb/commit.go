package sqldb

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// commitTimeout bounds the last step of a commit, in which nobody can leave.
const commitTimeout = 10 * time.Second

// Commit writes one revision with everything that belongs to it in one
// transaction.
func (d *Database) Commit(ctx context.Context, c reviewdb.Commit) error {
	err := d.commit(ctx, c)
	if errors.Is(err, context.Canceled) { // unless the caller has left, it was the last step
		err = cmp.Or(ctx.Err(), context.DeadlineExceeded)
	}
	if err != nil {
		return fmt.Errorf("commit revision %d: %w", c.Event.Revision, d.engine.Explain(err))
	}
	return nil
}

// Scrub makes sure that what was deleted cannot be read from the disk.
func (d *Database) Scrub(ctx context.Context) error {
	if _, err := d.ExecContext(ctx, d.engine.Scrub); err != nil {
		return fmt.Errorf("erase what was deleted: %w", d.engine.Explain(err))
	}
	return nil
}

// commit lets the end of ctx stop the transaction until all is written, but
// not its last step: a server may be through with that before it hears that
// nobody waits for it any more.
func (d *Database) commit(ctx context.Context, c reviewdb.Commit) error {
	lasting, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	stay := context.AfterFunc(ctx, stop)
	tx, err := d.begin(lasting)
	if err != nil {
		return err
	}
	defer rollback(tx)
	for _, write := range []func(context.Context, *sql.Tx, reviewdb.Commit) error{
		writeMeta, writeUpserts, writeRemovals, writeForgotten, writeMark, writeCause, writeEvent,
	} {
		if err := write(lasting, tx, c); err != nil {
			return err
		}
	}
	if !stay() {
		return ctx.Err()
	}
	defer time.AfterFunc(commitTimeout, stop).Stop()
	return tx.Commit()
}

// writeMeta moves the revision on, from the one before only. It comes first:
// where there are several writers, the row keeps the others waiting.
func writeMeta(ctx context.Context, tx *sql.Tx, c reviewdb.Commit) error {
	revision := int64(c.Event.Revision)
	const next = `UPDATE meta SET revision = $1, changed_at = $2, base_url = $3 WHERE revision = $4`
	result, err := tx.ExecContext(ctx, next, revision, c.Event.ChangedAt.Unix(), c.BaseURL, revision-1)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n != 1 {
		return reviewdb.ErrConflict
	}
	if c.Business == nil {
		return nil
	}
	business, err := json.Marshal(c.Business)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE meta SET business = $1`, string(business))
	return err
}

// writeUpserts writes whole reviews; one that comes back loses its tombstone.
func writeUpserts(ctx context.Context, tx *sql.Tx, c reviewdb.Commit) error {
	rows := make([][]any, len(c.Upserts))
	ids := make([]review.ID, len(c.Upserts))
	for i, r := range c.Upserts {
		values, err := rowValues(r)
		if err != nil {
			return err
		}
		rows[i], ids[i] = values, r.ID
	}
	if err := deleteByID(ctx, tx, "tombstones", ids); err != nil {
		return err
	}
	return insert(ctx, tx, "reviews", reviewColumns(), rows, overwrite())
}

func writeRemovals(ctx context.Context, tx *sql.Tx, c reviewdb.Commit) error {
	rows := make([][]any, len(c.Removed))
	for i, id := range c.Removed {
		rows[i] = []any{string(id), int64(c.Event.Revision), c.Event.ChangedAt.Unix()}
	}
	if err := deleteByID(ctx, tx, "reviews", c.Removed); err != nil {
		return err
	}
	return insert(ctx, tx, "tombstones", []string{"id", "revision", "deleted_at"}, rows, "")
}

func writeForgotten(ctx context.Context, tx *sql.Tx, c reviewdb.Commit) error {
	rows := make([][]any, len(c.Forgotten))
	for i, id := range c.Forgotten {
		rows[i] = []any{string(id), int64(c.Event.Revision)}
	}
	return insert(ctx, tx, "forgotten", []string{"id", "revision"}, rows, "")
}

// writeCause tells the history what led to the commit.
func writeCause(ctx context.Context, tx *sql.Tx, c reviewdb.Commit) error {
	if c.History == nil {
		return nil
	}
	return writeHistory(ctx, tx, *c.History)
}

// writeMark adds a mark and drops those it makes redundant, as review.AddMark
// does.
func writeMark(ctx context.Context, tx *sql.Tx, c reviewdb.Commit) error {
	if c.Mark.Date.IsZero() {
		return nil
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM marks WHERE date <= $1`, int64(c.Mark.Date)); err != nil {
		return err
	}
	const add = `INSERT INTO marks (date, revision, changed_at) VALUES ($1, $2, $3)`
	_, err := tx.ExecContext(ctx, add, int64(c.Mark.Date), int64(c.Mark.Revision), c.Mark.ChangedAt.Unix())
	return err
}

func writeEvent(ctx context.Context, tx *sql.Tx, c reviewdb.Commit) error {
	return insertEvent(ctx, tx, c.Event)
}
