package shard

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// memory is a table that can be out of reach.
type memory struct {
	mu      sync.Mutex
	table   Table
	version uint64
	cut     map[string]bool // members that cannot reach it
	words   []chan struct{}
}

// end is one replica's view of a memory.
type end struct {
	*memory
	member string
	words  chan struct{}
}

var errCut = errors.New("cut off")

func (e end) Table(context.Context) (Table, uint64, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.cut[e.member] {
		return Table{}, 0, errCut
	}
	t := e.table
	t.Members = maps.Clone(t.Members)
	return t, e.version, nil
}

func (e end) SetTable(_ context.Context, t Table, version uint64) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.cut[e.member]:
		return errCut
	case version != e.version:
		return ErrConflict
	}
	e.table, e.version = t, version+1
	return nil
}

func (e end) Heard() <-chan struct{} { return e.words }

func (e end) Tell() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, w := range e.memory.words {
		select {
		case w <- struct{}{}:
		default:
		}
	}
}

// owners counts who works on each shard, and notices when two do.
type owners struct {
	t  *testing.T
	mu sync.Mutex
	of [subscription.Shards]string
}

// crew works on what is assigned to it, and takes a while to stop.
type crew struct {
	owners  *owners
	member  string
	mine    map[int]bool
	leaving map[int]time.Time
}

func (c *crew) Assign(a Assignment) {
	c.owners.mu.Lock()
	defer c.owners.mu.Unlock()
	mine, surplus := map[int]bool{}, map[int]bool{}
	for _, s := range a.Mine {
		mine[s] = true
	}
	for _, s := range a.Surplus {
		surplus[s] = true
	}
	for s := range c.mine {
		if !mine[s] {
			c.quit(s)
		}
	}
	for s := range mine {
		if other := c.owners.of[s]; other != "" && other != c.member {
			c.owners.t.Errorf("%s works on shard %d of %s", c.member, s, other)
		}
		switch {
		case surplus[s] && c.mine[s] && c.leaving[s].IsZero():
			c.leaving[s] = time.Now().Add(500 * time.Millisecond)
		case !surplus[s]:
			delete(c.leaving, s)
			c.mine[s], c.owners.of[s] = true, c.member
		}
	}
}

func (c *crew) quit(s int) {
	delete(c.mine, s)
	delete(c.leaving, s)
	if c.owners.of[s] == c.member {
		c.owners.of[s] = ""
	}
}

func (c *crew) Drop(error) {
	c.owners.mu.Lock()
	defer c.owners.mu.Unlock()
	for s := range c.mine {
		c.quit(s)
	}
}

func (c *crew) Freed() []int {
	c.owners.mu.Lock()
	defer c.owners.mu.Unlock()
	var freed []int
	for s, at := range c.leaving {
		if time.Now().After(at) {
			freed = append(freed, s)
			c.owners.of[s] = "" // it is not worked on, whatever the table says
		}
	}
	return freed
}

func (c *crew) Flush(context.Context) error { return nil }

func (c *crew) Settled() map[int]Tags { return nil }

// cluster is some replicas around one table.
type cluster struct {
	t      *testing.T
	memory *memory
	owners *owners
	stop   map[string]func()
	keeper map[string]*Keeper
}

func newCluster(t *testing.T) *cluster {
	return &cluster{
		t: t, memory: &memory{cut: map[string]bool{}}, owners: &owners{t: t},
		stop: map[string]func(){}, keeper: map[string]*Keeper{},
	}
}

func (c *cluster) start(member string) {
	words := make(chan struct{}, 1)
	c.memory.mu.Lock()
	c.memory.words = append(c.memory.words, words)
	c.memory.mu.Unlock()
	worker := &crew{owners: c.owners, member: member, mine: map[int]bool{}, leaving: map[int]time.Time{}}
	k := NewKeeper(member, end{c.memory, member, words}, worker, slog.New(slog.DiscardHandler))
	ctx, cancel := context.WithCancel(c.t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = k.Run(ctx)
	}()
	c.keeper[member] = k
	c.stop[member] = func() {
		cancel()
		<-ended
	}
}

// kill stops a replica without a word; what it worked on is not worked on.
func (c *cluster) kill(member string) {
	c.stop[member]()
	c.owners.mu.Lock()
	defer c.owners.mu.Unlock()
	for s, owner := range c.owners.of {
		if owner == member {
			c.owners.of[s] = ""
		}
	}
}

// cutOff keeps a replica from the table, or ends that.
func (c *cluster) cutOff(member string, cut bool) {
	c.memory.mu.Lock()
	defer c.memory.mu.Unlock()
	c.memory.cut[member] = cut
}

func (c *cluster) floor() review.Revision {
	c.memory.mu.Lock()
	defer c.memory.mu.Unlock()
	return c.memory.table.Floor
}

func (c *cluster) want(shares map[string]int) {
	c.t.Helper()
	c.owners.mu.Lock()
	defer c.owners.mu.Unlock()
	got := map[string]int{}
	for _, owner := range c.owners.of {
		got[owner]++
	}
	if !maps.Equal(got, shares) {
		c.t.Errorf("shards are worked on by %v, want %v", got, shares)
	}
}

// A replica that comes takes its share, and one that goes leaves it, without
// two ever working on a shard.
func TestKeeper(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t)
		c.start("a")
		synctest.Wait()
		c.want(map[string]int{"a": 64})
		c.start("b")
		c.start("c")
		time.Sleep(10 * time.Second)
		c.want(map[string]int{"a": 22, "b": 21, "c": 21})
		c.kill("b")
		time.Sleep(Lease / 2)
		c.want(map[string]int{"a": 22, "": 21, "c": 21})
		time.Sleep(Lease)
		c.want(map[string]int{"a": 32, "c": 32})
		c.kill("c")
		if err := c.keeper["c"].Leave(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		c.want(map[string]int{"a": 64})
		c.kill("a")
	})
}

// A replica that cannot reach the table stops before others take its shards,
// and comes back by itself.
func TestKeeperCutOff(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t)
		c.start("a")
		c.start("b")
		time.Sleep(10 * time.Second)
		c.want(map[string]int{"a": 32, "b": 32})
		c.cutOff("a", true)
		time.Sleep(Lease - margin)
		synctest.Wait()
		if c.keeper["a"].Valid() {
			t.Error("the lease goes on without the table")
		}
		c.owners.mu.Lock()
		if slices.Contains(c.owners.of[:], "a") {
			t.Error("it works without the table")
		}
		c.owners.mu.Unlock()
		time.Sleep(2 * Lease)
		c.want(map[string]int{"b": 64})
		c.cutOff("a", false)
		time.Sleep(10 * time.Second)
		c.want(map[string]int{"a": 32, "b": 32})
		c.kill("a")
		c.kill("b")
	})
}

// Data that were put back to an older state are delivered after a while.
func TestKeeperReset(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t)
		c.memory.table.Floor = 100
		c.start("a")
		c.keeper["a"].Offer(40)
		time.Sleep(behind - time.Second)
		if c.floor() != 100 {
			t.Error("a store that is behind for a moment lowers the floor")
		}
		time.Sleep(2*beatEvery + time.Second)
		if c.floor() != 40 {
			t.Errorf("floor %d, want 40", c.floor())
		}
		c.kill("a")
	})
}
