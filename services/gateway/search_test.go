package main

import (
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// item is a review as a consumer sees it.
type item struct {
	ID          string   `json:"id"`
	Rating      int      `json:"rating"`
	Date        string   `json:"date"`
	Text        string   `json:"text"`
	Technicians []string `json:"technicians"`
	Services    []string `json:"services"`
}

// page is a search answer as a consumer sees it.
type page struct {
	Matched    int     `json:"matched"`
	Reviews    []item  `json:"reviews"`
	NextCursor *string `json:"next_cursor"`
}

func decode[T any](t *testing.T, g *gateway, path string) T {
	t.Helper()
	var out T
	res := g.get(path)
	if res.StatusCode != http.StatusOK {
		t.Fatalf("GET %s: status %d\n%s", path, res.StatusCode, res.body)
	}
	if err := json.Unmarshal([]byte(res.body), &out); err != nil {
		t.Fatalf("GET %s: %v", path, err)
	}
	return out
}

// random returns the parameters of a search that may well match something.
func random(r *rand.Rand) url.Values {
	q := url.Values{}
	set := func(name string, values ...string) {
		if r.IntN(4) == 0 {
			q.Set(name, values[r.IntN(len(values))])
		}
	}
	set("rating", "1", "2", "5")
	set("min_rating", "1", "2.5", "4")
	set("since", "2023-01-10", "2023-03-01", "2024-02-29")
	set("until", "2024-02-29", "2025-03-01", "2026-01-01")
	set("query", "filler", "NUMBER 1", "a", "gazi", "straße", "nothing like this")
	set("mentions_technician", "gazi", "Gazi Rahman", "ZOË", "nobody")
	set("mentions_service", "ac-repair", "duct CLEANING", "nothing")
	q.Set("limit", strconv.Itoa(1+r.IntN(60)))
	return q
}

// matches is the naive reading of the specification.
func matches(i item, q url.Values) bool {
	number := func(name string) float64 {
		n, _ := strconv.ParseFloat(q.Get(name), 64)
		return n
	}
	fold := strings.ToLower
	mentionsTechnician := func(name string) bool {
		first, _, _ := strings.Cut(name, " ")
		return fold(name) == fold(q.Get("mentions_technician")) || fold(first) == fold(q.Get("mentions_technician"))
	}
	mentionsService := func(id string) bool {
		return id == strings.ReplaceAll(fold(q.Get("mentions_service")), " ", "-")
	}
	return (!q.Has("rating") || i.Rating == int(number("rating"))) &&
		float64(i.Rating) >= number("min_rating") &&
		i.Date >= q.Get("since") &&
		(!q.Has("until") || i.Date <= q.Get("until")) &&
		strings.Contains(fold(i.Text), fold(q.Get("query"))) &&
		(!q.Has("mentions_technician") || slices.ContainsFunc(i.Technicians, mentionsTechnician)) &&
		(!q.Has("mentions_service") || slices.ContainsFunc(i.Services, mentionsService))
}

// A search equals a filter over the data set, on all of its pages.
func TestSearchEqualsFilter(t *testing.T) {
	t.Parallel()
	g, _ := startWith(t)
	all := decode[page](t, g, "/reviews.json").Reviews
	r := rand.New(rand.NewPCG(11, 12))
	for range 300 {
		q := random(r)
		want := slices.DeleteFunc(slices.Clone(all), func(i item) bool { return !matches(i, q) })
		if q.Has("since") && q.Has("until") && q.Get("since") > q.Get("until") {
			continue
		}
		got := []item{}
		for {
			p := decode[page](t, g, "/api/reviews/search?"+q.Encode())
			got = append(got, p.Reviews...)
			if p.Matched != len(want) {
				t.Fatalf("%v: matched %d, want %d", q, p.Matched, len(want))
			}
			if p.NextCursor == nil {
				break
			}
			q.Set("cursor", *p.NextCursor)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%v (-want +got):\n%s", q, diff)
		}
	}
}
