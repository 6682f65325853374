package prose

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/reviewdata/reviewdata/pkg/review"
)

const (
	enough    = 5  // reviews that something is said about
	praised   = 80 // percent that at least praise an aspect, as far as the reviews can tell
	criticism = 2  // reviews that complain of one aspect and are told of
	listed    = 3  // entries of a list in a sentence
)

// summary writes the editorial summary.
func (w *writer) summary() (text string, facts []string) {
	p := w.passage()
	w.sayWhat(p)
	w.sayPraise(p)
	w.sayCriticism(p)
	w.sayNamed(p)
	w.sayTrend(p)
	return p.text(), p.facts
}

// sayWhat tells how many reviews there are, from when, and with how many stars.
func (w *writer) sayWhat(p *passage) {
	when := " of " + p.date("date_range.latest", w.in.Latest)
	if w.in.Earliest != w.in.Latest {
		when = " from " + p.date("date_range.earliest", w.in.Earliest) + " to " + p.date("date_range.latest", w.in.Latest)
	}
	p.say(p.reviewsOf("review_count", w.in.ReviewCount), when, plural(w.in.ReviewCount, " gives ", " give "),
		p.note("aggregate_rating.rating_value", rating(w.mean())), " of five stars", plural(w.in.ReviewCount, ".", " on average."))
}

func (w *writer) mean() float64 {
	total, n := 0, 0
	for stars, count := range w.stars {
		total, n = total+stars*count, n+count
	}
	return review.Mean(total, n)
}

// rating writes a mean as it is published.
func rating(mean float64) string { return fmt.Sprint(mean) }

// sayPraise names the aspects that nearly all who speak of them praise.
func (w *writer) sayPraise(p *passage) {
	var parts []string
	for _, a := range w.in.Aspects {
		if len(parts) < listed && w.notable(a.MentionCount) && a.PositivePctLow >= praised {
			parts = append(parts, fmt.Sprintf("%s (%s of %s)", p.label("aspects."+a.ID+".label", a.Label),
				p.number("aspects."+a.ID+".positive_count", a.PositiveCount), p.number("aspects."+a.ID+".mention_count", a.MentionCount)))
		}
	}
	if len(parts) > 0 {
		p.say("Of the reviews that speak of it, most praise ", list(parts), ".")
	}
}

// criticised returns the aspects that several reviews complain of, most often
// first.
func (w *writer) criticised() []review.AspectInsight {
	var out []review.AspectInsight
	for _, a := range w.in.Aspects {
		if a.NegativeCount+a.NeutralCount >= criticism {
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b review.AspectInsight) int {
		return cmp.Or(cmp.Compare(b.NegativeCount+b.NeutralCount, a.NegativeCount+a.NeutralCount), cmp.Compare(b.NegativeCount, a.NegativeCount))
	})
	return out
}

// sayCriticism tells what criticism there is, and if there is none how many
// reviews that rests on. It is never left out.
func (w *writer) sayCriticism(p *passage) {
	low := w.lowStars()
	if low > 0 {
		p.say(w.bothEnds(p, low))
	}
	switch complaints := w.complaints(p, w.criticised()); {
	case complaints != "":
		p.say("Complaints, out of the reviews that speak of it, are about ", complaints, ".")
	case low == 0:
		p.say("None gives fewer than three stars, and no aspect has more than one complaint; that rests on ",
			p.reviewsOf("review_count", w.in.ReviewCount), ".")
	default:
		p.say("No aspect has more than one complaint.")
	}
}

// bothEnds tells how many reviews give one or two stars, and before that how many
// give four or five: who reads of the first alone takes it for all.
func (w *writer) bothEnds(p *passage, low int) string {
	high := w.stars[4] + w.stars[5]
	if high == 0 {
		return p.reviewsOf("aggregate_rating.low", low) + plural(low, " gives", " give") + " only one or two stars."
	}
	return p.reviewsOf("aggregate_rating.high", high) + plural(high, " gives", " give") + " four or five stars, " +
		p.number("aggregate_rating.low", low) + " only one or two."
}

// complaints lists aspects with how many of the reviews that speak of each complain
// of it, and how many more are in between: they praise it, too, or are lukewarm.
func (w *writer) complaints(p *passage, aspects []review.AspectInsight) string {
	var parts []string
	for _, a := range aspects[:min(listed, len(aspects))] {
		id := "aspects." + a.ID
		parts = append(parts, fmt.Sprintf("%s (%s)", p.label(id+".label", a.Label), complaintsOf(p, id, a)))
	}
	return list(parts)
}

// complaintsOf counts those of one aspect.
func complaintsOf(p *passage, id string, a review.AspectInsight) string {
	of := " of " + p.number(id+".mention_count", a.MentionCount)
	if a.NegativeCount == 0 {
		return p.number(id+".neutral_count", a.NeutralCount) + of + plural(a.NeutralCount, ", which is in between", ", which are in between")
	}
	complain := p.number(id+".negative_count", a.NegativeCount) + of
	if a.NeutralCount > 0 {
		complain += "; " + p.number(id+".neutral_count", a.NeutralCount) + plural(a.NeutralCount, " more is in between", " more are in between")
	}
	return complain
}

// sayNamed tells who is named most often.
func (w *writer) sayNamed(p *passage) {
	all := w.people
	if len(all) == 0 || all[0].MentionCount < enough || len(all) > 1 && all[1].MentionCount == all[0].MentionCount {
		return
	}
	p.say(p.name("entities.technicians."+all[0].ID+".name", all[0].Label), " is named most often, in ",
		p.reviewsOf("entities.technicians."+all[0].ID+".mention_count", all[0].MentionCount), ".")
}

// sayTrend tells a trend, if there is one.
func (w *writer) sayTrend(p *passage) {
	c := w.in.Comparison
	if c == nil || w.in.Trend == review.Stable || w.in.Trend == "" {
		return
	}
	how := "better"
	if w.in.Trend == review.Declining {
		how = "worse"
	}
	p.say("The ", p.reviewsOf("temporal.comparison.recent.review_count", c.Recent.ReviewCount), " of the year to ",
		p.date("temporal.comparison.recent.to", c.Recent.To), " are ", how, " than the ",
		p.number("temporal.comparison.earlier.review_count", c.Earlier.ReviewCount), " of the year before, by more than chance explains.")
}
