package sqldb

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
)

// Schema is the versioned schema of an engine: scripts that are applied in the
// order of their names and never edited once released, and how the engine
// counts them. Read and Write run inside of the transaction of a script.
type Schema struct {
	Scripts fs.FS  // *.sql at its root
	Lock    string // statement that keeps other processes from migrating; may be empty
	Read    string // query for the number of scripts applied
	Write   func(version int) string
}

// Migrate brings the schema up to date.
func (s Schema) Migrate(ctx context.Context, db *sql.DB) error {
	names, err := fs.Glob(s.Scripts, "*.sql")
	if err != nil {
		return err
	}
	for {
		version, err := s.step(ctx, db, names)
		if err != nil {
			return err
		}
		if version >= len(names) {
			return nil
		}
	}
}

// step applies the next script, if there is one, and counts it: both or
// neither. It returns how many were applied before.
func (s Schema) step(ctx context.Context, db *sql.DB, names []string) (version int, err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer rollback(tx)
	if s.Lock != "" {
		if _, err := tx.ExecContext(ctx, s.Lock); err != nil {
			return 0, err
		}
	}
	if err := tx.QueryRowContext(ctx, s.Read).Scan(&version); err != nil {
		return 0, err
	}
	if version > len(names) {
		return version, fmt.Errorf("it has schema %d and this program knows %d: use the newer program that made it", version, len(names))
	}
	if version == len(names) {
		return version, nil
	}
	script, err := fs.ReadFile(s.Scripts, names[version])
	if err != nil {
		return version, err
	}
	for _, statement := range []string{string(script), s.Write(version + 1)} {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return version, fmt.Errorf("%s: %w", names[version], err)
		}
	}
	return version, tx.Commit()
}
