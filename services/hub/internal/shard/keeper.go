package shard

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// The times of a replica's hold on its shards.
const (
	beatEvery   = 2 * time.Second
	beatTimeout = 3 * time.Second
	// Lease is how long a replica keeps its shards that beats no more.
	Lease = 10 * time.Second
	// margin is how long before the end of its lease a replica stops, for what
	// is on its way and for clocks that go at different speeds.
	margin = time.Second
	// behind is how long the store may be behind the floor before that is what
	// it is, and no replica of the store that catches up.
	behind = time.Minute
)

// ErrConflict says that somebody else has written first.
var ErrConflict = errors.New("written by another replica")

// Board is where the table is.
type Board interface {
	// Table returns the table and the number of its version, 0 while there is
	// none.
	Table(ctx context.Context) (Table, uint64, error)
	// SetTable replaces a version of the table, or returns ErrConflict.
	SetTable(ctx context.Context, t Table, version uint64) error
	// Heard is filled when another replica has asked to look at the table.
	Heard() <-chan struct{}
	// Tell asks the other replicas to look at the table.
	Tell()
}

// Assignment is what a replica is to work on.
type Assignment struct {
	Mine    []int           // the shards it holds; work on others must stop at once
	Surplus []int           // those of them to stop the work on, once what has begun is done
	Settled []Tags          // what the subscribers of each shard have, as far as nothing newer is known of them
	Floor   review.Revision // the newest content that may be delivered, and the oldest
}

// Worker does the work on the shards.
type Worker interface {
	// Assign says what to work on from now on. It does not wait.
	Assign(a Assignment)
	// Drop stops the work on all shards at once.
	Drop(cause error)
	// Freed returns the surplus shards that are not worked on any more.
	Freed() []int
	// Flush waits until another replica can take up where the work has ended.
	Flush(ctx context.Context) error
	// Settled returns the contents that all subscribers of a shard have.
	Settled() map[int]Tags
}

// Keeper holds shards for one replica. Its methods are safe for concurrent
// use.
type Keeper struct {
	member string
	board  Board
	worker Worker
	logger *slog.Logger
	lease  *lease

	kick chan struct{}

	mu      sync.Mutex
	content review.Revision // newest that this replica has
	since   time.Time       // when it was below the floor for the first time; zero if it is not

	seen map[string]sighting // of the goroutine that runs Run
}

// sighting is when a beat was seen for the first time.
type sighting struct {
	beat uint64
	at   time.Time
}

// errLapsed says that the broker could not be reached for too long.
var errLapsed = errors.New("the lease on the shards has lapsed")

// NewKeeper returns a keeper for a replica, whose name must be unique.
func NewKeeper(member string, board Board, worker Worker, logger *slog.Logger) *Keeper {
	k := &Keeper{member: member, board: board, worker: worker, logger: logger, kick: make(chan struct{}, 1), seen: map[string]sighting{}}
	k.lease = newLease(func() {
		logger.Warn("cannot reach the broker: nothing is delivered")
		worker.Drop(errLapsed)
	})
	return k
}

// Valid reports whether this replica may still work on the shards it holds.
func (k *Keeper) Valid() bool { return k.lease.valid() }

// Offer tells the keeper which content there is to deliver. It is allowed by a
// call of Worker.Assign once the table says so.
func (k *Keeper) Offer(revision review.Revision) {
	k.mu.Lock()
	k.content = revision
	k.mu.Unlock()
	k.Kick()
}

// Kick makes the keeper beat at once.
func (k *Keeper) Kick() {
	select {
	case k.kick <- struct{}{}:
	default: // it is about to
	}
}

// Run beats until ctx ends.
func (k *Keeper) Run(ctx context.Context) error {
	defer k.lease.end()
	for {
		err := k.beat(ctx, false)
		pause := beatEvery
		switch {
		case ctx.Err() != nil:
			return nil // being stopped is no failure
		case errors.Is(err, ErrConflict):
			pause = 0
		case err != nil:
			k.logger.WarnContext(ctx, "cannot look at the table of shards", slog.Any("error", err))
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		case <-k.kick:
		case <-k.board.Heard():
		}
	}
}

// Leave gives all shards back, once the worker has stopped.
func (k *Keeper) Leave(ctx context.Context) error {
	for {
		err := k.beat(ctx, true)
		if !errors.Is(err, ErrConflict) {
			k.board.Tell()
			return err
		}
	}
}

// beat changes the table once.
func (k *Keeper) beat(ctx context.Context, leaving bool) error {
	ctx, cancel := context.WithTimeout(ctx, beatTimeout)
	defer cancel()
	began := time.Now()
	table, version, err := k.board.Table(ctx)
	if err != nil {
		return err
	}
	freed := k.worker.Freed()
	if len(freed) > 0 {
		if err := k.worker.Flush(ctx); err != nil {
			return err
		}
	}
	next := table.Next(Beat{
		Member: k.member, Leaving: leaving, Dead: k.dead(table), Freed: freed,
		Settled: k.worker.Settled(), Content: k.revision(), Reset: k.reset(table),
	})
	if err := k.board.SetTable(ctx, next, version); err != nil {
		return err
	}
	if leaving {
		return nil
	}
	k.lease.renew(began.Add(Lease - margin))
	k.worker.Assign(Assignment{
		Mine: next.Of(k.member), Surplus: next.Surplus(k.member), Settled: next.Settled[:], Floor: next.Floor,
	})
	if len(freed) > 0 || len(next.Members) != len(table.Members) {
		k.board.Tell()
	}
	return nil
}

// dead returns the members whose beats have stood still for too long.
func (k *Keeper) dead(t Table) []string {
	now := time.Now()
	var dead []string
	for m, beat := range t.Members {
		seen, known := k.seen[m]
		if !known || seen.beat != beat {
			k.seen[m] = sighting{beat: beat, at: now}
		} else if m != k.member && now.Sub(seen.at) >= Lease {
			dead = append(dead, m)
			k.logger.Warn("another replica is gone", slog.String("member", m))
		}
	}
	for m := range k.seen {
		if _, lives := t.Members[m]; !lives {
			delete(k.seen, m)
		}
	}
	return dead
}

func (k *Keeper) revision() review.Revision {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.content
}

// reset reports whether the data were put back to an older state: the store
// has been behind the floor for too long.
func (k *Keeper) reset(t Table) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	switch {
	case k.content == 0 || k.content >= t.Floor:
		k.since = time.Time{}
	case k.since.IsZero():
		k.since = time.Now()
	}
	return !k.since.IsZero() && time.Since(k.since) >= behind
}
