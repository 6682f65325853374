package insights

import (
	"cmp"
	"math"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// monthly sums up reviews, newest first, by calendar month, oldest first, from
// the first month with a review to the last, those in between without any
// included.
func monthly(reviews []review.Review) []review.Month {
	if len(reviews) == 0 {
		return nil
	}
	byMonth := map[string]*stars{}
	for _, r := range reviews {
		month := r.Date.Month()
		if byMonth[month] == nil {
			byMonth[month] = &stars{}
		}
		byMonth[month].add(r.Rating)
	}
	var out []review.Month
	last := reviews[0].Date.Month()
	for day := firstOfMonth(reviews[len(reviews)-1].Date); ; day = firstOfMonth(review.DateOf(day.Time().AddDate(0, 1, 0))) {
		out = append(out, summary(day.Month(), byMonth[day.Month()]))
		if day.Month() == last {
			return out
		}
	}
}

func firstOfMonth(d review.Date) review.Date { return d - d%100 + 1 }

func summary(month string, s *stars) review.Month {
	if s == nil {
		return review.Month{Month: month}
	}
	return review.Month{
		Month:         month,
		ReviewCount:   s.count,
		AverageRating: review.Mean(s.total, s.count),
		Score:         score(s.total, s.count),
	}
}

// The trend looks at the latest months that have reviews.
const (
	trendMonths    = 12
	minTrendMonths = 6
	// significant is the 97.5th percentile of the normal distribution: a trend
	// is reported when chance alone would show one as strong in 1 of 20 cases.
	significant = 1.96
)

// trend applies the Mann–Kendall test to the monthly scores: it asks whether
// later months are better than earlier ones more often than chance would have
// it, and is stable when the months are too few or the answer is unsure.
func trend(months []review.Month) review.Trend {
	var scores []float64
	for i := len(months) - 1; i >= 0 && len(scores) < trendMonths; i-- {
		if months[i].ReviewCount > 0 {
			scores = append(scores, months[i].Score)
		}
	}
	if len(scores) < minTrendMonths {
		return review.Stable
	}
	switch z := mannKendall(scores); {
	case z > significant:
		return review.Improving
	case z < -significant:
		return review.Declining
	default:
		return review.Stable
	}
}

// mannKendall returns the Z statistic of the Mann–Kendall test with its
// correction for ties, for values from the latest to the earliest.
func mannKendall(latestFirst []float64) float64 {
	n := float64(len(latestFirst))
	variance := n * (n - 1) * (2*n + 5)
	sum := 0
	ties := map[float64]float64{}
	for i, later := range latestFirst {
		ties[later]++
		for _, earlier := range latestFirst[i+1:] {
			sum += cmp.Compare(later, earlier)
		}
	}
	for _, t := range ties {
		variance -= t * (t - 1) * (2*t + 5)
	}
	if sum == 0 || variance <= 0 {
		return 0
	}
	s := float64(sum)
	return (s - math.Copysign(1, s)) / math.Sqrt(variance/18)
}
