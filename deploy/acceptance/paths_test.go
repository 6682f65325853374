package acceptance

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
)

// Every path of the public contract answers as it says, on the system that a
// newcomer starts.
func TestEveryPathAnswers(t *testing.T) {
	s := start(t)
	data := s.dataset(t)
	if len(data.Reviews) < 200 || data.AggregateRating.ReviewCount != len(data.Reviews) {
		t.Fatalf("%d reviews, aggregate of %d", len(data.Reviews), data.AggregateRating.ReviewCount)
	}
	const json, atom = "application/json", "application/atom+xml; charset=utf-8"
	for _, test := range []struct {
		path, mediaType string
		status          int
	}{
		{"/reviews.json", json, 200},
		{"/insights.json", json, 200},
		{"/api/feed.json", json, 200},
		{"/feed.xml", atom, 200},
		{"/api/reviews/search", json, 200},
		{"/api/reviews/search?rating=5&min_rating=4.5&since=2023-01-01&until=2026-12-31&query=the&limit=3", json, 200},
		{"/api/reviews/search?rating=9", json, 400},
		{"/api/reviews/since/2026-01-01", json, 200},
		{"/api/reviews/since/yesterday", json, 400},
		{"/api/reviews/changes?limit=10", json, 200},
		{"/reviews/" + data.Reviews[0].ID, json, 200},
		{"/reviews/00000000000000000000000000", json, 404},
		{"/openapi.json", json, 200},
		{"/llms.txt", "text/", 200},
		{"/", "text/html", 200},
		{"/nowhere", json, 404},
		{"/mcp", json, 405},
		{"/api/websub/hub", "", s.hubStatus()},
	} {
		response, body := s.get(t, test.path, test.status)
		if got := response.Header.Get("Content-Type"); !strings.HasPrefix(got, test.mediaType) {
			t.Errorf("GET %s: Content-Type %q, want %q", test.path, got, test.mediaType)
		}
		if response.Header.Get("X-Revision") == "" {
			t.Errorf("GET %s: no X-Revision", test.path)
		}
		if len(body) == 0 {
			t.Errorf("GET %s: empty body", test.path)
		}
	}
}

// The same validator gives 304 until something changes, and 200 after it.
func TestConditionalRequestsFollowTheData(t *testing.T) {
	s := start(t)
	paths := []string{"/reviews.json", "/insights.json", "/api/feed.json", "/feed.xml", "/api/reviews/since/2026-01-01", "/api/reviews/search?rating=5"}
	tags := map[string]string{}
	for _, path := range paths {
		response, _ := s.get(t, path, http.StatusOK)
		tags[path] = response.Header.Get("ETag")
		s.get(t, path, http.StatusNotModified, "If-None-Match", tags[path])
	}
	s.importLines(t, `{"source":"google","source_id":"conditional","rating":5,"date":"2026-10-30","text":"new"}`)
	for _, path := range paths {
		s.get(t, path, http.StatusOK, "If-None-Match", tags[path])
	}
}

// Importing again what is there changes nothing: no revision, no event.
func TestImportingAgainChangesNothing(t *testing.T) {
	s := start(t)
	before := s.dataset(t).Revision
	again := s.importFile(t, filepath.Join(root(t), "deploy/demo/reviews.jsonl"))
	if again != before {
		t.Errorf("revision %d after the second import, want %d", again, before)
	}
	s.reviewctl(t, "business", "apply", filepath.Join(root(t), "deploy/demo/profile.yaml"))
	if after := s.dataset(t).Revision; after != before {
		t.Errorf("revision %d after applying the same profile, want %d", after, before)
	}
}

// What one system publishes can be imported into another, which then
// publishes the same reviews under the same ids.
func TestAPublishedDataSetMovesWhole(t *testing.T) {
	from, to := start(t), startEmpty(t)
	_, body := from.get(t, "/reviews.json", http.StatusOK)
	out, err := to.tryReviewctl(t, string(body), "import", "-")
	if err != nil {
		t.Fatalf("import: %v\n%s", err, out)
	}
	to.waitForRevision(t, revisionIn(t, out))
	want, got := from.dataset(t), to.dataset(t)
	if len(got.Reviews) != len(want.Reviews) {
		t.Fatalf("%d reviews, want %d", len(got.Reviews), len(want.Reviews))
	}
	for i := range want.Reviews {
		if got.Reviews[i].ID != want.Reviews[i].ID {
			t.Fatalf("review %d is %s, want %s", i, got.Reviews[i].ID, want.Reviews[i].ID)
		}
	}
	if len(got.Business.Services) != len(want.Business.Services) {
		t.Errorf("%d services, want %d: the business did not move", len(got.Business.Services), len(want.Business.Services))
	}
}

// A store that is killed between commit and publication loses no event: the
// gateway hears of the change once the store is back.
func TestAKilledStoreLosesNoChange(t *testing.T) {
	s := start(t)
	s.nats.kill()
	out, err := s.tryReviewctl(t, `{"source":"google","source_id":"killed","rating":5,"date":"2026-10-30"}`, "import", "-")
	if err != nil {
		t.Fatalf("import: %v\n%s", err, out)
	}
	revision := revisionIn(t, out)
	s.store.kill()
	s.nats.start(t)
	s.store.start(t)
	s.waitForRevision(t, revision)
	if got := s.dataset(t); got.Revision != revision {
		t.Errorf("revision %d, want %d", got.Revision, revision)
	}
}

// hubStatus returns what a GET of the hub is answered with, if there is one.
func (s *stack) hubStatus() int {
	if len(s.hubs) == 0 {
		return http.StatusServiceUnavailable
	}
	return http.StatusMethodNotAllowed
}
