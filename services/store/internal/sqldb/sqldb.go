// Package sqldb is what the SQL engines of the store have in common: the
// statements, written so that each engine understands them, and what becomes
// of rows. How a database is opened, migrated and shared is the matter of the
// engines.
package sqldb

import (
	"context"
	"database/sql"
	"slices"
	"strconv"
	"strings"
)

// Engine is what differs between engines.
type Engine struct {
	// Explain says what the operator can do about failures with a known cause.
	Explain func(error) error
	// Isolation gives a transaction that reads one consistent view.
	Isolation sql.IsolationLevel
	// Begin is a statement that every transaction that writes starts with; may
	// be empty.
	Begin string
	// Scrub makes deleted rows unreadable where the engine leaves them.
	Scrub string
}

// Database reads and writes the tables of the store.
type Database struct {
	*sql.DB

	engine Engine
}

// New returns the database behind db, whose tables exist.
func New(db *sql.DB, engine Engine) *Database { return &Database{DB: db, engine: engine} }

// view calls f in a transaction that sees one state of the database.
func (d *Database) view(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := d.BeginTx(ctx, &sql.TxOptions{ReadOnly: true, Isolation: d.engine.Isolation})
	if err != nil {
		return err
	}
	defer rollback(tx)
	return f(tx)
}

// begin starts a transaction that writes.
func (d *Database) begin(ctx context.Context) (*sql.Tx, error) {
	tx, err := d.BeginTx(ctx, nil)
	if err != nil || d.engine.Begin == "" {
		return tx, err
	}
	if _, err := tx.ExecContext(ctx, d.engine.Begin); err != nil {
		rollback(tx)
		return nil, err
	}
	return tx, nil
}

// rollback ends a transaction that was not committed; after a commit it does
// nothing.
func rollback(tx *sql.Tx) { _ = tx.Rollback() }

// maxParameters bounds the parameters of one statement. Few statements save
// journeys to a server; SQLite takes 32,766 parameters, but looks each of them
// up among all.
const maxParameters = 512

// insert writes rows, which have a value for each column, in as few statements
// as bounds allow. What follows the values is appended to each.
func insert(ctx context.Context, tx *sql.Tx, table string, columns []string, rows [][]any, suffix string) error {
	for part := range slices.Chunk(rows, maxParameters/len(columns)) {
		query := `INSERT INTO ` + table + ` (` + strings.Join(columns, ", ") + `) VALUES ` + tuples(len(part), len(columns)) + suffix
		if _, err := tx.ExecContext(ctx, query, slices.Concat(part...)...); err != nil {
			return err
		}
	}
	return nil
}

// deleteByID deletes the rows of a table that have one of the ids.
func deleteByID[ID ~string](ctx context.Context, tx *sql.Tx, table string, ids []ID) error {
	for part := range slices.Chunk(ids, maxParameters) {
		values := make([]any, len(part))
		for i, id := range part {
			values[i] = string(id)
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM `+table+` WHERE id IN `+tuples(1, len(part)), values...); err != nil {
			return err
		}
	}
	return nil
}

// tuples returns numbered parameters: ($1, $2), ($3, $4) for two of two.
func tuples(count, width int) string {
	var b strings.Builder
	for i := range count * width {
		switch {
		case i == 0:
			b.WriteString("($")
		case i%width == 0:
			b.WriteString("), ($")
		default:
			b.WriteString(", $")
		}
		b.WriteString(strconv.Itoa(i + 1))
	}
	b.WriteByte(')')
	return b.String()
}

// each calls f for every row of a query.
func each(ctx context.Context, tx *sql.Tx, query string, f func(*sql.Rows) error, values ...any) error {
	rows, err := tx.QueryContext(ctx, query, values...)
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
