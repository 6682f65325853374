package insights

import (
	"math"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// years are the year up to the newest review and the year before it.
type years struct{ recent, earlier review.Period }

func newYears(latest review.Date) years {
	if latest.IsZero() {
		return years{}
	}
	day := latest.Time()
	from := func(years, days int) review.Date { return review.DateOf(day.AddDate(years, 0, days)) }
	return years{
		recent:  review.Period{From: from(-1, 1), To: latest},
		earlier: review.Period{From: from(-2, 1), To: from(-1, 0)},
	}
}

// A trend is told when both years have enough to compare, the two differ by more
// than chance would make them differ in 1 of 20 cases, or 1 of 100 for an aspect,
// and the difference is large enough to matter.
const (
	minYearReviews  = 10
	minYearMentions = 5
	chance          = 0.05
	chanceOfAspects = 0.01 // a dozen are compared at once
	matters         = 0.05 // in mean score
)

// ladder counts scores by their hundredths, from -1 to 1.
type ladder struct {
	steps [201]int
	count int
	sum   int
}

func (l *ladder) add(score float64) {
	h := min(max(hundredths(score), -100), 100)
	l.steps[h+100]++
	l.count++
	l.sum += h
}

func (l *ladder) mean() float64 {
	if l.count == 0 {
		return 0
	}
	return float64(l.sum) / float64(l.count) / 100
}

// in returns the ladder of the two that a date falls in, nil for an older one.
func (y years) in(d review.Date, recent, earlier *ladder) *ladder {
	switch {
	case d >= y.recent.From:
		return recent
	case d >= y.earlier.From:
		return earlier
	default:
		return nil
	}
}

// compare sets the scores of the two years against each other. All is newest
// first. What repeats another review is one of the reviews of its year and says
// nothing more.
func (y years) compare(all []*reading) (*review.Comparison, review.Trend) {
	var recent, earlier ladder
	reviews := map[*ladder]int{}
	for _, r := range all {
		l := y.in(r.review.Date, &recent, &earlier)
		if l == nil {
			break
		}
		reviews[l]++
		if r.original == nil {
			l.add(r.analysis.Score)
		}
	}
	if recent.count < minYearReviews || earlier.count < minYearReviews {
		return nil, review.Stable
	}
	p := mannWhitney(&recent, &earlier)
	out := &review.Comparison{Recent: y.recent, Earlier: y.earlier, PValue: math.Round(p*1e4) / 1e4}
	out.Recent.ReviewCount, out.Recent.Score = reviews[&recent], round2(recent.mean())
	out.Earlier.ReviewCount, out.Earlier.Score = reviews[&earlier], round2(earlier.mean())
	return out, direction(&recent, &earlier, p < chance)
}

// aspectTrends does the same for every aspect that has enough reviews in both
// years. Here each review counts as praise, criticism or both.
func (y years) aspectTrends(all []*reading) map[string]review.Trend {
	type pair struct{ recent, earlier ladder }
	pairs := map[string]*pair{}
	for _, r := range all {
		if r.review.Date < y.earlier.From {
			break
		}
		if r.original != nil {
			continue
		}
		for _, a := range r.analysis.Aspects {
			if pairs[a.ID] == nil {
				pairs[a.ID] = &pair{}
			}
			y.in(r.review.Date, &pairs[a.ID].recent, &pairs[a.ID].earlier).add(sign(a.Sentiment))
		}
	}
	out := map[string]review.Trend{}
	for id, p := range pairs {
		if p.recent.count >= minYearMentions && p.earlier.count >= minYearMentions {
			out[id] = direction(&p.recent, &p.earlier, mannWhitney(&p.recent, &p.earlier) < chanceOfAspects)
		}
	}
	return out
}

func sign(s review.Sentiment) float64 {
	switch s {
	case review.Positive:
		return 1
	case review.Negative:
		return -1
	default:
		return 0
	}
}

// direction tells where it goes, when the two differ by more than chance.
func direction(recent, earlier *ladder, differ bool) review.Trend {
	switch change := recent.mean() - earlier.mean(); {
	case !differ || math.Abs(change) < matters:
		return review.Stable
	case change > 0:
		return review.Improving
	default:
		return review.Declining
	}
}

// mannWhitney returns how likely chance alone makes two samples differ as much
// as they do: the two-sided p-value of the Mann–Whitney U test with its
// corrections for ties and continuity. The test asks how often a value of one
// is greater than one of the other, so that single outliers weigh little and
// nothing is taken for normally distributed.
func mannWhitney(a, b *ladder) float64 {
	below, ties := 0, 0.0 // values of b on lower steps; over the steps
	wins := 0.0           // pairs in which the value of a is greater; ties are half
	for i := range a.steps {
		wins += float64(a.steps[i]) * (float64(below) + float64(b.steps[i])/2)
		below += b.steps[i]
		t := float64(a.steps[i] + b.steps[i])
		ties += t*t*t - t
	}
	n, m := float64(a.count), float64(b.count)
	all := n + m
	variance := n * m / 12 * (all + 1 - ties/(all*(all-1)))
	distance := math.Abs(wins-n*m/2) - 0.5
	if variance <= 0 || distance <= 0 {
		return 1
	}
	return math.Erfc(distance / math.Sqrt(2*variance))
}
