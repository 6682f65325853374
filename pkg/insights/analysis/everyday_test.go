package analysis_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// What customers say most often, by itself, is read as it is meant: what judges nothing in
// particular judges no aspect, and service in general is friendliness.
func TestEverydaySentences(t *testing.T) {
	t.Parallel()
	a := newAnalyser(t, nil)
	for text, want := range map[string]string{
		"Excellent service.":               "friendliness+",
		"Excellent customer service.":      "friendliness+",
		"Great customer service as always": "friendliness+",
		"Terrible customer service.":       "friendliness-",
		"Very user friendly.":              "convenience+",
		"Ease of use.":                     "convenience+",
		"Thanks again.":                    "",
		"Thank you, Brightwell!":           "",
		"I was a patient of his.":          "",
		"He is a very patient man.":        "friendliness+",
		"Avoid at all costs.":              "",
		"Highly recommended.":              "",
		"You will not be disappointed.":    "",
		"Best experience ever.":            "",
		"This company is a scam.":          "honesty-",
		"It won't break the bank.":         "value+",
		"Quick and easy.":                  "speed+ convenience+",
		"Very professional and friendly.":  "professionalism+ friendliness+",
	} {
		var got []string
		for _, m := range a.Analyse(review.Review{Text: text}).Aspects {
			got = append(got, m.ID+map[review.Sentiment]string{review.Positive: "+", review.Negative: "-", review.Neutral: "="}[m.Sentiment])
		}
		expected := strings.Fields(want)
		slices.Sort(got)
		slices.Sort(expected)
		if !slices.Equal(got, expected) {
			t.Errorf("%q: %v, want %v", text, got, expected)
		}
	}
}

// So are the sentences that tell what the customer thinks of the whole.
func TestEverydayVerdicts(t *testing.T) {
	t.Parallel()
	a := newAnalyser(t, nil)
	for text, want := range map[string]review.Sentiment{
		"You will not be disappointed.":            review.Positive,
		"You won't regret it.":                     review.Positive,
		"I cannot recommend them enough.":          review.Positive,
		"I cannot recommend them.":                 review.Negative,
		"No hesitation to recommend her.":          review.Positive,
		"Thumbs up.":                               review.Positive,
		"Avoid at all costs.":                      review.Negative,
		"You will be disappointed.":                review.Negative,
		"I would not recommend them to anyone.":    review.Negative,
		"I would never hesitate to use them.":      review.Positive,
		"Highest recommendation.":                  review.Positive,
		"Never been disappointed in nine years.":   review.Positive,
		"I have regretted it ever since.":          review.Negative,
		"The receptionist could not care less.":    review.Negative,
		"I will recommend them without hesitation": review.Positive,
	} {
		if got := a.Analyse(review.Review{Text: text}).Sentiment; got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
