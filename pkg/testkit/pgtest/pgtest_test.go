package pgtest

import (
	"os"
	"testing"

	"github.com/jackc/pgx/v5"
)

func TestMain(m *testing.M) { os.Exit(Main(m)) }

// Two tests have nothing of each other's.
func TestURLIsAnEmptyDatabase(t *testing.T) {
	t.Parallel()
	for range 2 {
		execute(t.Context(), t, URL(t), `CREATE TABLE mine (n bigint)`)
	}
}

// What was written before a restart is there after it; while the server is
// down nobody answers.
func TestServerComesBack(t *testing.T) {
	t.Parallel()
	s := Start(t)
	execute(t.Context(), t, s.URL(), `CREATE TABLE kept (n bigint)`)
	s.Kill()
	if conn, err := pgx.Connect(t.Context(), s.URL()); err == nil {
		_ = conn.Close(t.Context())
		t.Fatal("a killed server answers")
	}
	s.Restart()
	execute(t.Context(), t, s.URL(), `DROP TABLE kept`)
}
