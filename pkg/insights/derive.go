package insights

import (
	"math"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// Model names the present way of deriving insights.
const Model = "ratings-1"

// Derive returns what reviews, newest first, say about the business, which may
// be nil.
func Derive(reviews []review.Review, b *review.Business) review.Insights {
	technicians := newTally(nil)
	services := newTally(serviceLabels(b))
	var all stars
	perReview := make([]review.ReviewInsight, 0, len(reviews))
	for _, r := range reviews {
		all.add(r.Rating)
		technicians.add(r, r.Technicians)
		services.add(r, r.Services)
		perReview = append(perReview, perReviewInsight(r))
	}
	out := review.Insights{
		Model:       Model,
		ReviewCount: len(reviews),
		Overall:     all.overall(),
		Technicians: technicians.insights(),
		Services:    services.insights(),
		PerReview:   perReview,
	}
	if len(reviews) > 0 {
		out.Earliest, out.Latest = reviews[len(reviews)-1].Date, reviews[0].Date
	}
	out.Monthly = monthly(reviews)
	out.Trend = trend(out.Monthly)
	return out
}

func perReviewInsight(r review.Review) review.ReviewInsight {
	return review.ReviewInsight{
		ID:          r.ID,
		Sentiment:   sentiment(r.Rating),
		Score:       score(r.Rating, 1),
		Technicians: r.Technicians,
		Services:    r.Services,
	}
}

// sentiment is that of the stars: 4 and 5 are praise, 1 and 2 criticism.
func sentiment(rating int) review.Sentiment {
	switch {
	case rating > 3:
		return review.Positive
	case rating < 3:
		return review.Negative
	default:
		return review.Neutral
	}
}

// score maps the mean of n ratings with the given total from 1…5 to -1…1.
func score(total, n int) float64 {
	if n == 0 {
		return 0
	}
	return round2(float64(total-3*n) / float64(2*n))
}

func percent(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return round2(100 * float64(part) / float64(whole))
}

func round2(x float64) float64 { return math.Round(x*100) / 100 }

func serviceLabels(b *review.Business) map[string]string {
	labels := map[string]string{}
	if b != nil {
		for _, s := range b.Services {
			labels[s.ID] = s.Label
		}
	}
	return labels
}
