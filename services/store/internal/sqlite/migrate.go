package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
)

// migrations are applied in the order of their names; the user_version of the
// file counts how many it has had. They are never edited once released.
//
//go:embed migrations/*.sql
var migrations embed.FS

// migrate brings the schema up to date.
func migrate(ctx context.Context, db *sql.DB) error {
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return err
	}
	var version int
	if err := db.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version); err != nil {
		return err
	}
	if version > len(names) {
		return fmt.Errorf("it has schema %d and this program knows %d: use the newer program that made it", version, len(names))
	}
	for i, name := range names[version:] {
		if err := apply(ctx, db, name, version+i+1); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// apply runs one migration and counts it, both or neither.
func apply(ctx context.Context, db *sql.DB, name string, version int) error {
	script, err := migrations.ReadFile(name)
	if err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer rollback(tx)
	if _, err := tx.ExecContext(ctx, string(script)); err != nil {
		return err
	}
	// A pragma takes no parameters; version is a number of ours.
	if _, err := tx.ExecContext(ctx, fmt.Sprintf(`PRAGMA user_version = %d`, version)); err != nil {
		return err
	}
	return tx.Commit()
}

// rollback ends a transaction that was not committed; after a commit it does
// nothing.
func rollback(tx *sql.Tx) { _ = tx.Rollback() }
