package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// Load returns all that is in the file.
func (d *Database) Load(ctx context.Context) (reviewdb.State, error) {
	tx, err := d.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return reviewdb.State{}, fmt.Errorf("load: %w", explain(err))
	}
	defer rollback(tx)
	var s reviewdb.State
	for _, load := range []func(context.Context, *sql.Tx, *reviewdb.State) error{loadMeta, loadReviews, loadTombstones, loadMarks} {
		if err := load(ctx, tx, &s); err != nil {
			return reviewdb.State{}, fmt.Errorf("load: %w", explain(err))
		}
	}
	return s, nil
}

func loadMeta(ctx context.Context, tx *sql.Tx, s *reviewdb.State) error {
	var dataSet []byte
	var changedAt sql.NullInt64
	var business sql.NullString
	row := tx.QueryRowContext(ctx, `SELECT data_set, revision, changed_at, base_url, business FROM meta`)
	if err := row.Scan(&dataSet, &s.Revision, &changedAt, &s.BaseURL, &business); err != nil {
		return err
	}
	copy(s.DataSet[:], dataSet)
	if changedAt.Valid {
		s.ChangedAt = instant(changedAt.Int64)
	}
	if business.Valid {
		return json.Unmarshal([]byte(business.String), &s.Business)
	}
	return nil
}

func loadReviews(ctx context.Context, tx *sql.Tx, s *reviewdb.State) error {
	const query = `SELECT ` + reviewColumns + ` FROM reviews ORDER BY date DESC, id DESC`
	return each(ctx, tx, query, func(rows *sql.Rows) error {
		row, err := scanRow(rows)
		s.Reviews = append(s.Reviews, row)
		return err
	})
}

func loadTombstones(ctx context.Context, tx *sql.Tx, s *reviewdb.State) error {
	const query = `SELECT id, revision, deleted_at FROM tombstones ORDER BY revision, id`
	return each(ctx, tx, query, func(rows *sql.Rows) error {
		var t review.Tombstone
		var at int64
		err := rows.Scan(&t.ID, &t.Revision, &at)
		t.DeletedAt = instant(at)
		s.Tombstones = append(s.Tombstones, t)
		return err
	})
}

func loadMarks(ctx context.Context, tx *sql.Tx, s *reviewdb.State) error {
	const query = `SELECT date, revision, changed_at FROM marks ORDER BY date DESC`
	return each(ctx, tx, query, func(rows *sql.Rows) error {
		var m review.Mark
		var at int64
		err := rows.Scan(&m.Date, &m.Revision, &at)
		m.ChangedAt = instant(at)
		s.Marks = append(s.Marks, m)
		return err
	})
}

// each calls f for every row of a query.
func each(ctx context.Context, tx *sql.Tx, query string, f func(*sql.Rows) error) error {
	rows, err := tx.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

func instant(seconds int64) time.Time { return time.Unix(seconds, 0).UTC() }
