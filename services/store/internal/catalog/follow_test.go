package catalog

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/testkit/pgtest"
	"github.com/reviewdata/reviewdata/services/store/internal/postgres"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
	"github.com/reviewdata/reviewdata/services/store/internal/sqlite"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// newReplicas returns catalogs that share one database and follow each other.
func newReplicas(t *testing.T, n int) []*Catalog {
	t.Helper()
	url := pgtest.URL(t)
	ctx, stop := context.WithCancel(t.Context())
	var following sync.WaitGroup
	replicas := make([]*Catalog, n)
	for i := range replicas {
		db, err := postgres.Open(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		replicas[i] = openCatalog(t, db, options())
		following.Go(func() { _ = replicas[i].Follow(ctx) })
	}
	t.Cleanup(func() { stop(); following.Wait() }) // before the databases are closed
	return replicas
}

// at waits until a replica has reached a revision.
func at(t *testing.T, c *Catalog, revision review.Revision) *State {
	t.Helper()
	s, err := c.StateAt(t.Context(), revision)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Whichever replica changes something, all publish the same.
func TestReplicasFollow(t *testing.T) {
	t.Parallel()
	replicas := newReplicas(t, 3)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	var last review.Revision
	for range 30 {
		c := replicas[rng.IntN(len(replicas))]
		at(t, c, last)
		randomChange(t, rng, c)
		last = c.State().Revision
	}
	want := at(t, replicas[0], last)
	for _, c := range replicas[1:] {
		got := at(t, c, last)
		sameState(t, want, got)
		checkSearch(t, rng, got)
	}
}

// A replica that has not heard of the latest commit judges by it all the same:
// what was imported elsewhere is unchanged, and can be removed.
func TestReplicaCatchesUpBeforeItWrites(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	var deaf [2]*Catalog // nobody calls Follow
	for i := range deaf {
		db, err := postgres.Open(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		deaf[i] = openCatalog(t, db, options())
	}
	add(t, deaf[0], record("a", 5, ""))
	if got, want := add(t, deaf[1], record("a", 5, "")), (review.ImportResult{Revision: 1, Unchanged: 1}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	add(t, deaf[0], record("b", 5, ""))
	if got, err := deaf[1].Remove(t.Context(), []review.ID{id("b")}, review.Origin{}); err != nil || got != (Removed{Revision: 3, Count: 1}) {
		t.Errorf("%+v, %v", got, err)
	}
}

// Imports at all replicas at once: each becomes one revision, none is lost.
func TestReplicasWriteAtOnce(t *testing.T) {
	t.Parallel()
	const each = 8
	replicas := newReplicas(t, 3)
	var writers sync.WaitGroup
	for i, c := range replicas {
		writers.Go(func() {
			for n := range each {
				run := c.NewImport(10)
				err := run.Add(1, record(strconv.Itoa(i)+"/"+strconv.Itoa(n), 5, ""))
				if err == nil {
					_, _, err = run.Commit(t.Context(), review.ImportOptions{Strict: true})
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	for _, c := range replicas {
		if s := at(t, c, each*3); s.Revision != each*3 || len(s.Reviews) != each*3 {
			t.Errorf("revision %d with %d reviews, want %d", s.Revision, len(s.Reviews), each*3)
		}
	}
}

// A database that is put back to a backup is not mixed with what is published:
// the replica ends, to be started again.
func TestFollowEndsWhenTheDatabaseIsPutBack(t *testing.T) {
	t.Parallel()
	db, err := postgres.Open(t.Context(), pgtest.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	c := openCatalog(t, db, options())
	add(t, c, record("a", 5, ""))
	add(t, c, record("b", 5, ""))
	if _, err := db.ExecContext(t.Context(), `UPDATE meta SET revision = 1`); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := c.Follow(ctx); !errors.Is(err, errRewound) {
		t.Errorf("%v, want %v", err, errRewound)
	}
}

// silent is a database with news that do not come.
type silent struct {
	reviewdb.Database

	asked chan struct{} // closed by the first who asks for the news
	once  *sync.Once
}

func (s silent) Await(context.Context, review.Revision) error { return nil }

func (s silent) Changes(ctx context.Context, after review.Revision) (news reviewdb.State, err error) {
	first := false
	s.once.Do(func() { first = true; close(s.asked) })
	if !first {
		return s.Database.Changes(ctx, after)
	}
	<-ctx.Done()
	return news, ctx.Err()
}

// A replica that waits for news which do not come lets others write again
// after a while.
func TestFollowDoesNotKeepOthersFromWriting(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "reviews.db")
	synctest.Test(t, func(t *testing.T) {
		db, err := sqlite.Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = db.Close() }()
		c := openCatalog(t, db, options())
		quiet := silent{db, make(chan struct{}), &sync.Once{}}
		c.db = quiet
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		followed := make(chan error, 1)
		go func() { followed <- c.follow(ctx) }()
		<-quiet.asked
		if err := <-followed; !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("following ended with %v", err)
		}
		add(t, c, record("a", 5, ""))
	})
}
