package shard

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// Whatever happens, no shard changes its owner unless the owner has freed it or
// is dead, the table settles with equal shares, and the floor does not sink.
func TestTableUnderRandomEvents(t *testing.T) {
	t.Parallel()
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 0))
		var table Table
		alive := []string{"a"}
		for step := range 200 {
			switch r.IntN(12) {
			case 0:
				alive = append(alive, fmt.Sprint("m", step))
			case 1:
				if len(alive) > 1 {
					alive = alive[1:] // it dies without a word
				}
			}
			member := alive[r.IntN(len(alive))]
			b := Beat{Member: member, Freed: table.Surplus(member), Content: table.Floor + 1}
			for m := range table.Members {
				if !slices.Contains(alive, m) && r.IntN(2) == 0 {
					b.Dead = append(b.Dead, m)
				}
			}
			next := table.Next(b)
			for s, owner := range table.Owners {
				gone := owner == "" || slices.Contains(b.Dead, owner) || owner == member && slices.Contains(b.Freed, s)
				if next.Owners[s] != owner && !gone {
					t.Fatalf("seed %d step %d: shard %d went from %q to %q in a beat of %s", seed, step, s, owner, next.Owners[s], member)
				}
			}
			if next.Floor != table.Floor+1 {
				t.Fatalf("floor %d after %d", next.Floor, table.Floor)
			}
			table = next
		}
		wantEven(t, settle(table, alive), alive)
	}
}

// settle beats until nothing changes any more.
func settle(table Table, alive []string) Table {
	for range 4 {
		for _, member := range alive {
			b := Beat{Member: member, Freed: table.Surplus(member)}
			for m := range table.Members {
				if !slices.Contains(alive, m) {
					b.Dead = append(b.Dead, m)
				}
			}
			table = table.Next(b)
		}
	}
	return table
}

func wantEven(t *testing.T, table Table, alive []string) {
	t.Helper()
	total := 0
	for _, member := range alive {
		held := len(table.Of(member))
		total += held
		if least := subscription.Shards / len(alive); held < least || held > least+1 {
			t.Errorf("%s holds %d of %d shards among %d", member, held, subscription.Shards, len(alive))
		}
	}
	if total != subscription.Shards {
		t.Errorf("%d shards are held, want %d", total, subscription.Shards)
	}
}

func TestNextTakesWordOfOwnersOnly(t *testing.T) {
	t.Parallel()
	table := Table{}.Next(Beat{Member: "a"}).Next(Beat{Member: "b"})
	if got := len(table.Of("a")); got != subscription.Shards {
		t.Fatalf("the first member holds %d shards", got)
	}
	atom := map[int]Tags{0: {subscription.Atom: "x"}}
	next := table.Next(Beat{Member: "b", Freed: []int{0, 1}, Settled: atom})
	if next.Owners[0] != "a" || next.Settled[0] != nil {
		t.Error("b freed a shard of a, or spoke for it")
	}
	if next = table.Next(Beat{Member: "a", Settled: atom}); next.Settled[0][subscription.Atom] != "x" {
		t.Error("the owner was not heard")
	}
	if next = table.Next(Beat{Member: "a", Leaving: true}); len(next.Of("a")) > 0 || next.Members["a"] != 0 {
		t.Error("a member that has left is still there")
	}
	if table.Members["b"] != 1 || len(table.Of("a")) != subscription.Shards {
		t.Error("Next changed the table it was called on")
	}
}

func TestFloor(t *testing.T) {
	t.Parallel()
	table := Table{Floor: 7}
	for _, c := range []struct {
		beat Beat
		want int
	}{
		{Beat{Content: 9}, 9}, {Beat{Content: 5}, 7}, {Beat{Content: 5, Reset: true}, 5}, {Beat{}, 7},
	} {
		if got := table.Next(c.beat).Floor; int(got) != c.want {
			t.Errorf("floor %d after %+v, want %d", got, c.beat, c.want)
		}
	}
}

// A replica that lags behind others does not lower the floor under them.
func TestFloorHoldsWhileAnotherHasMore(t *testing.T) {
	t.Parallel()
	table := Table{}.Next(Beat{Member: "fresh", Content: 9})
	behind := Beat{Member: "behind", Content: 5, Reset: true}
	if table = table.Next(behind); table.Floor != 9 {
		t.Errorf("floor %d under a replica that has 9", table.Floor)
	}
	if table = table.Next(Beat{Member: "fresh", Leaving: true, Content: 9}).Next(behind); table.Floor != 5 {
		t.Errorf("floor %d, though nobody has more than 5", table.Floor)
	}
}
