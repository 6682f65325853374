package review_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
)

func TestMeanRoundsHalfUp(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		total, n int
		want     float64
	}{
		{0, 0, 0},
		{5, 1, 5},
		{9, 2, 4.5},
		{14, 3, 4.67},
		{13, 3, 4.33},
		{37, 8, 4.63},     // 4.625
		{801, 200, 4.01},  // 4.005, which as a float64 is less
		{803, 200, 4.02},  // 4.015
		{1999, 400, 5},    // 4.9975
		{999, 200, 5},     // 4.995
		{1499, 300, 5},    // 4.99666…
		{1997, 400, 4.99}, // 4.9925
		{50000001, 10000000, 5},
	} {
		if got := review.Mean(test.total, test.n); got != test.want {
			t.Errorf("Mean(%d, %d) = %v, want %v", test.total, test.n, got, test.want)
		}
	}
}

// TestMeanIsExact compares with rational numbers: the hundredths of the mean,
// plus a half, cut off.
func TestMeanIsExact(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	for range 50_000 {
		n := 1 + rng.IntN(1+rng.IntN(2_000_000))
		total := n + rng.IntN(4*n+1)
		exact := big.NewRat(int64(100*total), int64(n))
		exact.Add(exact, big.NewRat(1, 2))
		hundredths := new(big.Int).Quo(exact.Num(), exact.Denom())
		want, _ := new(big.Rat).SetFrac(hundredths, big.NewInt(100)).Float64()
		if got := review.Mean(total, n); got != want {
			t.Fatalf("Mean(%d, %d) = %v, want %v", total, n, got, want)
		}
	}
}

func TestAggregate(t *testing.T) {
	t.Parallel()
	reviews := []review.Review{
		{Rating: 5, Source: "yelp"},
		{Rating: 4, Source: "google"},
		{Rating: 1, Source: "google"},
		{Rating: 5, Source: "trustpilot"},
		{Rating: 5, Source: "trustpilot"},
		{Rating: 2, Source: "angi"},
	}
	want := review.AggregateRating{
		Value:        3.67,
		Count:        6,
		Distribution: [review.MaxRating]int{1, 1, 0, 1, 3},
		BySource: []review.SourceRating{
			{Source: "google", Count: 2, Value: 2.5},
			{Source: "trustpilot", Count: 2, Value: 5},
			{Source: "angi", Count: 1, Value: 2},
			{Source: "yelp", Count: 1, Value: 5},
		},
	}
	if diff := cmp.Diff(want, review.Aggregate(reviews)); diff != "" {
		t.Errorf("aggregate (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(review.AggregateRating{}, review.Aggregate(nil)); diff != "" {
		t.Errorf("aggregate of nothing (-want +got):\n%s", diff)
	}
}

// TestAggregateDoesNotDependOnTheOrder: sources are counted in a map.
func TestAggregateDoesNotDependOnTheOrder(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	reviews := reviewtest.Random(rng, 300).Reviews
	want := review.Aggregate(reviews)
	for range 20 {
		rng.Shuffle(len(reviews), func(i, j int) { reviews[i], reviews[j] = reviews[j], reviews[i] })
		if diff := cmp.Diff(want, review.Aggregate(reviews)); diff != "" {
			t.Fatalf("in another order (-want +got):\n%s", diff)
		}
	}
}
