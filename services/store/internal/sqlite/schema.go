package sqlite

import (
	"embed"
	"fmt"
	"io/fs"

	"github.com/reviewdata/reviewdata/services/store/internal/sqldb"
)

//go:embed migrations/*.sql
var migrations embed.FS

// schema counts its scripts in the user_version of the file. The lock of the
// file keeps others away already.
func schema() (sqldb.Schema, error) {
	scripts, err := fs.Sub(migrations, "migrations")
	return sqldb.Schema{
		Scripts: scripts,
		Read:    `PRAGMA user_version`,
		// A pragma takes no parameters; version is a number of ours.
		Write: func(version int) string { return fmt.Sprintf(`PRAGMA user_version = %d`, version) },
	}, err
}
