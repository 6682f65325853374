// Package postgres keeps the reviews in a PostgreSQL database, which several
// replicas of the store share. They watch the revision in it instead of being
// notified: asking costs next to nothing, needs no connection held open, and
// works with engines that speak the protocol but not LISTEN.
package postgres

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
	"github.com/reviewdata/reviewdata/services/store/internal/sqldb"
)

const (
	connectTimeout = 5 * time.Second
	watchInterval  = 100 * time.Millisecond // how late a replica learns of a commit
	watchTimeout   = 5 * time.Second        // for one look at the revision
	silence        = 30 * time.Second       // in the midst of a commit, after which the server undoes it
	connections    = 4                      // of one replica: a writer, the relay, the watcher, one to spare
)

// Database is an open database.
type Database struct{ *sqldb.Database }

var _ reviewdb.Database = (*Database)(nil)

// Open opens the database at a URL, postgres://user:password@host/database,
// and brings its schema up to date. Settings of the connection may follow as
// query parameters, search_path for one.
func Open(ctx context.Context, url string) (*Database, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, errors.New("database URL: want postgres://user:password@host:port/database") // the cause may show the password
	}
	config.ConnectTimeout = connectTimeout
	config.RuntimeParams["application_name"] = "reviews store"
	db := stdlib.OpenDB(*config)
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	if err := prepare(ctx, db); err != nil {
		where := fmt.Sprintf("%s:%d/%s", config.Host, config.Port, config.Database)
		return nil, fmt.Errorf("database %s: %w", where, errors.Join(explain(err), db.Close()))
	}
	return &Database{sqldb.New(db, engine(silence))}, nil
}

// engine returns what is particular to PostgreSQL. A commit keeps the others
// waiting: that of a process that was stopped, or of a machine that is gone,
// does so for no longer than silence.
func engine(silence time.Duration) sqldb.Engine {
	return sqldb.Engine{
		Explain:   explain,
		Isolation: sql.LevelRepeatableRead,
		Begin:     fmt.Sprintf(`SET LOCAL idle_in_transaction_session_timeout = %d`, silence.Milliseconds()),
		Scrub:     `VACUUM FULL reviews`,
	}
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
	_, err = db.ExecContext(ctx, `INSERT INTO meta (one, data_set, revision) VALUES (1, $1, 0) ON CONFLICT (one) DO NOTHING`, id[:])
	return err
}

// Await returns when the database is at another revision than the known one.
func (d *Database) Await(ctx context.Context, known review.Revision) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(watchInterval):
		}
		revision, err := d.revision(ctx)
		if err != nil {
			return fmt.Errorf("watch the revision: %w", explain(err))
		}
		if revision != known {
			return nil
		}
	}
}

func (d *Database) revision(ctx context.Context) (revision review.Revision, err error) {
	ctx, cancel := context.WithTimeout(ctx, watchTimeout)
	defer cancel()
	err = d.QueryRowContext(ctx, `SELECT revision FROM meta`).Scan(&revision)
	return revision, err
}

// Claim makes owner the relay for a time by the clock of the database, unless
// it is somebody else's.
func (d *Database) Claim(ctx context.Context, owner string, lease time.Duration) (bool, error) {
	const claim = `INSERT INTO relay (one, owner, expires) VALUES (1, $1, now() + $2 * interval '1 millisecond')
		ON CONFLICT (one) DO UPDATE SET owner = excluded.owner, expires = excluded.expires
		WHERE relay.owner = excluded.owner OR relay.expires < now()`
	result, err := d.ExecContext(ctx, claim, owner, lease.Milliseconds())
	if err != nil {
		return false, fmt.Errorf("claim the relay: %w", explain(err))
	}
	n, err := result.RowsAffected()
	return n == 1, err
}
