package prose

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// faq answers the questions that the reviews can answer.
func (w *writer) faq() []review.FAQEntry {
	var out []review.FAQEntry
	add := func(question string, answer func(p *passage)) {
		p := w.passage()
		if answer(p); len(p.sentences) > 0 {
			out = append(out, review.FAQEntry{Question: question, Answer: p.text(), Facts: p.facts, ReviewIDs: p.reviews})
		}
	}
	add("How many reviews are there, and how recent are they?", w.answerWhen)
	add("What do critical reviews say?", w.answerCriticism)
	for _, a := range w.in.Aspects {
		add(question(a, w.in.Taxonomy), func(p *passage) { w.answerAspect(p, a) })
	}
	add("Who is named most often?", func(p *passage) { w.answerNamed(p, "technicians", w.people) })
	add("Which services do the reviews speak of?", func(p *passage) { w.answerNamed(p, "services", w.in.Services) })
	add("Which places do the reviews speak of?", func(p *passage) { w.answerNamed(p, "service_areas", w.in.ServiceAreas) })
	add("Are the reviews getting better or worse?", w.answerTrend)
	return out
}

// answerWhen tells how many reviews there are and how many are of the last
// year.
func (w *writer) answerWhen(p *passage) {
	n := w.in.ReviewCount
	if n == 1 {
		p.say("There is ", p.reviewsOf("review_count", n), ", of ", p.date("date_range.latest", w.in.Latest), ".")
		return
	}
	p.say("There are ", p.reviewsOf("review_count", n), ", the oldest of ", p.date("date_range.earliest", w.in.Earliest),
		" and the newest of ", p.date("date_range.latest", w.in.Latest), ".")
	if c := w.in.Comparison; c != nil {
		p.say(p.number("temporal.comparison.recent.review_count", c.Recent.ReviewCount), " of them are from the twelve months up to the newest.")
	}
	if d := w.in.Coverage.Duplicates; d > 0 {
		p.say(p.number("coverage.duplicate_count", d), plural(d, " repeats another review; what it says is", " repeat other reviews; what they say is"), " counted once.")
	}
}

// answerCriticism tells what criticism there is, with quotes.
func (w *writer) answerCriticism(p *passage) {
	low, aspects := w.lowStars(), w.criticised()
	if low == 0 && len(aspects) == 0 && w.in.ReviewCount < enough {
		return
	}
	if low == 0 && len(aspects) == 0 {
		p.say("None of the ", p.reviewsOf("review_count", w.in.ReviewCount), " gives fewer than three stars, and no aspect has more than one complaint.")
		return
	}
	p.say(p.number("aggregate_rating.low", low), " of ", p.reviewsOf("review_count", w.in.ReviewCount), plural(low, " gives", " give"), " only one or two stars.")
	if len(aspects) == 0 {
		return
	}
	p.say("Whatever their stars, the most frequent complaints, out of the reviews that speak of it, are about ", w.complaints(p, aspects), ".")
	w.sayProblems(p)
	for _, a := range aspects[:min(2, len(aspects))] {
		w.sayQuote(p, "On "+p.label("aspects."+a.ID+".label", a.Label)+": ", a.Evidence, review.Negative)
	}
}

// sayProblems tells which problems are reported, most often first.
func (w *writer) sayProblems(p *passage) {
	var parts []string
	for _, e := range w.in.Problems {
		if len(parts) < listed && e.MentionCount >= criticism {
			parts = append(parts, fmt.Sprintf("%s (%s)", p.label("entities.problems."+e.ID+".label", e.Label),
				p.reviewsOf("entities.problems."+e.ID+".mention_count", e.MentionCount)))
		}
	}
	if len(parts) > 0 {
		p.say(plural(len(parts), "A problem they report is ", "Problems they report are "), list(parts), ".")
	}
}

// answerAspect tells how many praise an aspect and how many complain of it,
// with a quote of each.
func (w *writer) answerAspect(p *passage, a review.AspectInsight) {
	if !w.notable(a.MentionCount) {
		return
	}
	id := "aspects." + a.ID
	var parts []string
	add := func(field string, n int, one, many string) {
		if n > 0 {
			parts = append(parts, p.number(id+"."+field, n)+plural(n, one, many))
		}
	}
	add("positive_count", a.PositiveCount, " praises it", " praise it")
	add("negative_count", a.NegativeCount, " complains of it", " complain of it")
	add("neutral_count", a.NeutralCount, " is in between", " are in between")
	switch {
	case a.NegativeCount+a.NeutralCount == 0:
		parts = append(parts, "none complains of it")
	case a.PositiveCount+a.NeutralCount == 0:
		parts = append(parts, "none praises it")
	}
	p.say(p.number(id+".mention_count", a.MentionCount), " of ", p.reviewsOf("review_count", w.in.ReviewCount), " judge this: ", list(parts), ".")
	switch a.Trend {
	case review.Improving:
		p.say("The last year is better in this than the year before, by more than chance explains.")
	case review.Declining:
		p.say("The last year is worse in this than the year before, by more than chance explains.")
	case review.Stable:
	}
	w.sayQuote(p, "In praise: ", a.Evidence, review.Positive)
	if w.lowStars() > 0 || a.NegativeCount+a.NeutralCount >= criticism { // else it is misread as often as not
		w.sayQuote(p, "In criticism: ", a.Evidence, review.Negative)
	}
}

// answerNamed lists the entities of a kind that enough reviews name.
func (w *writer) answerNamed(p *passage, kind string, all []review.EntityInsight) {
	if len(all) == 0 || all[0].MentionCount < enough {
		return
	}
	var parts []string
	for _, e := range all[:min(listed, len(all))] {
		id := "entities." + kind + "." + e.ID
		var name string
		switch kind {
		case "technicians":
			name = p.name(id+".name", e.Label)
		case "service_areas":
			name = p.name(id+".label", e.Label)
		default:
			name = p.label(id+".label", e.Label)
		}
		parts = append(parts, name+" ("+p.reviewsOf(id+".mention_count", e.MentionCount)+")")
		p.cite(e.ExampleReviewIDs...)
	}
	p.say("Most often they name ", list(parts), ".")
	if kind == "technicians" {
		w.sayQuote(p, "About "+p.name("entities.technicians."+all[0].ID+".name", all[0].Label)+": ", all[0].Evidence, review.Positive)
	}
}

// answerTrend compares the last year with the year before.
func (w *writer) answerTrend(p *passage) {
	c := w.in.Comparison
	if c == nil {
		return
	}
	p.say("The year to ", p.date("temporal.comparison.recent.to", c.Recent.To), " has ",
		p.reviewsOf("temporal.comparison.recent.review_count", c.Recent.ReviewCount), ", the year before ",
		p.number("temporal.comparison.earlier.review_count", c.Earlier.ReviewCount), ".")
	switch w.in.Trend {
	case review.Improving:
		p.say("They are better than those of the year before, by more than chance explains.")
	case review.Declining:
		p.say("They are worse than those of the year before, by more than chance explains.")
	default:
		p.say("What differs between them may well be chance.")
	}
}

// The lengths of a quote in a text, in code points.
const shortest, longest = 18, 180

// sayQuote quotes the first statement of a sentiment that reads well. One that no
// other answer quotes goes before one that does, and one that can stand alone
// before one that points at what was said before.
func (w *writer) sayQuote(p *passage, before string, all []review.Evidence, s review.Sentiment) {
	fit := slices.DeleteFunc(slices.Clone(all), func(e review.Evidence) bool {
		n := e.End - e.Start
		return e.Sentiment != s || n < shortest || n > longest
	})
	if len(fit) == 0 {
		return
	}
	slices.SortStableFunc(fit, func(a, b review.Evidence) int { return cmp.Compare(w.flaws(a), w.flaws(b)) })
	w.quoted[fit[0].Quote] = true
	stop := ""
	if last, _ := utf8.DecodeLastRuneInString(fit[0].Quote); !strings.ContainsRune(".!?…", last) {
		stop = "."
	}
	p.say(before, p.quote(fit[0]), stop)
}

// flaws counts what speaks against quoting a statement.
func (w *writer) flaws(e review.Evidence) int {
	n := 0
	if w.quoted[e.Quote] {
		n += 2
	}
	if Leans(e.Quote) {
		n++
	}
	return n
}
