package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/change"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// Commit writes one revision with everything that belongs to it in one
// transaction.
func (d *Database) Commit(ctx context.Context, c reviewdb.Commit) error {
	if err := d.commit(ctx, c); err != nil {
		return fmt.Errorf("commit revision %d: %w", c.Event.Revision, explain(err))
	}
	return nil
}

func (d *Database) commit(ctx context.Context, c reviewdb.Commit) error {
	tx, err := d.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer rollback(tx)
	for _, write := range []func(context.Context, *sql.Tx, reviewdb.Commit) error{
		writeMeta, writeUpserts, writeRemovals, writeMark, writeEvent,
	} {
		if err := write(ctx, tx, c); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// writeMeta moves the revision on, from the one before only.
func writeMeta(ctx context.Context, tx *sql.Tx, c reviewdb.Commit) error {
	revision := int64(c.Event.Revision)
	const next = `UPDATE meta SET revision = ?, changed_at = ?, base_url = ? WHERE revision = ?`
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
	_, err = tx.ExecContext(ctx, `UPDATE meta SET business = ?`, string(business))
	return err
}

// writeUpserts writes whole reviews; one that comes back loses its tombstone.
func writeUpserts(ctx context.Context, tx *sql.Tx, c reviewdb.Commit) error {
	marks := strings.Repeat("?, ", strings.Count(reviewColumns, ",")) + "?"
	insert, err := tx.PrepareContext(ctx, `INSERT OR REPLACE INTO reviews (`+reviewColumns+`) VALUES (`+marks+`)`)
	if err != nil {
		return err
	}
	defer insert.Close()
	revive, err := tx.PrepareContext(ctx, `DELETE FROM tombstones WHERE id = ?`)
	if err != nil {
		return err
	}
	defer revive.Close()
	for _, r := range c.Upserts {
		values, err := rowValues(r)
		if err != nil {
			return err
		}
		if _, err := insert.ExecContext(ctx, values...); err != nil {
			return err
		}
		if _, err := revive.ExecContext(ctx, string(r.ID)); err != nil {
			return err
		}
	}
	return nil
}

func writeRemovals(ctx context.Context, tx *sql.Tx, c reviewdb.Commit) error {
	for _, id := range c.Removed {
		if _, err := tx.ExecContext(ctx, `DELETE FROM reviews WHERE id = ?`, string(id)); err != nil {
			return err
		}
		const bury = `INSERT INTO tombstones (id, revision, deleted_at) VALUES (?, ?, ?)`
		if _, err := tx.ExecContext(ctx, bury, string(id), int64(c.Event.Revision), c.Event.ChangedAt.Unix()); err != nil {
			return err
		}
	}
	return nil
}

// writeMark adds a mark and drops those it makes redundant, as review.AddMark
// does.
func writeMark(ctx context.Context, tx *sql.Tx, c reviewdb.Commit) error {
	if c.Mark.Date.IsZero() {
		return nil
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM marks WHERE date <= ?`, int64(c.Mark.Date)); err != nil {
		return err
	}
	const insert = `INSERT INTO marks (date, revision, changed_at) VALUES (?, ?, ?)`
	_, err := tx.ExecContext(ctx, insert, int64(c.Mark.Date), int64(c.Mark.Revision), c.Mark.ChangedAt.Unix())
	return err
}

func writeEvent(ctx context.Context, tx *sql.Tx, c reviewdb.Commit) error {
	event, err := change.Encode(c.Event)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO outbox (revision, event) VALUES (?, ?)`, int64(c.Event.Revision), event)
	return err
}

// Unsent returns the oldest events that were not marked as sent.
func (d *Database) Unsent(ctx context.Context, limit int) ([]change.Event, error) {
	rows, err := d.db.QueryContext(ctx, `SELECT event FROM outbox ORDER BY revision LIMIT ?`, limit)
	if err != nil {
		return nil, fmt.Errorf("unsent events: %w", explain(err))
	}
	defer rows.Close()
	var out []change.Event
	for rows.Next() {
		var b []byte
		if err := rows.Scan(&b); err != nil {
			return nil, fmt.Errorf("unsent events: %w", err)
		}
		event, err := change.Decode(b)
		if err != nil {
			return nil, fmt.Errorf("unsent events: %w", err)
		}
		out = append(out, event)
	}
	return out, rows.Err()
}

// MarkSent forgets the events up to and including a revision.
func (d *Database) MarkSent(ctx context.Context, through review.Revision) error {
	if _, err := d.db.ExecContext(ctx, `DELETE FROM outbox WHERE revision <= ?`, int64(through)); err != nil {
		return fmt.Errorf("mark events as sent: %w", explain(err))
	}
	return nil
}
