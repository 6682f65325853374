// Package shard deals the subscriptions out among the replicas of the hub, so
// that each subscription has one replica that may work on it, or none for a
// moment, and never two.
//
// All of it is one table at the broker that every replica changes by
// compare-and-set. A replica beats: it changes its line of the table every two
// seconds, and by that holds its shards for a while longer. One whose beat
// stands still for longer than that while is dead to the others. Each of them
// measures that by its own clock, from when it saw the beat: clocks need not
// agree.
package shard

import (
	"maps"
	"slices"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// Tags are the contents that all subscribers of a shard have, by topic.
type Tags map[subscription.Topic]string

// Table says who holds which shard. Its zero value is the table that nobody
// has written yet.
type Table struct {
	Members map[string]uint64           `json:"members"` // how often each replica has beaten
	Newest  map[string]review.Revision  `json:"newest"`  // the newest content that each of them has
	Owners  [subscription.Shards]string `json:"owners"`  // empty for a shard that is free
	Settled [subscription.Shards]Tags   `json:"settled"`
	// Floor is the newest revision that a replica may have delivered. Whoever
	// takes a shard over delivers nothing older.
	Floor review.Revision `json:"floor"`
}

// Beat is how a replica changes the table.
type Beat struct {
	Member  string
	Leaving bool            // the replica stops, and holds nothing any more
	Dead    []string        // the replicas that beat no more
	Freed   []int           // shards it held and has stopped to work on
	Settled map[int]Tags    // of the shards it holds, those that have changed
	Content review.Revision // what it is about to deliver
	Reset   bool            // Content is the newest there is, though the floor is above it
}

// Next returns the table after a beat.
func (t Table) Next(b Beat) Table {
	next := t
	next.Members = maps.Clone(t.Members)
	if next.Members == nil {
		next.Members = map[string]uint64{}
	}
	next.Members[b.Member]++
	for _, m := range b.Dead {
		delete(next.Members, m)
	}
	next.settle(b)
	if b.Leaving {
		delete(next.Members, b.Member)
	}
	next.deal(b)
	next.raise(b)
	return next
}

// raise moves the floor to the content that the replica is about to deliver.
// It sinks only if that is the newest that any replica has.
func (t *Table) raise(b Beat) {
	t.Newest = maps.Clone(t.Newest)
	if t.Newest == nil {
		t.Newest = map[string]review.Revision{}
	}
	t.Newest[b.Member] = b.Content
	maps.DeleteFunc(t.Newest, func(m string, _ review.Revision) bool {
		_, lives := t.Members[m]
		return !lives
	})
	newest := slices.Max(append(slices.Collect(maps.Values(t.Newest)), b.Content))
	if b.Content > t.Floor || b.Reset && b.Content >= newest {
		t.Floor = b.Content
	}
}

// settle takes what the replica says of its shards.
func (t *Table) settle(b Beat) {
	for s, tags := range b.Settled {
		if t.Owners[s] == b.Member {
			t.Settled[s] = tags
		}
	}
	for _, s := range b.Freed {
		if t.Owners[s] == b.Member {
			t.Owners[s] = ""
		}
	}
}

// deal takes the shards of replicas that are gone away from them, and gives
// the member what is free, up to its share.
func (t *Table) deal(b Beat) {
	room := t.share(b.Member) - len(t.Of(b.Member))
	for s, owner := range t.Owners {
		if _, lives := t.Members[owner]; !lives {
			t.Owners[s] = ""
		}
		if t.Owners[s] == "" && room > 0 && !slices.Contains(b.Freed, s) {
			t.Owners[s] = b.Member
			room--
		}
	}
}

// share returns how many shards a replica should hold: all of them as evenly
// as possible, the first ones in the order of names one more. It is 0 for one
// that is no member.
func (t *Table) share(member string) int {
	members := slices.Sorted(maps.Keys(t.Members))
	place := slices.Index(members, member)
	if place < 0 {
		return 0
	}
	share := len(t.Owners) / len(members)
	if place < len(t.Owners)%len(members) {
		share++
	}
	return share
}

// Of returns the shards that a replica holds.
func (t *Table) Of(member string) []int {
	var held []int
	for s, owner := range t.Owners {
		if owner == member {
			held = append(held, s)
		}
	}
	return held
}

// Surplus returns the shards that a replica holds beyond its share, and should
// stop to work on.
func (t *Table) Surplus(member string) []int {
	held := t.Of(member)
	return held[min(len(held), t.share(member)):]
}
