package reviewtest

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// Random returns a valid snapshot with n reviews of every kind, in their
// order. The same source of randomness gives the same snapshot.
func Random(rng *rand.Rand, n int) *review.Snapshot {
	s := Snapshot()
	s.Revision = review.Revision(n + 1)
	s.Reviews = make([]review.Review, n)
	for i := range s.Reviews {
		s.Reviews[i] = Review(rng, review.Revision(i+1))
	}
	slices.SortFunc(s.Reviews, review.Compare)
	s.Insights.ReviewCount = n
	s.Insights.PerReview = make([]review.ReviewInsight, n)
	for i, r := range s.Reviews {
		s.Insights.PerReview[i] = Insight(rng, r)
	}
	return s
}

// Review returns a random review that changed at a revision.
func Review(rng *rand.Rand, revision review.Revision) review.Review {
	r := review.Review{
		ID:          review.NewID("random", strconv.FormatUint(rng.Uint64(), 10)),
		Author:      line(rng, 3),
		Rating:      review.MinRating + rng.IntN(review.MaxRating),
		Date:        date(rng),
		Source:      pick(rng, "google", "trustpilot", "yelp"),
		Technicians: some(rng, "Gazi Rahman", "Zoë O'Neil"),
		Services:    some(rng, "ac-repair", "duct-cleaning", "thermostats"),
		UpdatedAt:   commit(1).Add(time.Duration(revision) * time.Second),
		Revision:    revision,
	}
	if rng.IntN(5) > 0 {
		r.Text = text(rng, 100)
	}
	if rng.IntN(3) == 0 {
		r.OwnerReply = &review.OwnerReply{Text: text(rng, 30), Date: date(rng)}
	}
	if rng.IntN(2) == 0 {
		r.AuthorAvatarURL = "https://photos.example.com/" + string(r.ID)
	}
	if rng.IntN(2) == 0 {
		r.SourceURL = "https://maps.example.com/?a=1&id=" + string(r.ID)
	}
	return r
}

// Insight returns a random insight into r.
func Insight(rng *rand.Rand, r review.Review) review.ReviewInsight {
	in := review.ReviewInsight{
		ID:           r.ID,
		Sentiment:    sentiment(r.Rating),
		Score:        float64(rng.IntN(201)-100) / 100,
		Technicians:  r.Technicians,
		Services:     r.Services,
		Problems:     some(rng, "leak", "no-callback"),
		ServiceAreas: some(rng, "austin"),
		Topics:       some(rng, "price", "speed"),
	}
	for _, aspect := range some(rng, "pricing", "punctuality", "communication") {
		in.Aspects = append(in.Aspects, review.AspectMention{ID: aspect, Sentiment: in.Sentiment, Score: in.Score})
	}
	return in
}

// date returns a date of the ten years before the sample.
func date(rng *rand.Rand) review.Date {
	return review.DateOf(commit(1).AddDate(0, 0, -rng.IntN(3650)))
}

// words are what text is made of, chosen to make writers stumble: characters
// with a meaning in JSON, XML and HTML, and all lengths of UTF-8.
func words() []string {
	return []string{
		"the", "service", "was", "great", "Gazi", "came", "on", "time", "and", "fixed",
		`"quoted"`, `back\slash`, "it's", "<b>bold</b>", "AT&amp;T", "]]>", "<!--", "{}", "[],", `"reviews":[]`, `"per_review":{}`, "%s", "\\u0041",
		"naïve", "Straße", "ΣΊΣΥΦΟΣ", "日本語", "العربية\u200f", "e\u0301", "👩‍🔧", "𝄞", "\ufffd", "\ufeff", "\u00a0", "\ue000", "\U0010ffff",
	}
}

func line(rng *rand.Rand, most int) string {
	all := words()
	out := make([]string, 1+rng.IntN(most))
	for i := range out {
		out[i] = all[rng.IntN(len(all))]
	}
	return clean(strings.Join(out, " "))
}

func text(rng *rand.Rand, most int) string {
	return clean(line(rng, most) + pick(rng, "", "\n", "\n\n", "\t") + line(rng, 3))
}

// clean makes s what an import would have made of it.
func clean(s string) string {
	if s = review.CleanText(s); s == "" {
		return "nothing"
	}
	return s
}

func pick(rng *rand.Rand, from ...string) string { return from[rng.IntN(len(from))] }

// some returns a random part of a sorted list.
func some(rng *rand.Rand, from ...string) []string {
	return slices.DeleteFunc(from, func(string) bool { return rng.IntN(3) > 0 })
}
