// Package prose writes about reviews in sentences that are made from counts.
//
// Every number, name, date and quote comes from a sheet of facts and is noted
// there with its path in the insights, so that a reader, or a test, can hold
// each digit of a text against the figure it stands for. What criticism there
// is is always told, and nothing is praised that too few reviews praise.
package prose

import (
	"strings"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// Text is what is written about reviews.
type Text struct {
	FAQ          []review.FAQEntry
	Summary      string
	SummaryFacts []string // ids of the facts in Summary
	Facts        []review.Fact
}

// Write writes about insights that are complete but for their texts. Stars are
// the numbers of reviews by rating; known tells the technicians of the profile
// from names that were only found in texts.
func Write(in *review.Insights, stars [review.MaxRating + 1]int, known func(technician string) bool) Text {
	if in.ReviewCount == 0 {
		return Text{}
	}
	w := &writer{in: in, stars: stars, facts: map[string]string{}, quoted: map[string]bool{}}
	for _, t := range in.Technicians {
		if known(t.ID) || w.notable(t.MentionCount) {
			w.people = append(w.people, t)
		}
	}
	var out Text
	out.Summary, out.SummaryFacts = w.summary()
	out.FAQ = w.faq()
	out.Facts = w.sheet()
	return out
}

// writer writes about one set of insights.
type writer struct {
	in    *review.Insights
	stars [review.MaxRating + 1]int
	facts map[string]string // noted so far, by id

	people []review.EntityInsight // technicians to speak of
	quoted map[string]bool        // quotes in answers so far
}

// notable reports whether enough reviews say something for a text to speak of
// it: some, and not next to none of all.
func (w *writer) notable(n int) bool { return n >= enough && 100*n >= w.in.ReviewCount }

// passage is a text with the ids of the facts in it and the reviews it rests
// on.
type passage struct {
	writer    *writer
	sentences []string
	facts     []string
	reviews   []review.ID
}

func (w *writer) passage() *passage { return &passage{writer: w} }

// say adds a sentence.
func (p *passage) say(parts ...string) {
	p.sentences = append(p.sentences, strings.Join(parts, ""))
}

func (p *passage) text() string { return strings.Join(p.sentences, " ") }

// lowStars is the number of reviews with one or two stars.
func (w *writer) lowStars() int { return w.stars[1] + w.stars[2] }
