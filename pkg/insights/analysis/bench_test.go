package analysis_test

import (
	"testing"

	"github.com/reviewdata/reviewdata/pkg/insights/analysis"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// typical is as long as the reviews of the corpora are on average.
const typical = "Marcus did a solid job on the water heater and it's been working great for a month. But the four-hour window came and went, and nobody called to say he was running behind. I burned a vacation day."

func BenchmarkAnalyse(b *testing.B) {
	a, err := analysis.New(nil)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		a.Analyse(review.Review{Text: typical, Rating: 3})
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		if _, err := analysis.New(nil); err != nil {
			b.Fatal(err)
		}
	}
}
