package sqlite

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// scripts makes a schema of SQL scripts by name.
func scripts(t *testing.T, byName map[string]string, db *sql.DB) error {
	t.Helper()
	s, err := schema()
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	for name, script := range byName {
		files[name] = &fstest.MapFile{Data: []byte(script)}
	}
	s.Scripts = files
	return s.Migrate(t.Context(), db)
}

func newFile(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", dataSource(filepath.Join(t.TempDir(), "reviews.db")))
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// number returns what a query with one number says.
func number(t *testing.T, db *sql.DB, query string) int {
	t.Helper()
	var n int
	if err := db.QueryRowContext(t.Context(), query).Scan(&n); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}

// Each script is applied once, in the order of the names, over as many
// versions of the program as it takes.
func TestMigrationsInOrder(t *testing.T) {
	t.Parallel()
	db := newFile(t)
	all := map[string]string{}
	for _, release := range []struct {
		name, script string
		want         int
	}{
		{"0001_table.sql", `CREATE TABLE a (n INTEGER); INSERT INTO a VALUES (1)`, 1},
		{"0002_add.sql", `UPDATE a SET n = n + 4`, 5},
		{"0010_multiply.sql", `UPDATE a SET n = n * 10`, 50},
	} {
		all[release.name] = release.script
		for range 2 {
			if err := scripts(t, all, db); err != nil {
				t.Fatal(err)
			}
			if got := number(t, db, `SELECT n FROM a`); got != release.want {
				t.Errorf("after %s: %d, want %d", release.name, got, release.want)
			}
		}
	}
	fresh := newFile(t)
	if err := scripts(t, all, fresh); err != nil {
		t.Fatal(err)
	}
	if n, version := number(t, fresh, `SELECT n FROM a`), number(t, fresh, `PRAGMA user_version`); n != 50 || version != 3 {
		t.Errorf("all at once: %d at schema %d, want 50 at 3", n, version)
	}
}

// A script that fails leaves nothing of itself; mended, it is applied.
func TestMigrationThatFails(t *testing.T) {
	t.Parallel()
	db := newFile(t)
	all := map[string]string{
		"0001_table.sql": `CREATE TABLE a (n INTEGER)`,
		"0002_fill.sql":  `INSERT INTO a VALUES (7); INSERT INTO nowhere VALUES (7)`,
	}
	if err := scripts(t, all, db); err == nil || !strings.Contains(err.Error(), "0002_fill.sql") {
		t.Errorf("%v, want an error that names the script", err)
	}
	if n, version := number(t, db, `SELECT count(*) FROM a`), number(t, db, `PRAGMA user_version`); n != 0 || version != 1 {
		t.Errorf("%d rows at schema %d, want none at 1", n, version)
	}
	all["0002_fill.sql"] = `INSERT INTO a VALUES (7)`
	if err := scripts(t, all, db); err != nil {
		t.Fatal(err)
	}
	if n := number(t, db, `SELECT n FROM a`); n != 7 {
		t.Errorf("%d, want 7", n)
	}
}
