package sqldb

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/reviewdata/reviewdata/pkg/change"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// Unsent returns the oldest events that were not marked as sent.
func (d *Database) Unsent(ctx context.Context, limit int) ([]change.Event, error) {
	var out []change.Event
	err := d.view(ctx, func(tx *sql.Tx) error {
		return each(ctx, tx, `SELECT event, traceparent FROM outbox ORDER BY revision LIMIT $1`, func(rows *sql.Rows) error {
			var b []byte
			var trace string
			if err := rows.Scan(&b, &trace); err != nil {
				return err
			}
			event, err := change.Decode(b)
			event.Trace = trace
			out = append(out, event)
			return err
		}, limit)
	})
	if err != nil {
		return nil, fmt.Errorf("unsent events: %w", d.engine.Explain(err))
	}
	return out, nil
}

// MarkSent forgets the events up to and including a revision.
func (d *Database) MarkSent(ctx context.Context, through review.Revision) error {
	if _, err := d.ExecContext(ctx, `DELETE FROM outbox WHERE revision <= $1`, int64(through)); err != nil {
		return fmt.Errorf("mark events as sent: %w", d.engine.Explain(err))
	}
	return nil
}

func insertEvent(ctx context.Context, tx *sql.Tx, event change.Event) error {
	b, err := change.Encode(event)
	if err != nil {
		return err
	}
	const insert = `INSERT INTO outbox (revision, event, traceparent) VALUES ($1, $2, $3)`
	_, err = tx.ExecContext(ctx, insert, int64(event.Revision), b, event.Trace)
	return err
}
