package reviewtest

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// insights returns insights as the sample's reviews could give rise to. They
// show every member; the numbers are plausible, not derived.
func insights() review.Insights {
	quote := evidence(jane, "fixed our AC in an hour", review.Positive)
	return review.Insights{
		Model:       "sample",
		Taxonomy:    "home-services",
		ReviewCount: 8,
		Coverage:    review.Coverage{Assessed: 5, Wordless: 1, OtherLanguage: 1, Duplicates: 1},
		Earliest:    20251224,
		Latest:      20260301,
		Overall:     review.OverallSentiment{Score: 0.44, PositivePct: 62.5, NeutralPct: 12.5, NegativePct: 25},
		Aspects: []review.AspectInsight{{
			ID: "punctuality", Label: "Punctuality", MentionCount: 2, PositiveCount: 1, NegativeCount: 1, UnclearCount: 1,
			PositivePct: 50, PositivePctLow: 9.45, PositivePctHigh: 90.55, Trend: review.Stable,
			TopPhrases:       []string{"on time"},
			ExampleReviewIDs: []review.ID{id(jane), id(sean)},
			Evidence: []review.Evidence{
				evidence(jane, "on time", review.Positive),
				evidence(sean, "Nobody called back.", review.Negative),
			},
		}},
		Technicians:       []review.EntityInsight{entity("Gazi Rahman", "Gazi Rahman", 2, 4.5, quote), entity("Zoë O'Neil", "Zoë O'Neil", 0, 0)},
		Services:          []review.EntityInsight{entity("ac-repair", "AC repair", 2, 4.5, evidence(lukasz, "fast</b> perfekt ❄️👍🏽", review.Positive))},
		Problems:          []review.EntityInsight{entity("no-callback", "No callback", 1, 1, evidence(sean, "Nobody called back.", review.Negative))},
		ServiceAreas:      []review.EntityInsight{entity("round-rock", "Round Rock", 1, 1, evidence(sean, "still shows 1 < 2", review.Negative))},
		Topics:            []review.Topic{{ID: "speed", Label: "Speed", MentionCount: 1, Score: 1, Keywords: []string{"hour"}, ExampleReviewIDs: []review.ID{id(jane)}}},
		Monthly:           months(),
		Trend:             review.Improving,
		Comparison:        comparison(),
		PerReview:         perReview(),
		FAQ:               []review.FAQEntry{{Question: "Are they on time?", Answer: "2 reviews say so.", Facts: []string{"aspects.punctuality.mention_count"}, ReviewIDs: []review.ID{id(jane)}}},
		Summary:           "Customers like Gazi & the speed.",
		SummaryFacts:      []string{"entities.technicians.Gazi Rahman.name"},
		Facts:             []review.Fact{{ID: "aspects.punctuality.mention_count", Text: "2"}, {ID: "entities.technicians.Gazi Rahman.name", Text: "Gazi"}},
		PullQuote:         quote.Quote,
		PullQuoteReviewID: quote.ReviewID,
	}
}

func comparison() *review.Comparison {
	return &review.Comparison{
		Recent:  review.Period{From: 20250302, To: 20260301, ReviewCount: 6, Score: 0.52},
		Earlier: review.Period{From: 20240302, To: 20250301, ReviewCount: 2, Score: 0.2},
		PValue:  0.0312,
	}
}

func months() []review.Month {
	return []review.Month{
		{Month: "2025-12", ReviewCount: 2, AverageRating: 3, Score: 0.25},
		{Month: "2026-01", ReviewCount: 2, AverageRating: 3},
		{Month: "2026-02", ReviewCount: 2, AverageRating: 4, Score: 0.5},
		{Month: "2026-03", ReviewCount: 2, AverageRating: 4.5, Score: 0.91},
	}
}

func entity(key, label string, mentions int, rating float64, e ...review.Evidence) review.EntityInsight {
	out := review.EntityInsight{ID: key, Label: label, MentionCount: mentions, AverageRating: rating, Evidence: e}
	for _, proof := range e {
		out.TopPhrases = append(out.TopPhrases, proof.Quote)
		out.ExampleReviewIDs = append(out.ExampleReviewIDs, proof.ReviewID)
	}
	if rating > 3 {
		out.PositivePct, out.Score = 100, 0.87
	}
	return out
}

// evidence finds quote in the text of a review.
func evidence(key, quote string, s review.Sentiment) review.Evidence {
	all := reviewsWithText()
	text := all[slices.IndexFunc(all, func(r review.Review) bool { return r.ID == id(key) })].Text
	start := utf8.RuneCountInString(text[:strings.Index(text, quote)])
	return review.Evidence{
		ReviewID:  id(key),
		Quote:     quote,
		Start:     start,
		End:       start + utf8.RuneCountInString(quote),
		Sentiment: s,
	}
}

func perReview() []review.ReviewInsight {
	var out []review.ReviewInsight
	for _, r := range reviews() {
		in := review.ReviewInsight{ID: r.ID, Sentiment: sentiment(r.Rating), Technicians: r.Technicians, Services: r.Services}
		switch r.ID {
		case id(jane):
			in.Score, in.Language = 0.96, "en"
			in.Aspects = []review.AspectMention{{ID: "punctuality", Sentiment: review.Positive, Score: 0.8}}
			in.Topics = []string{"speed"}
		case id(sean):
			in.Score = -1
			in.Aspects = []review.AspectMention{{ID: "punctuality", Sentiment: review.Negative, Score: -0.8}}
			in.Unclear = []string{"quality"}
			in.Problems = []string{"no-callback"}
			in.ServiceAreas = []string{"round-rock"}
		}
		out = append(out, in)
	}
	return out
}

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
