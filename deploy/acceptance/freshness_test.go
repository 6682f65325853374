package acceptance

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"
)

// A change is visible through the gateway within a second of the commit while
// NATS is up, and within five while it is down; when it is back, within a
// second again. The median counts: one commit may meet a busy disk.
func TestChangesAreVisibleSoon(t *testing.T) {
	s := start(t)
	n := 0
	expect := func(name string, bound time.Duration) {
		t.Helper()
		took := make([]time.Duration, 3)
		for i := range took {
			n++
			out, err := s.tryReviewctl(t, fmt.Sprintf(`{"source":"google","source_id":"fresh %d","rating":5,"date":"2026-01-01"}`, n), "import", "-")
			if err != nil {
				t.Fatalf("import: %v\n%s", err, out)
			}
			took[i] = s.waitForRevision(t, revisionIn(t, out))
		}
		slices.Sort(took)
		if took[1] > bound {
			t.Errorf("%s: changes were visible after %v, want %s", name, took, bound)
		}
	}
	expect("with NATS", time.Second)
	s.nats.kill()
	expect("without NATS", 5*time.Second)
	s.nats.start(t)
	time.Sleep(3 * time.Second) // both sides reconnect to the broker
	expect("with NATS again", time.Second)
}

// While the store is away the documents stay, and searches say when to come
// back; when it is back, everything works again without a hand.
func TestDocumentsSurviveTheStore(t *testing.T) {
	s := start(t)
	before := s.dataset(t)
	s.store.kill()
	for _, path := range []string{"/reviews.json", "/insights.json", "/api/feed.json", "/feed.xml", "/api/reviews/since/2020-01-01", "/reviews/" + before.Reviews[0].ID} {
		s.get(t, path, http.StatusOK)
	}
	response, _ := s.get(t, "/api/reviews/search?rating=5", http.StatusServiceUnavailable)
	if response.Header.Get("Retry-After") == "" {
		t.Error("503 without Retry-After")
	}
	s.store.start(t)
	deadline := time.Now().Add(patience)
	for {
		response, err := client.Get(s.baseURL + "/api/reviews/search?rating=5")
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode == http.StatusOK {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("search still answers %d", response.StatusCode)
		}
		time.Sleep(20 * time.Millisecond)
	}
	if after := s.dataset(t); after.Revision != before.Revision {
		t.Errorf("revision %d after the restart, want %d", after.Revision, before.Revision)
	}
}
