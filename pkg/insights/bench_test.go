package insights_test

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/reviewdata/reviewdata/pkg/insights"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
)

// many returns n reviews, newest first, with sentences as customers write them.
func many(n int) []review.Review {
	rng := rand.New(rand.NewPCG(7, 8))
	out := make([]review.Review, n)
	for i := range out {
		var text []string
		for range rng.IntN(6) {
			text = append(text, phrasesOfCustomers()[rng.IntN(len(phrasesOfCustomers()))])
		}
		out[i] = review.Review{
			ID:     review.NewID("bench", strconv.Itoa(i)),
			Author: "Customer " + strconv.Itoa(rng.IntN(n)),
			Rating: 1 + rng.IntN(5),
			Date:   review.Date((2020+rng.IntN(6))*10000 + (1+rng.IntN(12))*100 + 1 + rng.IntN(28)),
			Text:   strings.Join(text, " "),
		}
	}
	slices.SortFunc(out, review.Compare)
	return out
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		if _, err := insights.New(reviewtest.Business()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFirst derives insights from 5,000 reviews that were never read before,
// on one processor.
func BenchmarkFirst(b *testing.B) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	reviews := many(5_000)
	for b.Loop() {
		if _, err := insights.Derive(reviews, reviewtest.Business()); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(reviews)*b.N)/b.Elapsed().Seconds(), "reviews/s")
}

// BenchmarkOneChange changes one of 25,000 reviews.
func BenchmarkOneChange(b *testing.B) {
	reviews := many(25_000)
	d, err := insights.New(reviewtest.Business())
	if err != nil {
		b.Fatal(err)
	}
	d.Derive(reviews)
	for i := 0; b.Loop(); i++ {
		reviews[i%len(reviews)].Text += " They were late."
		d.Derive(reviews)
	}
}

// phrasesOfCustomers returns sentences to make reviews of.
func phrasesOfCustomers() []string {
	return []string{
		"They showed up on time and fixed the leak in an hour.", "The price was fair.", "Nobody called us back for a week.",
		"Gazi was kind and explained every step.", "The new furnace is quiet.", "He left a mess in the kitchen.",
		"Not cheap, but worth it.", "I had to call three times.", "Zoë O'Neil knew at once what was wrong.",
		"The invoice was double the quote.", "Our AC repair was done the same day.", "Very professional crew.",
		"We waited four hours for nobody.", "Would use them again.", "The drain is clogged again after two weeks.",
		"He did not try to sell us anything.", "Booking online was easy.", "The toilet still leaks.",
		"Great work on the duct cleaning in Round Rock.", "They were rude to my mother on the phone.",
	}
}
