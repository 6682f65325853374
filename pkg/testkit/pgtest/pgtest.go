// Package pgtest gives tests a real PostgreSQL: a schema of its own for each
// test on a server that the test binary shares, or a whole server to stop and
// start. The server comes from the installed binaries, or the shared one from
// the URL in REVIEWS_TEST_DATABASE_URL.
package pgtest

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
)

// variable names the URL of a database to use instead of starting a server.
const variable = "REVIEWS_TEST_DATABASE_URL"

// shared is the server of this test binary. It is started by the first test
// that asks and stopped by Main.
var shared struct {
	start  sync.Once
	server *server
	err    error
}

// Main runs the tests of a package and stops the shared server after them.
func Main(m *testing.M) int {
	defer func() {
		if shared.server != nil {
			shared.server.remove()
		}
	}()
	return m.Run()
}

// URL returns the URL of a database that is empty and the test's own. Without
// a server the test is skipped, or fails if REVIEWS_REQUIRE_ALL is 1.
func URL(t testing.TB) string {
	t.Helper()
	base := os.Getenv(variable)
	if base == "" {
		shared.start.Do(func() { shared.server, shared.err = newServer() })
		if shared.err != nil {
			missing(t, shared.err)
		}
		base = shared.server.url()
	}
	return newSchema(t, base)
}

// missing ends a test that cannot have its server.
func missing(t testing.TB, err error) {
	t.Helper()
	if os.Getenv("REVIEWS_REQUIRE_ALL") == "1" {
		t.Fatalf("pgtest: %v", err)
	}
	t.Skipf("pgtest: %v", err)
}

// newSchema makes a schema for the test, which is dropped with it, and returns
// the URL whose connections work in it.
func newSchema(t testing.TB, base string) string {
	t.Helper()
	name := "test_" + strings.ToLower(rand.Text())
	execute(t.Context(), t, base, `CREATE SCHEMA `+name)
	t.Cleanup(func() { execute(context.Background(), t, base, `DROP SCHEMA `+name+` CASCADE`) })
	u, err := url.Parse(base)
	if err != nil {
		t.Fatalf("pgtest: %s: %v", variable, err)
	}
	q := u.Query()
	q.Set("search_path", name)
	u.RawQuery = q.Encode()
	return u.String()
}

func execute(ctx context.Context, t testing.TB, base, statement string) {
	t.Helper()
	conn, err := pgx.Connect(ctx, base)
	if err == nil {
		_, err = conn.Exec(ctx, statement)
		_ = conn.Close(ctx)
	}
	if err != nil {
		t.Fatal(fmt.Errorf("pgtest: %s: %w", statement, err))
	}
}
