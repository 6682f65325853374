package acceptance

import (
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// replica is a consumer that follows the change feed.
type replica struct {
	cursor  string
	reviews map[string]json.RawMessage
	deleted map[string]bool
}

func newReplica() *replica {
	return &replica{reviews: map[string]json.RawMessage{}, deleted: map[string]bool{}}
}

// follow reads the feed to its end and returns how many changes it had.
func (r *replica) follow(t testing.TB, s *stack, limit int) int {
	t.Helper()
	read, last := 0, uint64(0)
	for {
		q := url.Values{"limit": {strconv.Itoa(limit)}}
		if r.cursor != "" {
			q.Set("cursor", r.cursor)
		}
		page := getJSON[changesPage](t, s, "/api/reviews/changes?"+q.Encode())
		if page.Reset {
			t.Fatalf("the feed was reset at %q", r.cursor)
		}
		for _, c := range page.Changes {
			if c.Revision < last {
				t.Fatalf("revision %d after %d: not oldest first", c.Revision, last)
			}
			last = c.Revision
			read++
			switch c.Op {
			case "upsert":
				var head struct{ ID string }
				if err := json.Unmarshal(c.Review, &head); err != nil {
					t.Fatal(err)
				}
				r.reviews[head.ID] = c.Review
				delete(r.deleted, head.ID)
			case "delete":
				delete(r.reviews, c.ID)
				r.deleted[c.ID] = true
			default:
				t.Fatalf("op %q", c.Op)
			}
		}
		if page.NextCursor != nil {
			r.cursor = *page.NextCursor
		}
		if !page.HasMore {
			return read
		}
	}
}

// check compares the replica with the published data set, byte by byte.
func (r *replica) check(t testing.TB, s *stack) {
	t.Helper()
	want := map[string]string{}
	for _, raw := range getJSON[struct{ Reviews []json.RawMessage }](t, s, "/reviews.json").Reviews {
		var head struct{ ID string }
		if err := json.Unmarshal(raw, &head); err != nil {
			t.Fatal(err)
		}
		want[head.ID] = string(raw)
	}
	got := map[string]string{}
	for id, raw := range r.reviews {
		got[id] = string(raw)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("the replica differs (-published +replica)\n%.2000s", diff)
	}
}

// The change feed replays to exactly the data set, deletions included, whether
// read at once, in small pages, or along the way.
func TestChangeFeedReplaysToTheDataSet(t *testing.T) {
	s := start(t)
	along := newReplica()
	along.follow(t, s, 1000)
	along.check(t, s)

	s.importLines(t,
		`{"source":"google","source_id":"feed-1","rating":5,"date":"2026-03-01","text":"first words"}`,
		`{"source":"google","source_id":"feed-2","rating":4,"date":"2026-03-02","text":"second"}`,
		`{"source":"google","source_id":"feed-3","rating":2,"date":"2020-01-01"}`)
	along.follow(t, s, 1)
	s.importLines(t, `{"source":"google","source_id":"feed-1","rating":1,"date":"2026-03-01","text":"edited"}`)
	ids := slices.Sorted(maps.Keys(along.reviews))
	removed := []string{ids[0], ids[len(ids)/2], ids[len(ids)-1]}
	s.waitForRevision(t, s.remove(t, removed...))
	if n := along.follow(t, s, 2); n != 4 {
		t.Errorf("%d changes, want one edit and three deletions", n)
	}
	along.check(t, s)
	for _, id := range removed {
		if !along.deleted[id] {
			t.Errorf("the deletion of %s is not in the feed", id)
		}
		s.get(t, "/reviews/"+id, 410)
	}

	fromStart := newReplica()
	fromStart.follow(t, s, 7)
	fromStart.check(t, s)
	if diff := cmp.Diff(along.deleted, fromStart.deleted); diff != "" {
		t.Errorf("deletions along the way and from the start differ\n%s", diff)
	}
}
