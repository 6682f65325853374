package sqldb

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// Restore writes a whole state in one transaction.
func (d *Database) Restore(ctx context.Context, r reviewdb.Restoration) error {
	if err := d.restore(ctx, r); err != nil {
		return fmt.Errorf("restore: %w", d.engine.Explain(err))
	}
	return nil
}

func (d *Database) restore(ctx context.Context, r reviewdb.Restoration) error {
	tx, err := d.begin(ctx)
	if err != nil {
		return err
	}
	defer rollback(tx)
	if err := restoreMeta(ctx, tx, r.State); err != nil {
		return err
	}
	if err := restoreRows(ctx, tx, r.State); err != nil {
		return err
	}
	for _, e := range slices.Backward(r.History) {
		if err := writeHistory(ctx, tx, e); err != nil {
			return err
		}
	}
	if err := insertEvent(ctx, tx, r.Event); err != nil {
		return err
	}
	return tx.Commit()
}

// restoreMeta takes over the head of the state, and a new database only.
func restoreMeta(ctx context.Context, tx *sql.Tx, s reviewdb.State) error {
	business, err := json.Marshal(s.Business)
	if err != nil {
		return err
	}
	const update = `UPDATE meta SET revision = $1, changed_at = $2, base_url = $3, business = $4 WHERE revision = 0`
	result, err := tx.ExecContext(ctx, update, int64(s.Revision), s.ChangedAt.Unix(), s.BaseURL, string(business))
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n != 1 {
		return reviewdb.ErrConflict
	}
	return nil
}

func restoreRows(ctx context.Context, tx *sql.Tx, s reviewdb.State) error {
	var reviews, tombstones, marks, forgotten [][]any
	for _, r := range s.Reviews {
		values, err := rowValues(r)
		if err != nil {
			return err
		}
		reviews = append(reviews, values)
	}
	for _, t := range s.Tombstones {
		tombstones = append(tombstones, []any{string(t.ID), int64(t.Revision), t.DeletedAt.Unix()})
	}
	for _, m := range s.Marks {
		marks = append(marks, []any{int64(m.Date), int64(m.Revision), m.ChangedAt.Unix()})
	}
	for _, id := range s.Forgotten {
		forgotten = append(forgotten, []any{string(id), int64(s.Revision)})
	}
	for _, t := range []struct {
		table   string
		columns []string
		rows    [][]any
	}{
		{"reviews", reviewColumns(), reviews},
		{"tombstones", []string{"id", "revision", "deleted_at"}, tombstones},
		{"marks", []string{"date", "revision", "changed_at"}, marks},
		{"forgotten", []string{"id", "revision"}, forgotten},
	} {
		if err := insert(ctx, tx, t.table, t.columns, t.rows, ""); err != nil {
			return err
		}
	}
	return nil
}
