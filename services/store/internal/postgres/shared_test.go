package postgres

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/change"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/testkit/pgtest"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

func commitOf(r review.Revision) reviewdb.Commit {
	return reviewdb.Commit{Event: change.Event{Revision: r, ChangedAt: time.Unix(int64(r), 0)}}
}

// Replicas that start together on an empty database make it once.
func TestReplicasStartTogether(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	var wg sync.WaitGroup
	sets := make([]reviewdb.DataSet, 4)
	for i := range sets {
		wg.Go(func() {
			db, err := Open(t.Context(), url)
			if err != nil {
				t.Error(err)
				return
			}
			defer func() { _ = db.Close() }()
			s, err := db.Load(t.Context())
			if err != nil {
				t.Error(err)
			}
			sets[i] = s.DataSet
		})
	}
	wg.Wait()
	for _, set := range sets {
		if set != sets[0] {
			t.Errorf("data sets %x", sets)
		}
	}
}

// Of replicas that commit the same revision one succeeds.
func TestOneCommitOfARevision(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	replicas := []*Database{open(t, url), open(t, url), open(t, url)}
	for r := range review.Revision(10) {
		results := make(chan error, len(replicas))
		for _, db := range replicas {
			go func() { results <- db.Commit(t.Context(), commitOf(r+1)) }()
		}
		committed := 0
		for range replicas {
			switch err := <-results; {
			case err == nil:
				committed++
			case !errors.Is(err, reviewdb.ErrConflict):
				t.Error(err)
			}
		}
		if committed != 1 {
			t.Fatalf("revision %d was committed by %d replicas", r+1, committed)
		}
	}
}

// A replica learns of what another one commits.
func TestAwaitSeesTheCommitOfAnother(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	one, two := open(t, url), open(t, url)
	heard := make(chan error, 1)
	go func() { heard <- two.Await(t.Context(), 0) }()
	if err := one.Commit(t.Context(), commitOf(1)); err != nil {
		t.Fatal(err)
	}
	if err := <-heard; err != nil {
		t.Fatal(err)
	}
	if s, err := two.Changes(t.Context(), 0); err != nil || s.Revision != 1 {
		t.Errorf("revision %d, %v", s.Revision, err)
	}
}

// One holds the claim until its lease ends or it lets go.
func TestClaimIsOnesAtATime(t *testing.T) {
	t.Parallel()
	db := open(t, pgtest.URL(t))
	claim := func(owner string, lease time.Duration, want bool) {
		t.Helper()
		held, err := db.Claim(t.Context(), owner, lease)
		if err != nil || held != want {
			t.Errorf("%s claims for %s: %t, %v; want %t", owner, lease, held, err, want)
		}
	}
	claim("one", time.Minute, true)
	claim("two", time.Minute, false)
	claim("one", time.Minute, true)
	claim("one", 0, true)
	claim("two", 30*time.Millisecond, true)
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if held, err := db.Claim(t.Context(), "three", time.Minute); err != nil || held {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("a lease does not end")
		}
	}
	claim("two", time.Minute, false)
}

// A server that is away makes errors that may pass; when it is back, the same
// calls succeed.
func TestServerAway(t *testing.T) {
	t.Parallel()
	server := pgtest.Start(t)
	db := open(t, server.URL())
	if err := db.Commit(t.Context(), commitOf(1)); err != nil {
		t.Fatal(err)
	}
	server.Kill()
	calls := map[string]func() error{
		"commit": func() error { return db.Commit(t.Context(), commitOf(2)) },
		"load":   func() error { _, err := db.Load(t.Context()); return err },
		"unsent": func() error { _, err := db.Unsent(t.Context(), 1); return err },
		"mark":   func() error { return db.MarkSent(t.Context(), 0) },
		"await":  func() error { return db.Await(t.Context(), 0) },
		"claim":  func() error { _, err := db.Claim(t.Context(), "one", time.Second); return err },
	}
	for name, call := range calls {
		if err := call(); !errors.Is(err, review.ErrUnavailable) {
			t.Errorf("%s: %v, want unavailable", name, err)
		}
	}
	server.Restart()
	for name, call := range calls {
		if err := call(); err != nil {
			t.Errorf("%s after the restart: %v", name, err)
		}
	}
}

// What an operator reads when the database cannot be used. Never the password.
func TestOpenSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	for _, test := range []struct{ name, url, want string }{
		{"no URL", "postgres://user:secret@host:x/", "want postgres://"},
		{"nobody there", "postgres://user:secret@127.0.0.1:1/reviews", "does not answer"},
		{"no such database", strings.Replace(url, "/postgres?", "/reviews?", 1), "create it first"},
		{"no such user", strings.Replace(url, "reviews@", "nobody:secret@", 1), "refuses the user"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := Open(t.Context(), test.url)
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "secret") {
				t.Errorf("%v, want %q", err, test.want)
			}
		})
	}
	t.Run("a newer schema", func(t *testing.T) {
		t.Parallel()
		url := pgtest.URL(t)
		if _, err := open(t, url).ExecContext(t.Context(), `INSERT INTO schema_version (version) VALUES (999)`); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(t.Context(), url); err == nil || !strings.Contains(err.Error(), "use the newer program") {
			t.Errorf("%v", err)
		}
	})
}
