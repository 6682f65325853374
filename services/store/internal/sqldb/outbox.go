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
		return each(ctx, tx, `SELECT event FROM outbox ORDER BY revision LIMIT $1`, func(rows *sql.Rows) error {
			var b []byte
			if err := rows.Scan(&b); err != nil {
				return err
			}
			event, err := change.Decode(b)
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
