package postgres

import (
	"embed"
	"fmt"
	"io/fs"

	"github.com/reviewdata/reviewdata/services/store/internal/sqldb"
)

//go:embed migrations/*.sql
var migrations embed.FS

// schema counts its scripts in a table. Replicas that start together take
// turns: 7272 is a number that is ours.
func schema() (sqldb.Schema, error) {
	scripts, err := fs.Sub(migrations, "migrations")
	return sqldb.Schema{
		Scripts: scripts,
		Lock:    `SELECT pg_advisory_xact_lock(7272); CREATE TABLE IF NOT EXISTS schema_version (version bigint PRIMARY KEY)`,
		Read:    `SELECT coalesce(max(version), 0) FROM schema_version`,
		Write: func(version int) string {
			return fmt.Sprintf(`INSERT INTO schema_version (version) VALUES (%d)`, version)
		},
	}, err
}
