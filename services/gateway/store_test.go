package main

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/testkit/natstest"
	"github.com/reviewdata/reviewdata/pkg/testkit/storetest"
)

// documents are the paths that need nothing but the board.
func documents() []string {
	return []string{
		"/reviews.json", "/insights.json", "/api/feed.json", "/feed.xml", "/api/reviews/since/2025-01-01",
		"/reviews/" + string(review.NewID("google", "jane")), "/openapi.json", "/llms.txt", "/",
	}
}

// expect checks the status of paths, and that each 503 says when to return.
func expect(t *testing.T, g *gateway, want int, paths ...string) {
	t.Helper()
	for _, path := range paths {
		res := g.get(path)
		if res.StatusCode != want {
			t.Errorf("GET %s: status %d, want %d\n%.300s", path, res.StatusCode, want, res.body)
		}
		if want == http.StatusServiceUnavailable && (res.Header.Get("Retry-After") == "" || !strings.Contains(res.body, `"status":503`)) {
			t.Errorf("GET %s: Retry-After %q, body %.100q", path, res.Header.Get("Retry-After"), res.body)
		}
	}
}

// hasMetric reports whether the gateway publishes a line.
func hasMetric(g *gateway, line string) bool {
	req, err := g.client.Get(g.ops + "/metrics")
	if err != nil {
		return false
	}
	defer req.Body.Close()
	text, err := io.ReadAll(req.Body)
	return err == nil && strings.Contains(string(text), "\n"+line+"\n")
}

func TestStoreComesLate(t *testing.T) {
	t.Parallel()
	store := storetest.Start(t, storetest.Options{})
	store.Kill()
	g := start(t, "REVIEWS_STORE_ADDR", store.Addr())
	expect(t, g, http.StatusServiceUnavailable, documents()...)
	expect(t, g, http.StatusServiceUnavailable, "/api/reviews/search", "/api/reviews/changes")
	expect(t, g, http.StatusBadRequest, "/api/reviews/search?rating=9", "/api/reviews/since/x")
	expect(t, g, http.StatusNotFound, "/nowhere", "/reviews/x")
	if got := g.status(g.ops + "/readyz"); got != http.StatusServiceUnavailable {
		t.Errorf("readiness without a store: %d, want 503", got)
	}
	if got := g.get("/nowhere").Header.Get("Link"); !strings.HasPrefix(got, "</openapi.json>") {
		t.Errorf("Link %q before the origin is known", got)
	}

	store.Restart()
	g.await("the gateway is ready", func() bool { return g.status(g.ops+"/readyz") == http.StatusOK })
	expect(t, g, http.StatusOK, "/reviews.json", "/api/reviews/search", "/api/reviews/changes", "/")
}

func TestStoreGoesAway(t *testing.T) {
	t.Parallel()
	g, store := startWith(t)
	store.Kill()
	expect(t, g, http.StatusOK, documents()...)
	expect(t, g, http.StatusServiceUnavailable, "/api/reviews/search?rating=5", "/api/reviews/changes")
	g.await("it says that it is degraded", func() bool { return hasMetric(g, "reviews_gateway_degraded 1") })
	ops := &gateway{t: t, url: g.ops, client: g.client}
	if got := ops.get("/readyz"); got.StatusCode != http.StatusOK || !strings.Contains(got.body, `"degraded":["store"]`) {
		t.Errorf("readiness with old documents: %d %s, want 200 that names the store", got.StatusCode, got.body)
	}

	store.Restart()
	revision := store.Import(review.Record{Source: "google", SourceID: "new", Rating: 5, Date: "2025-04-01"})
	g.awaitRevision(revision)
	expect(t, g, http.StatusOK, "/api/reviews/search?rating=5")
	g.await("it says that all is well", func() bool { return hasMetric(g, "reviews_gateway_degraded 0") })
}

// A store that hangs costs each search its deadline, and documents nothing.
func TestStoreHangs(t *testing.T) {
	t.Parallel()
	g, store := startWith(t, "REVIEWS_GATEWAY_STORE_TIMEOUT", "200ms")
	expect(t, g, http.StatusOK, "/api/reviews/search") // there is a connection now
	store.Freeze()
	defer store.Thaw()
	expect(t, g, http.StatusServiceUnavailable, "/api/reviews/search", "/api/reviews/changes")
	expect(t, g, http.StatusOK, documents()...)
	store.Thaw()
	g.await("searches work again", func() bool { return g.get("/api/reviews/search").StatusCode == http.StatusOK })
}

// A client that gives up is not answered, and costs no error.
func TestClientGivesUp(t *testing.T) {
	t.Parallel()
	g, store := startWith(t)
	store.Freeze()
	defer store.Thaw()
	impatient := &http.Client{Timeout: 50 * time.Millisecond}
	if res, err := impatient.Get(g.url + "/api/reviews/search"); err == nil {
		_ = res.Body.Close()
		t.Errorf("status %d from a store that hangs", res.StatusCode)
	}
	g.await("the log has the request", func() bool { return strings.Contains(g.log.String(), `"status":499`) })
}

// Searches are never older than the documents.
func TestSearchIsAsNewAsTheDocuments(t *testing.T) {
	t.Parallel()
	g, store := startWith(t)
	for i := range 5 {
		revision := store.Import(review.Record{Source: "google", SourceID: "twist", Rating: i%5 + 1, Date: "2025-04-01"})
		g.awaitRevision(revision)
		for _, path := range []string{"/api/reviews/search", "/api/reviews/changes", "/api/reviews/since/2025-04-01"} {
			if res := g.get(path); res.Header.Get("X-Revision") != g.get("/reviews.json").Header.Get("X-Revision") {
				t.Errorf("GET %s: revision %s", path, res.Header.Get("X-Revision"))
			}
		}
	}
}

// Events make changes visible; without them, asking does.
func TestEvents(t *testing.T) {
	t.Parallel()
	broker := natstest.Start(t)
	store := storetest.Start(t, storetest.Options{NATSURL: broker.URL()})
	g := start(t, "REVIEWS_STORE_ADDR", store.Addr(), "REVIEWS_NATS_URL", broker.URL())
	g.await("it hears events", func() bool { return hasMetric(g, "reviews_gateway_events_connected 1") })
	g.awaitRevision(store.FillSample())

	broker.Stop()
	g.awaitRevision(store.Remove(review.NewID("google", "jane")))
	expect(t, g, http.StatusGone, "/reviews/"+string(review.NewID("google", "jane")))

	broker.Restart()
	g.await("it hears events again", func() bool { return hasMetric(g, "reviews_gateway_events_connected 1") })
	g.awaitRevision(store.Remove(review.NewID("google", "sean")))
}

// Deletions change the listing since a date, and changes to older reviews do
// not.
func TestSinceSpeaksForItsResult(t *testing.T) {
	t.Parallel()
	g, store := startWith(t)
	const path = "/api/reviews/since/2025-02-01"
	before := g.get(path).Header.Get("ETag")

	g.awaitRevision(store.Remove(review.NewID("google", "leap"))) // of 2024
	if res := g.get(path, "If-None-Match", before); res.StatusCode != http.StatusNotModified {
		t.Errorf("status %d after a change to an older review, want 304", res.StatusCode)
	}
	g.awaitRevision(store.Remove(review.NewID("google", "rated")))
	res := g.get(path, "If-None-Match", before)
	if res.StatusCode != http.StatusOK || strings.Contains(res.body, string(review.NewID("google", "rated"))) {
		t.Errorf("status %d after a deletion, want 200 without the review", res.StatusCode)
	}
}
