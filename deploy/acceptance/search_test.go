package acceptance

import (
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// filters is a random search, kept apart from its parameters so that the naive
// filter reads no parameters.
type filters struct {
	rating, limit       int
	minRating           float64
	since, until        string
	query               string
	technician, service string
}

func (f filters) values() url.Values {
	v := url.Values{}
	add := func(name, value string, set bool) {
		if set {
			v.Set(name, value)
		}
	}
	add("rating", strconv.Itoa(f.rating), f.rating > 0)
	add("min_rating", strconv.FormatFloat(f.minRating, 'f', -1, 64), f.minRating > 0)
	add("since", f.since, f.since != "")
	add("until", f.until, f.until != "")
	add("query", f.query, f.query != "")
	add("mentions_technician", f.technician, f.technician != "")
	add("mentions_service", f.service, f.service != "")
	add("limit", strconv.Itoa(f.limit), f.limit > 0)
	return v
}

// matches is the specification of a search, one line a filter.
func (f filters) matches(r record, labels map[string]string) bool {
	text := ""
	if r.Text != nil {
		text = *r.Text
	}
	return (f.rating == 0 || r.Rating == f.rating) &&
		float64(r.Rating) >= f.minRating &&
		(f.since == "" || r.Date >= f.since) &&
		(f.until == "" || r.Date <= f.until) &&
		(f.query == "" || containsFold(text, f.query)) &&
		(f.technician == "" || slices.ContainsFunc(r.Technicians, func(name string) bool {
			first, _, _ := strings.Cut(name, " ")
			return strings.EqualFold(name, f.technician) || strings.EqualFold(first, f.technician)
		})) &&
		(f.service == "" || slices.ContainsFunc(r.Services, func(id string) bool {
			return strings.EqualFold(id, f.service) || strings.EqualFold(labels[id], f.service)
		}))
}

// containsFold reports whether s contains part without regard to case.
func containsFold(s, part string) bool {
	runes, want := []rune(s), utf8.RuneCountInString(part)
	for i := 0; i+want <= len(runes); i++ {
		if strings.EqualFold(string(runes[i:i+want]), part) {
			return true
		}
	}
	return false
}

// draw makes up a search that has a chance to match something.
func draw(rng *rand.Rand, data dataset) filters {
	var f filters
	sample := data.Reviews[rng.IntN(len(data.Reviews))]
	one := func(in int) bool { return rng.IntN(in) == 0 }
	if one(4) {
		f.rating = 1 + rng.IntN(5)
	}
	if one(4) {
		f.minRating = 1 + float64(rng.IntN(9))/2
	}
	if one(4) {
		f.since = sample.Date
	}
	if one(4) {
		f.until = data.Reviews[rng.IntN(len(data.Reviews))].Date
		if f.until < f.since {
			f.since, f.until = f.until, f.since
		}
	}
	if sample.Text != nil && one(2) {
		f.query = slice(rng, *sample.Text)
	}
	if len(sample.Technicians) > 0 && one(3) {
		f.technician = sample.Technicians[0]
		if one(2) {
			f.technician, _, _ = strings.Cut(strings.ToUpper(f.technician), " ")
		}
	}
	if len(sample.Services) > 0 && one(3) {
		f.service = sample.Services[0]
	} else if services := data.Business.Services; len(services) > 0 && one(4) {
		f.service = strings.ToUpper(services[rng.IntN(len(services))].Label)
	}
	if one(2) {
		f.limit = 1 + rng.IntN(100)
	}
	return f
}

// slice cuts up to 20 characters out of text, sometimes in capitals.
func slice(rng *rand.Rand, text string) string {
	runes := []rune(text)
	start := rng.IntN(len(runes))
	out := string(runes[start:min(len(runes), start+1+rng.IntN(20))])
	if rng.IntN(3) == 0 {
		return strings.ToUpper(out)
	}
	return out
}

// A thousand random searches equal a naive filter over the full data set.
func TestSearchEqualsANaiveFilter(t *testing.T) {
	s := start(t)
	data := s.dataset(t)
	labels := map[string]string{}
	for _, service := range data.Business.Services {
		labels[service.ID] = service.Label
	}
	rng := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 1000 {
		f := draw(rng, data)
		var want []string
		for _, r := range data.Reviews {
			if f.matches(r, labels) {
				want = append(want, r.ID)
			}
		}
		found += len(want)
		s.checkSearch(t, f, want)
	}
	if found < 1000 {
		t.Errorf("all searches together found %d reviews: too few to show anything", found)
	}
}

// checkSearch follows the cursors of a search to its end.
func (s *stack) checkSearch(t testing.TB, f filters, want []string) {
	t.Helper()
	limit := f.limit
	if limit == 0 {
		limit = 20
	}
	values := f.values()
	var got []string
	for page := s.search(t, values); ; page = s.search(t, values) {
		if page.Matched != len(want) || page.Returned != len(page.Reviews) || page.Returned > limit {
			t.Fatalf("%v: matched %d, returned %d of %d; want %d matches, at most %d", values, page.Matched, page.Returned, len(page.Reviews), len(want), limit)
		}
		for _, r := range page.Reviews {
			got = append(got, r.ID)
		}
		if page.NextCursor == nil || len(got) > len(want) {
			break
		}
		values.Set("cursor", *page.NextCursor)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%v:\n got %v\nwant %v", f.values(), got, want)
	}
}
