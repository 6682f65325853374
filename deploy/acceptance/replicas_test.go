package acceptance

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/testkit/pgtest"
)

// Three stores on PostgreSQL answer a thousand random searches as one store on
// SQLite does, before, during and after changes.
func TestReplicasAnswerAsOneStore(t *testing.T) {
	one, three := start(t), startOn(t, pgtest.URL(t), 3)
	three.fill(t)
	rng := rand.New(rand.NewPCG(5, 6))
	for round := range 5 {
		data := one.dataset(t)
		if other := three.dataset(t); other.Revision != data.Revision || len(other.Reviews) != len(data.Reviews) {
			t.Fatalf("round %d: %d reviews at revision %d, and %d at %d",
				round, len(data.Reviews), data.Revision, len(other.Reviews), other.Revision)
		}
		for range 200 {
			f := draw(rng, data)
			if got, want := three.ids(t, f), one.ids(t, f); !slices.Equal(got, want) {
				t.Fatalf("round %d: %v\nreplicas %v\none store %v", round, f.values(), got, want)
			}
		}
		lines := make([]string, 1+rng.IntN(20))
		for i := range lines {
			lines[i] = fmt.Sprintf(`{"source":"yelp","source_id":"%d","rating":%d,"date":"2026-04-%02d","text":"round %d"}`, i, 1+rng.IntN(5), 1+rng.IntN(28), round)
		}
		for _, s := range []*stack{one, three} {
			s.importLines(t, lines...)
			s.waitForRevision(t, s.remove(t, data.Reviews[round].ID))
		}
	}
}

// ids returns the first page of a search.
func (s *stack) ids(t testing.TB, f filters) []string {
	t.Helper()
	var out []string
	for _, r := range s.search(t, f.values()).Reviews {
		out = append(out, r.ID)
	}
	return out
}

// When one of three stores dies under load, no read fails for longer than a
// second, and changes go on.
func TestADeadReplicaIsNotMissed(t *testing.T) {
	s := startOn(t, pgtest.URL(t), 3)
	s.fill(t)
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() { s.readUntil(t, done) })
	}
	for _, store := range s.stores {
		time.Sleep(300 * time.Millisecond)
		store.kill()
		s.importLines(t, fmt.Sprintf(`{"source":"yelp","source_id":"%d","rating":5,"date":"2026-04-01"}`, time.Now().UnixNano()))
		store.start(t)
	}
	close(done)
	readers.Wait()
}

// readUntil searches without a pause and complains of a second without an
// answer.
func (s *stack) readUntil(t testing.TB, done <-chan struct{}) {
	answered := time.Now()
	for n := 0; ; n++ {
		select {
		case <-done:
			return
		default:
		}
		response, err := client.Get(fmt.Sprintf("%s/api/reviews/search?rating=%d&limit=3", s.baseURL, 1+n%5))
		if err != nil {
			t.Error(err)
			return
		}
		_ = response.Body.Close()
		if response.StatusCode == http.StatusOK {
			answered = time.Now()
		}
		if since := time.Since(answered); since > time.Second {
			t.Errorf("no search was answered for %s, the last with %d", since, response.StatusCode)
			return
		}
	}
}
