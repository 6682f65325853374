package insights

import (
	"math"
	"testing"

	"github.com/reviewdata/reviewdata/pkg/insights/analysis"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// ladderOf counts scores, each so many times.
func ladderOf(counts map[float64]int) *ladder {
	var l ladder
	for score, n := range counts {
		for range n {
			l.add(score)
		}
	}
	return &l
}

// The expected values were computed by hand from the definition of the test.
func TestMannWhitney(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		a, b map[float64]int
		want float64
	}{
		{"the same", map[float64]int{1: 10, -1: 5}, map[float64]int{1: 10, -1: 5}, 1},
		{"one value only", map[float64]int{1: 10}, map[float64]int{1: 12}, 1},
		{"all greater", map[float64]int{1: 10}, map[float64]int{-1: 10}, 1.59e-5},
		{"8 of 18 against 10 of 10", map[float64]int{1: 8, -1: 10}, map[float64]int{1: 10}, 0.00426},
		{"9 of 10 against 10 of 10", map[float64]int{1: 9, -1: 1}, map[float64]int{1: 10}, 0.3681},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			for _, got := range []float64{
				mannWhitney(ladderOf(test.a), ladderOf(test.b)),
				mannWhitney(ladderOf(test.b), ladderOf(test.a)),
			} {
				if math.Abs(got-test.want) > 0.02*test.want {
					t.Errorf("p = %v, want %v", got, test.want)
				}
			}
		})
	}
}

// year returns readings of each month of the year before latest with the scores
// given, newest first.
func year(latest review.Date, scores ...float64) []*reading {
	var out []*reading
	day := latest.Time()
	for i, score := range scores {
		out = append(out, &reading{
			review:   review.Review{Date: review.DateOf(day.AddDate(0, 0, -i*360/len(scores))), Rating: 3},
			analysis: analysis.Analysis{Score: score, Aspects: []review.AspectMention{{ID: "punctuality", Sentiment: sentimentOf(score)}}},
		})
	}
	return out
}

func sentimentOf(score float64) review.Sentiment {
	if score > 0 {
		return review.Positive
	}
	return review.Negative
}

func repeated(score float64, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = score
	}
	return out
}

func TestTrend(t *testing.T) {
	t.Parallel()
	noise := []float64{1, -1, 0.5, 1, -0.5, 1, 0.8, -1, 1, 0.3, 1, 0.7}
	for _, test := range []struct {
		name            string
		recent, earlier []float64
		want, aspect    review.Trend
		compared        bool
	}{
		{"none", nil, nil, review.Stable, "", false},
		{"a slope through few", []float64{1, 1, 1, 1}, []float64{-1, -1, -1, -1}, review.Stable, "", false},
		{"noise", noise, append([]float64{0.9}, noise[:11]...), review.Stable, review.Stable, true},
		{"better", repeated(1, 12), repeated(-0.5, 12), review.Improving, review.Improving, true},
		{"worse", repeated(-1, 12), repeated(0.5, 12), review.Declining, review.Declining, true},
		{"too little for one of many aspects", repeated(1, 12), append(repeated(1, 7), repeated(-1, 5)...), review.Improving, review.Stable, true},
		{"too little to matter", repeated(0.52, 200), repeated(0.5, 200), review.Stable, review.Stable, true},
		{"enough for an aspect only", repeated(1, 6), repeated(-1, 6), review.Stable, review.Improving, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			y := newYears(20260301)
			all := append(year(20260301, test.recent...), year(20250301, test.earlier...)...)
			comparison, trend := y.compare(all)
			if trend != test.want || (comparison != nil) != test.compared {
				t.Errorf("%s, %+v; want %s, compared %t", trend, comparison, test.want, test.compared)
			}
			if comparison != nil && (comparison.Recent.ReviewCount != len(test.recent) || comparison.Earlier.ReviewCount != len(test.earlier)) {
				t.Errorf("%+v; want %d and %d reviews", comparison, len(test.recent), len(test.earlier))
			}
			if got := y.aspectTrends(all)["punctuality"]; got != test.aspect {
				t.Errorf("aspect %q, want %q", got, test.aspect)
			}
		})
	}
}

// What repeats another review is a review of its year, but no further voice.
func TestTrendHearsCopiesOnce(t *testing.T) {
	t.Parallel()
	y := newYears(20260301)
	recent, earlier := year(20260301, repeated(1, 15)...), year(20250301, repeated(-0.5, 12)...)
	for _, r := range recent[12:] {
		r.original = recent[0]
	}
	comparison, trend := y.compare(append(recent, earlier...))
	if comparison == nil || comparison.Recent.ReviewCount != 15 || trend != review.Improving {
		t.Errorf("%s, %+v; want 15 reviews, three of them copies, to be better", trend, comparison)
	}
	for _, r := range recent[2:] {
		r.original = recent[0]
	}
	if comparison, trend = y.compare(append(recent, earlier...)); comparison != nil || trend != review.Stable {
		t.Errorf("%s, %+v; want two voices and their copies to be too few to compare", trend, comparison)
	}
}

func TestYears(t *testing.T) {
	t.Parallel()
	want := years{
		recent:  review.Period{From: 20250302, To: 20260301},
		earlier: review.Period{From: 20240302, To: 20250301},
	}
	if got := newYears(20260301); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestWilson(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		part, whole int
		low, high   float64
	}{{0, 0, 0, 0}, {0, 10, 0, 27.75}, {10, 10, 72.25, 100}, {42, 42, 91.62, 100}, {62, 66, 85.43, 97.62}} {
		if low, high := wilson(test.part, test.whole); low != test.low || high != test.high {
			t.Errorf("%d of %d: %v–%v, want %v–%v", test.part, test.whole, low, high, test.low, test.high)
		}
	}
}
