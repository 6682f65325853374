package analysis_test

import (
	"testing"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// The verdict of words alone, where nobody could doubt it.
func TestVerdictOfWords(t *testing.T) {
	t.Parallel()
	a := newAnalyser(t, nil)
	for text, want := range map[string]review.Sentiment{
		"They were late.":                                        review.Negative,
		"The receptionist was rude.":                             review.Negative,
		"They overcharged us.":                                   review.Negative,
		"My claim was denied.":                                   review.Negative,
		"It broke again the next day.":                           review.Negative,
		"Terrible company.":                                      review.Negative,
		"I would not recommend them.":                            review.Negative,
		"They were never late.":                                  review.Positive,
		"He never lied to us.":                                   review.Positive,
		"The repair was quick.":                                  review.Positive,
		"Highly recommended.":                                    review.Positive,
		"Friendly people and fair prices. Could not be happier!": review.Positive,
		"We just signed up and have not needed them yet.":        review.Positive,
		"Not what I signed up for. Nobody returns my calls. Why did I pay?": review.Negative,
		"The staff is nice, but the price is too high and it takes weeks.":  review.Neutral,
		"Okay service, but expensive.":                                      review.Neutral,
		"It was fine, although the wait was long and the price was steep.":  review.Neutral,
	} {
		got := a.Analyse(review.Review{Text: text})
		if got.Sentiment != want {
			t.Errorf("%q: %s (%g), want %s", text, got.Sentiment, got.Score, want)
		}
		if got.Score > 0 && want == review.Negative || got.Score < 0 && want == review.Positive {
			t.Errorf("%q: %s with the score %g", text, got.Sentiment, got.Score)
		}
	}
}
