package sqldb

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// execer is a database or a transaction on it.
type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// Record adds an entry to the history that no commit belongs to.
func (d *Database) Record(ctx context.Context, e review.HistoryEntry) error {
	if err := writeHistory(ctx, d, e); err != nil {
		return fmt.Errorf("history: %w", d.engine.Explain(err))
	}
	return nil
}

func writeHistory(ctx context.Context, db execer, e review.HistoryEntry) error {
	result, err := json.Marshal(e.Result)
	if err != nil {
		return err
	}
	const insert = `INSERT INTO history (at, action, actor, file, revision_before, result) VALUES ($1, $2, $3, $4, $5, $6)`
	_, err = db.ExecContext(ctx, insert, e.At.Unix(), string(e.Action), e.Origin.Actor, e.Origin.File, int64(e.Before), string(result))
	return err
}

// History returns entries of the history, latest first.
func (d *Database) History(ctx context.Context, before, limit int) ([]review.HistoryEntry, error) {
	if before <= 0 {
		before = math.MaxInt
	}
	const query = `SELECT number, at, action, actor, file, revision_before, result FROM history WHERE number < $1 ORDER BY number DESC LIMIT $2`
	var out []review.HistoryEntry
	err := d.view(ctx, func(tx *sql.Tx) error {
		return each(ctx, tx, query, func(rows *sql.Rows) error {
			e, err := scanHistory(rows)
			out = append(out, e)
			return err
		}, before, limit)
	})
	if err != nil {
		return nil, fmt.Errorf("history: %w", d.engine.Explain(err))
	}
	return out, nil
}

func scanHistory(rows *sql.Rows) (review.HistoryEntry, error) {
	var e review.HistoryEntry
	var at int64
	var result string
	if err := rows.Scan(&e.Number, &at, &e.Action, &e.Origin.Actor, &e.Origin.File, &e.Before, &result); err != nil {
		return e, err
	}
	e.At = instant(at)
	return e, json.Unmarshal([]byte(result), &e.Result)
}
