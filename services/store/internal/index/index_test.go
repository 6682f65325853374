package index_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/store/internal/index"
)

// scraps are what random texts are made of: words that contain one another,
// separators of every kind, scripts with and without letter case.
var scraps = []string{
	"the", "other", "theater", "on time", "Gazi", "GAZI'S", "ac", "AC-repair", "Straße", "ΣΊΣΥΦΟΣ", "naïve", "e\u0301t\u00e9",
	"很好的服务", "сервис", "👍🏽", "5", "50%", " ", "  ", "\n", "\t", ".", "…", "-", "'", "I", "İ", "ı", "K",
}

func randomText(rng *rand.Rand, n int) string {
	var b strings.Builder
	for range rng.IntN(n + 1) {
		b.WriteString(scraps[rng.IntN(len(scraps))])
		if rng.IntN(2) == 0 {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

var business = &review.Business{Services: []review.Service{
	{ID: "ac-repair", Label: "AC Repair"}, {ID: "drains", Label: "Drain cleaning"}, {ID: "sewers", Label: "drain CLEANING"},
}}

func randomReview(rng *rand.Rand, key int) review.Review {
	r := review.Review{
		ID:     review.NewID("test", strconv.Itoa(key)),
		Rating: 1 + rng.IntN(5),
		Date:   review.Date(20240101 + rng.IntN(28)),
		Text:   randomText(rng, 12),
	}
	for _, name := range []string{"Gazi Rahman", "gazi", "Ém Ile"} {
		if rng.IntN(4) == 0 {
			r.Technicians = append(r.Technicians, name)
		}
	}
	for _, id := range []string{"ac-repair", "drains", "sewers"} {
		if rng.IntN(4) == 0 {
			r.Services = append(r.Services, id)
		}
	}
	return r
}

func randomQuery(rng *rand.Rand) review.Query {
	one := func(in int) bool { return rng.IntN(in) == 0 }
	q := review.Query{Limit: 1 + rng.IntN(20)}
	if one(4) {
		q.Rating = 1 + rng.IntN(5)
	}
	if one(4) {
		q.MinRating = 1 + float64(rng.IntN(17))/4
	}
	if one(4) {
		q.Since = review.Date(20240101 + rng.IntN(28))
	}
	if one(4) {
		q.Until = review.Date(20240101 + rng.IntN(28))
	}
	if one(2) {
		q.Text = randomText(rng, 3)
	}
	if one(6) {
		q.Technician = []string{"GAZI", "gazi rahman", "ém", "Ém Ile", "nobody"}[rng.IntN(5)]
	}
	if one(6) {
		q.Service = []string{"AC-REPAIR", "ac repair", "Drain Cleaning", "sewers", "nothing"}[rng.IntN(5)]
	}
	return q
}

// naive is the specification of a search.
func naive(all []review.Review, q review.Query) []review.ID {
	labels := map[string]string{}
	for _, s := range business.Services {
		labels[s.ID] = s.Label
	}
	var out []review.ID
	for _, r := range all {
		byTechnician := slices.ContainsFunc(r.Technicians, func(name string) bool {
			first, _, _ := strings.Cut(name, " ")
			return strings.EqualFold(name, q.Technician) || strings.EqualFold(first, q.Technician)
		})
		byService := slices.ContainsFunc(r.Services, func(id string) bool {
			return strings.EqualFold(id, q.Service) || strings.EqualFold(labels[id], q.Service)
		})
		if (q.Rating == 0 || r.Rating == q.Rating) && float64(r.Rating) >= q.MinRating &&
			(q.Since == 0 || r.Date >= q.Since) && (q.Until == 0 || r.Date <= q.Until) &&
			strings.Contains(review.Fold(r.Text), review.Fold(q.Text)) &&
			(q.Technician == "" || byTechnician) && (q.Service == "" || byService) {
			out = append(out, r.ID)
		}
	}
	return out
}

// checkAgainstNaive follows the cursors of q to the end.
func checkAgainstNaive(t *testing.T, x *index.Index, all []review.Review, q review.Query) {
	t.Helper()
	want := naive(all, q)
	got := make([]review.ID, 0, len(want))
	for {
		page := x.Search(q)
		if page.Matched != len(want) {
			t.Fatalf("%+v: matched %d, want %d", q, page.Matched, len(want))
		}
		if len(page.Reviews) > q.Limit {
			t.Fatalf("%+v: %d reviews on a page", q, len(page.Reviews))
		}
		for _, r := range page.Reviews {
			got = append(got, r.ID)
		}
		if page.NextCursor == "" {
			break
		}
		next, err := q.Complete("", "", page.NextCursor)
		if err != nil {
			t.Fatal(err)
		}
		q = next
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%+v: (-want +got)\n%s", q, cmp.Diff(want, got))
	}
}

func TestSearchEqualsANaiveFilter(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for size := range 40 {
		all := make([]review.Review, size*5)
		for i := range all {
			all[i] = randomReview(rng, i)
		}
		slices.SortFunc(all, review.Compare)
		x := index.New(all, business)
		for range 100 {
			checkAgainstNaive(t, x, all, randomQuery(rng))
		}
	}
}

// A chain of changes answers like an index built from scratch, and leaves the
// indexes before it as they were.
func TestApplyEqualsANewIndex(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	current := map[review.ID]review.Review{}
	x := index.New(nil, business)
	var all []review.Review
	for step := range 120 {
		before, beforeAll := x, all
		var upserts []review.Review
		var removed []review.ID
		for range rng.IntN(20) {
			r := randomReview(rng, rng.IntN(400))
			if _, there := current[r.ID]; there && rng.IntN(3) == 0 {
				delete(current, r.ID)
				removed = append(removed, r.ID)
			} else if !slices.ContainsFunc(upserts, func(u review.Review) bool { return u.ID == r.ID }) && !slices.Contains(removed, r.ID) {
				current[r.ID] = r
				upserts = append(upserts, r)
			}
		}
		upserts = slices.DeleteFunc(upserts, func(u review.Review) bool { return slices.Contains(removed, u.ID) })
		all = nil
		for _, r := range current {
			all = append(all, r)
		}
		slices.SortFunc(all, review.Compare)
		x = x.Apply(all, upserts, removed, business)
		for range 20 {
			checkAgainstNaive(t, x, all, randomQuery(rng))
		}
		if step%10 == 0 {
			checkAgainstNaive(t, before, beforeAll, randomQuery(rng))
		}
	}
}

func FuzzSearch(f *testing.F) {
	for _, seed := range scraps {
		f.Add(seed+" the other", seed)
	}
	f.Add("on time", "n t")
	f.Add("\xff a", "\xff")
	f.Fuzz(func(t *testing.T, text, query string) {
		all := []review.Review{{ID: review.NewID("test", "1"), Rating: 5, Date: 20240101, Text: text}}
		got := index.New(all, nil).Search(review.Query{Text: query, Limit: 1}).Matched == 1
		want := strings.Contains(review.Fold(text), review.Fold(query))
		if got != want {
			t.Errorf("%q in %q: %t, want %t", query, text, got, want)
		}
	})
}

func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		all := corpus(n)
		x := index.New(all, nil)
		texts := make([]string, n)
		for i, r := range all {
			texts[i] = review.Fold(r.Text)
		}
		for _, query := range []string{"great", "ac", "on time", "never called back", "the s"} {
			q := review.Query{Text: query, Limit: 20}
			b.Run(fmt.Sprintf("%d/%s/index", n, query), func(b *testing.B) {
				for b.Loop() {
					x.Search(q)
				}
			})
			b.Run(fmt.Sprintf("%d/%s/scan", n, query), func(b *testing.B) {
				for b.Loop() {
					matched := 0
					for _, text := range texts {
						if strings.Contains(text, query) {
							matched++
						}
					}
				}
			})
		}
	}
}

func BenchmarkNew10k(b *testing.B) {
	all := corpus(10_000)
	for b.Loop() {
		index.New(all, nil)
	}
}

func BenchmarkApplyOneOf10k(b *testing.B) {
	all := corpus(10_000)
	x := index.New(all, nil)
	for b.Loop() {
		x.Apply(all, all[:1], nil, nil)
	}
}

// corpus makes up n reviews of about 300 bytes with a natural spread of words.
func corpus(n int) []review.Review {
	rng := rand.New(rand.NewPCG(5, 6))
	common := strings.Fields("the and they was to a it for my we of great service very on time he she is in that our with would recommend called back never again price")
	out := make([]review.Review, n)
	for i := range out {
		var b strings.Builder
		for range 20 + rng.IntN(70) {
			if rng.IntN(3) > 0 {
				b.WriteString(common[rng.IntN(len(common))])
			} else {
				fmt.Fprintf(&b, "w%x", int(rng.ExpFloat64()*2000))
			}
			b.WriteByte(' ')
		}
		out[i] = review.Review{ID: review.NewID("b", strconv.Itoa(i)), Rating: 1 + rng.IntN(5), Date: 20240101, Text: b.String()}
	}
	slices.SortFunc(out, review.Compare)
	return out
}
