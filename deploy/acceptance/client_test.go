package acceptance

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"testing"
	"time"
)

// record is a review as a consumer sees it, decoded without our own types.
type record struct {
	ID          string   `json:"id"`
	Author      string   `json:"author"`
	Rating      int      `json:"rating"`
	Date        string   `json:"date"`
	Text        *string  `json:"text"`
	Technicians []string `json:"technicians"`
	Services    []string `json:"services"`
	Revision    uint64   `json:"revision"`
}

// dataset is /reviews.json as far as the tests look at it.
type dataset struct {
	Revision uint64 `json:"revision"`
	Business struct {
		Services []struct{ ID, Label string } `json:"services"`
	} `json:"business"`
	AggregateRating struct {
		RatingValue *float64 `json:"rating_value"`
		ReviewCount int      `json:"review_count"`
	} `json:"aggregate_rating"`
	Reviews []record `json:"reviews"`
}

// searchResult is the body of a search.
type searchResult struct {
	Revision   uint64   `json:"revision"`
	Matched    int      `json:"matched"`
	Returned   int      `json:"returned"`
	Reviews    []record `json:"reviews"`
	NextCursor *string  `json:"next_cursor"`
}

// changesPage is one page of the change feed.
type changesPage struct {
	Changes []struct {
		Revision uint64          `json:"revision"`
		Op       string          `json:"op"`
		Review   json.RawMessage `json:"review"`
		ID       string          `json:"id"`
	} `json:"changes"`
	NextCursor *string `json:"next_cursor"`
	HasMore    bool    `json:"has_more"`
	Reset      bool    `json:"reset"`
}

var client = &http.Client{Timeout: 20 * time.Second}

// get answers a GET of path, which must have the wanted status.
func (s *stack) get(t testing.TB, path string, want int, header ...string) (*http.Response, []byte) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.baseURL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != want {
		t.Fatalf("GET %s: status %d, want %d\n%.500s", path, response.StatusCode, want, body)
	}
	return response, body
}

// getJSON decodes the 200 answer of path.
func getJSON[T any](t testing.TB, s *stack, path string) T {
	t.Helper()
	var out T
	_, body := s.get(t, path, http.StatusOK)
	if err := json.Unmarshal(body, &out); err != nil {
		t.Fatalf("GET %s: %v", path, err)
	}
	return out
}

func (s *stack) dataset(t testing.TB) dataset { return getJSON[dataset](t, s, "/reviews.json") }

func (s *stack) search(t testing.TB, q url.Values) searchResult {
	return getJSON[searchResult](t, s, "/api/reviews/search?"+q.Encode())
}

// waitForRevision waits until the documents have reached revision, at each of
// the gateways that take turns, and returns how long that took.
func (s *stack) waitForRevision(t testing.TB, revision uint64) time.Duration {
	t.Helper()
	seen := 0
	for start := time.Now(); ; time.Sleep(2 * time.Millisecond) {
		response, _ := s.get(t, "/insights.json", http.StatusOK)
		got, err := strconv.ParseUint(response.Header.Get("X-Revision"), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if seen++; got < revision {
			seen = 0
		}
		if seen >= s.turns() {
			return time.Since(start)
		}
		if time.Since(start) > patience {
			t.Fatalf("still at revision %d after %s, want %d", got, patience, revision)
		}
	}
}
