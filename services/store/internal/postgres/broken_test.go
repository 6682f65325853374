package postgres

import (
	"errors"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/testkit/pgtest"
	"github.com/reviewdata/reviewdata/services/store/internal/sqldb"
)

// A replica that is stopped in the midst of a commit does not keep the others
// from theirs. When it goes on, its commit has failed.
func TestStoppedReplica(t *testing.T) {
	t.Parallel()
	address := pgtest.URL(t)
	p := &proxy{on: []byte("INSERT INTO outbox")}
	stopped, other := open(t, p.through(t, address)), open(t, address)
	stopped.Database = sqldb.New(stopped.DB, engine(200*time.Millisecond))
	p.armed.Store(true)
	result := make(chan error, 1)
	go func() { result <- stopped.Commit(t.Context(), commitOf(1)) }()
	<-p.hit
	if err := other.Commit(t.Context(), commitOf(1)); err != nil {
		t.Errorf("the other replica: %v", err)
	}
	close(p.resume)
	if err := <-result; !errors.Is(err, review.ErrUnavailable) {
		t.Errorf("the one that was stopped: %v, want unavailable", err)
	}
	if s, err := stopped.Load(t.Context()); err != nil || s.Revision != 1 {
		t.Errorf("revision %d, %v", s.Revision, err)
	}
}

// When the connection breaks before the server has answered to the last step
// of a commit, nobody claims to know: the error may pass, and the database
// tells what became of it.
func TestConnectionBreaksInTheLastStep(t *testing.T) {
	t.Parallel()
	address := pgtest.URL(t)
	p := &proxy{on: []byte("commit"), lose: true}
	broken, other := open(t, p.through(t, address)), open(t, address)
	p.armed.Store(true)
	result := make(chan error, 1)
	go func() { result <- broken.Commit(t.Context(), commitOf(1)) }()
	if err := other.Await(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	close(p.resume)
	if err := <-result; !errors.Is(err, review.ErrUnavailable) {
		t.Errorf("%v, want unavailable", err)
	}
	if s, err := broken.Load(t.Context()); err != nil || s.Revision != 1 {
		t.Errorf("revision %d, %v", s.Revision, err)
	}
	if events, err := broken.Unsent(t.Context(), 10); err != nil || len(events) != 1 {
		t.Errorf("events %v, %v", events, err)
	}
}

// A server that falls silent in the last step of a commit is not waited for
// without end, and again nobody claims to know.
func TestServerFallsSilentInTheLastStep(t *testing.T) {
	t.Parallel()
	address := pgtest.URL(t)
	p := &proxy{on: []byte("commit")}
	db := open(t, p.through(t, address))
	p.armed.Store(true)
	err := db.Commit(t.Context(), commitOf(1))
	close(p.resume)
	if !errors.Is(err, review.ErrUnavailable) {
		t.Errorf("%v, want unavailable", err)
	}
}
