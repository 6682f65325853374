package insights

import "github.com/reviewdata/reviewdata/pkg/review"

// monthly sums up readings, newest first, by calendar month, oldest first, from
// the first month with a review to the last, those in between without any
// included.
func monthly(all []*reading) []review.Month {
	if len(all) == 0 {
		return nil
	}
	byMonth := map[review.Date]*tally{} // by the first day
	for _, r := range all {
		month := firstOfMonth(r.review.Date)
		if byMonth[month] == nil {
			byMonth[month] = &tally{}
		}
		byMonth[month].add(r.analysis.Sentiment, r.analysis.Score, r.review.Rating)
	}
	var out []review.Month
	last := firstOfMonth(all[0].review.Date)
	for day := firstOfMonth(all[len(all)-1].review.Date); ; day = firstOfMonth(review.DateOf(day.Time().AddDate(0, 1, 0))) {
		out = append(out, summary(day.Month(), byMonth[day]))
		if day == last {
			return out
		}
	}
}

func firstOfMonth(d review.Date) review.Date { return d - d%100 + 1 }

func summary(month string, t *tally) review.Month {
	if t == nil {
		return review.Month{Month: month}
	}
	return review.Month{Month: month, ReviewCount: t.count, AverageRating: review.Mean(t.stars, t.count), Score: t.mean()}
}
