package sqldb

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// Load returns all that is in the database.
func (d *Database) Load(ctx context.Context) (reviewdb.State, error) {
	return d.Changes(ctx, 0)
}

// Changes returns what differs from the state at an earlier revision.
func (d *Database) Changes(ctx context.Context, after review.Revision) (reviewdb.State, error) {
	var s reviewdb.State
	err := d.view(ctx, func(tx *sql.Tx) error {
		if err := loadMeta(ctx, tx, &s); err != nil || s.Revision == after {
			return err
		}
		for _, load := range []func(context.Context, *sql.Tx, review.Revision, *reviewdb.State) error{loadReviews, loadTombstones, loadMarks, loadForgotten} {
			if err := load(ctx, tx, after, &s); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return reviewdb.State{}, fmt.Errorf("load: %w", d.engine.Explain(err))
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

func loadReviews(ctx context.Context, tx *sql.Tx, after review.Revision, s *reviewdb.State) error {
	query := `SELECT ` + strings.Join(reviewColumns(), ", ") + ` FROM reviews WHERE revision > $1 ORDER BY date DESC, id DESC`
	return each(ctx, tx, query, func(rows *sql.Rows) error {
		row, err := scanRow(rows)
		s.Reviews = append(s.Reviews, row)
		return err
	}, int64(after))
}

func loadTombstones(ctx context.Context, tx *sql.Tx, after review.Revision, s *reviewdb.State) error {
	const query = `SELECT id, revision, deleted_at FROM tombstones WHERE revision > $1 ORDER BY revision, id`
	return each(ctx, tx, query, func(rows *sql.Rows) error {
		var t review.Tombstone
		var at int64
		err := rows.Scan(&t.ID, &t.Revision, &at)
		t.DeletedAt = instant(at)
		s.Tombstones = append(s.Tombstones, t)
		return err
	}, int64(after))
}

// loadMarks loads those after the revision: adding them in order to those
// before it makes the marks of now.
func loadMarks(ctx context.Context, tx *sql.Tx, after review.Revision, s *reviewdb.State) error {
	const query = `SELECT date, revision, changed_at FROM marks WHERE revision > $1 ORDER BY date DESC`
	return each(ctx, tx, query, func(rows *sql.Rows) error {
		var m review.Mark
		var at int64
		err := rows.Scan(&m.Date, &m.Revision, &at)
		m.ChangedAt = instant(at)
		s.Marks = append(s.Marks, m)
		return err
	}, int64(after))
}

func loadForgotten(ctx context.Context, tx *sql.Tx, after review.Revision, s *reviewdb.State) error {
	return each(ctx, tx, `SELECT id FROM forgotten WHERE revision > $1 ORDER BY id`, func(rows *sql.Rows) error {
		var id review.ID
		err := rows.Scan(&id)
		s.Forgotten = append(s.Forgotten, id)
		return err
	}, int64(after))
}
