// Package sqlite keeps the reviews in one SQLite file, which belongs to one
// process at a time. A commit is one transaction that is synced to the disk
// before it is acknowledged.
package sqlite

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"modernc.org/sqlite"
	sqlitecodes "modernc.org/sqlite/lib"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
	"github.com/reviewdata/reviewdata/services/store/internal/sqldb"
)

// Database is an open file.
type Database struct{ *sqldb.Database }

var _ reviewdb.Database = (*Database)(nil)

// Open opens the file, which it makes if it is not there, together with its
// directory, and brings its schema up to date. A file that another process has
// open, a file of a newer program, and one that is no database are errors that
// say so.
func Open(ctx context.Context, path string) (*Database, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return nil, fmt.Errorf("database directory: %w", err)
	}
	db, err := sql.Open("sqlite", dataSource(path))
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", path, err)
	}
	// One connection: it holds the lock of the file, and commits are serial.
	db.SetMaxOpenConns(1)
	if err := prepare(ctx, db); err != nil {
		return nil, fmt.Errorf("database %s: %w", path, errors.Join(explain(err), db.Close()))
	}
	return &Database{sqldb.New(db, sqldb.Engine{Explain: explain, Scrub: emptyLog})}, nil
}

// emptyLog moves the write-ahead log into the file, where zeros are in the
// place of what was deleted, and leaves none of it.
const emptyLog = `PRAGMA wal_checkpoint(truncate)`

// dataSource sets what every connection needs: write-ahead logging, a sync on
// every commit, the exclusive lock that keeps a second store away, zeros in the
// place of what is deleted, and no temporary files: there may be no place for
// them, and they would hold what was deleted.
func dataSource(path string) string {
	query := url.Values{"_pragma": {
		"busy_timeout(1000)", "locking_mode(exclusive)", "journal_mode(wal)", "synchronous(full)", "foreign_keys(on)", "secure_delete(on)", "temp_store(memory)",
	}}
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: query.Encode()}).String()
}

func prepare(ctx context.Context, db *sql.DB) error {
	s, err := schema()
	if err != nil {
		return err
	}
	if err := s.Migrate(ctx, db); err != nil {
		return err
	}
	var id reviewdb.DataSet
	if _, err := rand.Read(id[:]); err != nil {
		return err
	}
	// Writing takes the lock at once, rather than at the first commit.
	const begin = `INSERT INTO meta (only, data_set, revision) VALUES (1, ?, 0) ON CONFLICT (only) DO UPDATE SET revision = revision`
	if _, err := db.ExecContext(ctx, begin, id[:]); err != nil {
		return err
	}
	// The log of a process that was killed may hold what it was about to erase.
	_, err = db.ExecContext(ctx, emptyLog)
	return err
}

// Await waits until ctx ends: nobody else has the file open.
func (d *Database) Await(ctx context.Context, _ review.Revision) error {
	<-ctx.Done()
	return ctx.Err()
}

// Claim always succeeds: nobody else has the file open.
func (d *Database) Claim(context.Context, string, time.Duration) (bool, error) { return true, nil }

// explain says what the operator can do about the failures that have a known
// cause.
func explain(err error) error {
	failure, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return err
	}
	switch failure.Code() & 0xff {
	case sqlitecodes.SQLITE_BUSY, sqlitecodes.SQLITE_LOCKED:
		return &reviewdb.AdviceError{Advice: "another process has the database open: stop that one, or give this one a file of its own", Err: err}
	case sqlitecodes.SQLITE_NOTADB, sqlitecodes.SQLITE_CORRUPT:
		return &reviewdb.AdviceError{Advice: "the file is damaged or no database: restore a backup", Err: err}
	case sqlitecodes.SQLITE_CANTOPEN, sqlitecodes.SQLITE_READONLY, sqlitecodes.SQLITE_PERM:
		return &reviewdb.AdviceError{Advice: "the store may not write there: check owner and mode of file and directory", Err: err}
	case sqlitecodes.SQLITE_IOERR:
		return &reviewdb.AdviceError{Advice: "the disk cannot be read or written: look for its errors in the log of the system", Err: err}
	case sqlitecodes.SQLITE_FULL:
		return &reviewdb.AdviceError{Advice: "the disk is full: make room, nothing was written", Err: err}
	default:
		return err
	}
}
