package review

import (
	"cmp"
	"slices"
)

// AggregateRating sums up the stars of a set of reviews.
type AggregateRating struct {
	Value        float64 // mean, rounded half up to 2 decimals; meaningless when Count is 0
	Count        int
	Distribution [MaxRating]int // reviews with 1, 2, … 5 stars
	BySource     []SourceRating // most reviews first, then by name
}

// SourceRating sums up the reviews of one platform.
type SourceRating struct {
	Source string
	Count  int
	Value  float64 // as AggregateRating.Value
}

// Aggregate sums up the stars of reviews.
func Aggregate(reviews []Review) AggregateRating {
	var out AggregateRating
	stars := map[string]int{}
	count := map[string]int{}
	total := 0
	for _, r := range reviews {
		out.Distribution[r.Rating-1]++
		total += r.Rating
		stars[r.Source] += r.Rating
		count[r.Source]++
	}
	out.Count = len(reviews)
	out.Value = Mean(total, len(reviews))
	for source, n := range count {
		out.BySource = append(out.BySource, SourceRating{source, n, Mean(stars[source], n)})
	}
	slices.SortFunc(out.BySource, func(a, b SourceRating) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Source, b.Source))
	})
	return out
}

// Mean returns total/n rounded half up to 2 decimals, computed in integers so
// that every implementation agrees on the last digit; 0 when n is 0.
func Mean(total, n int) float64 {
	if n == 0 {
		return 0
	}
	return float64((200*total+n)/(2*n)) / 100
}
