package insights_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/insights"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// corpus returns n reviews, newest first.
func corpus(rng *rand.Rand, n int) []review.Review {
	out := make([]review.Review, n)
	for i := range out {
		out[i] = review.Review{
			ID:     review.NewID("test", strconv.Itoa(i)),
			Rating: 1 + rng.IntN(5),
			Date:   review.Date((2020+rng.IntN(5))*10000 + (1+rng.IntN(12))*100 + 1 + rng.IntN(28)),
			Text:   []string{"", "words"}[rng.IntN(2)],
		}
		if rng.IntN(2) == 0 {
			out[i].Technicians = []string{"Gazi Rahman"}
		}
		if rng.IntN(3) == 0 {
			out[i].Services = []string{"ac-repair", "drain"}
		}
	}
	slices.SortFunc(out, review.Compare)
	return out
}

func TestCountsCanBeRecomputed(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 60 {
		got := insights.Derive(corpus(rng, n), business())
		counts := map[string]int{}
		for _, r := range got.PerReview {
			for _, name := range slices.Concat(r.Technicians, r.Services) {
				counts[name]++
			}
		}
		for _, e := range slices.Concat(got.Technicians, got.Services) {
			if e.MentionCount != counts[e.ID] {
				t.Errorf("%s: mention_count = %d, per_review says %d", e.ID, e.MentionCount, counts[e.ID])
			}
			delete(counts, e.ID)
		}
		if len(counts) > 0 {
			t.Errorf("not counted: %v", counts)
		}
		inMonths := 0
		for _, m := range got.Monthly {
			inMonths += m.ReviewCount
		}
		if got.ReviewCount != n || len(got.PerReview) != n || inMonths != n {
			t.Errorf("counts %d, %d, %d; want %d", got.ReviewCount, len(got.PerReview), inMonths, n)
		}
	}
}

func TestDeriveIsDeterministic(t *testing.T) {
	t.Parallel()
	reviews := corpus(rand.New(rand.NewPCG(3, 4)), 200)
	first := insights.Derive(reviews, business())
	for range 20 {
		if diff := cmp.Diff(first, insights.Derive(reviews, business())); diff != "" {
			t.Fatalf("(-first +again)\n%s", diff)
		}
	}
}

func TestDerive(t *testing.T) {
	t.Parallel()
	a, b, c := review.NewID("t", "a"), review.NewID("t", "b"), review.NewID("t", "c")
	got := insights.Derive([]review.Review{
		{ID: a, Rating: 5, Date: 20260301, Text: "Gazi!", Technicians: []string{"Gazi Rahman"}},
		{ID: b, Rating: 3, Date: 20260110, Services: []string{"ac-repair"}},
		{ID: c, Rating: 1, Date: 20260102, Text: "no", Technicians: []string{"Gazi Rahman"}, Services: []string{"gone"}},
	}, business())
	want := review.Insights{
		Model:       insights.Model,
		ReviewCount: 3,
		Earliest:    20260102,
		Latest:      20260301,
		Overall:     review.OverallSentiment{Score: 0, PositivePct: 33.33, NeutralPct: 33.33, NegativePct: 33.33},
		Technicians: []review.EntityInsight{
			{ID: "Gazi Rahman", Label: "Gazi Rahman", MentionCount: 2, AverageRating: 3, PositivePct: 50, ExampleReviewIDs: []review.ID{a, c}},
		},
		Services: []review.EntityInsight{
			{ID: "ac-repair", Label: "AC repair", MentionCount: 1, AverageRating: 3},
			{ID: "gone", Label: "gone", MentionCount: 1, AverageRating: 1, Score: -1, ExampleReviewIDs: []review.ID{c}},
		},
		Monthly: []review.Month{
			{Month: "2026-01", ReviewCount: 2, AverageRating: 2, Score: -0.5},
			{Month: "2026-02"},
			{Month: "2026-03", ReviewCount: 1, AverageRating: 5, Score: 1},
		},
		Trend: review.Stable,
		PerReview: []review.ReviewInsight{
			{ID: a, Sentiment: review.Positive, Score: 1, Technicians: []string{"Gazi Rahman"}},
			{ID: b, Sentiment: review.Neutral, Services: []string{"ac-repair"}},
			{ID: c, Sentiment: review.Negative, Score: -1, Technicians: []string{"Gazi Rahman"}, Services: []string{"gone"}},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestTrend(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		ratings []int // one review a month, oldest first
		want    review.Trend
	}{
		"too few months":   {[]int{1, 2, 3, 4, 5}, review.Stable},
		"rising":           {[]int{1, 1, 2, 2, 3, 4, 4, 5}, review.Improving},
		"falling":          {[]int{5, 5, 4, 4, 3, 2, 2, 1}, review.Declining},
		"constant":         {[]int{5, 5, 5, 5, 5, 5, 5, 5}, review.Stable},
		"noise":            {[]int{5, 1, 4, 2, 5, 1, 3, 4}, review.Stable},
		"one bad month":    {[]int{5, 5, 5, 5, 1, 5, 5, 5}, review.Stable},
		"old fall, steady": {[]int{5, 4, 3, 2, 1, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4}, review.Stable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var reviews []review.Review
			for i, rating := range slices.Backward(test.ratings) {
				date := review.Date(20240101).Time().AddDate(0, i, 0)
				reviews = append(reviews, review.Review{ID: review.NewID("t", strconv.Itoa(i)), Rating: rating, Date: review.DateOf(date)})
			}
			if got := insights.Derive(reviews, nil).Trend; got != test.want {
				t.Errorf("trend = %s, want %s", got, test.want)
			}
		})
	}
}

func BenchmarkDerive10k(b *testing.B) {
	reviews := corpus(rand.New(rand.NewPCG(5, 6)), 10_000)
	profile := business()
	for b.Loop() {
		insights.Derive(reviews, profile)
	}
}

func business() *review.Business {
	return &review.Business{Services: []review.Service{{ID: "ac-repair", Label: "AC repair"}, {ID: "drain", Label: "Drain"}}}
}
