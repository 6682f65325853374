package analysis_test

import (
	"testing"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// Some phrases decide whether a clause praises or blames, whatever it judges.
func TestPhrasesDecide(t *testing.T) {
	t.Parallel()
	a := newAnalyser(t, nil)
	for text, want := range map[string]review.AspectMention{
		"The professionalism needs improvement.":                             {ID: "professionalism", Sentiment: review.Negative},
		"The workmanship let us down.":                                       {ID: "quality", Sentiment: review.Negative},
		"The workmanship never let us down.":                                 {ID: "quality", Sentiment: review.Positive},
		"The only issue I had was with the workmanship.":                     {ID: "quality", Sentiment: review.Negative},
		"Minus one star for the punctuality.":                                {ID: "punctuality", Sentiment: review.Negative},
		"The price spoiled an otherwise good experience.":                    {ID: "value", Sentiment: review.Negative},
		"I have seen better workmanship.":                                    {ID: "quality", Sentiment: review.Negative},
		"Their customer service is second to none.":                          {ID: "friendliness", Sentiment: review.Positive},
		"Professionalism isn't their strong point.":                          {ID: "professionalism", Sentiment: review.Negative},
		"Nobody comes close to their workmanship.":                           {ID: "quality", Sentiment: review.Positive},
		"My only complaint is that I didn't find such honest people sooner.": {ID: "honesty", Sentiment: review.Positive},
		"Despite the reviews, the wait was short.":                           {ID: "punctuality", Sentiment: review.Positive},
		"The waiters are full of themselves.":                                {ID: "friendliness", Sentiment: review.Negative},
		"Nobody knows water rights like her.":                                {ID: "knowledge", Sentiment: review.Positive},
		"Great job breaking the other pipe.":                                 {ID: "quality", Sentiment: review.Negative},
		"My ten-year-old could have done a better job.":                      {ID: "quality", Sentiment: review.Negative},
		"Nobody could have done a better job.":                               {ID: "quality", Sentiment: review.Positive},
		"I cannot imagine a friendlier staff.":                               {ID: "friendliness", Sentiment: review.Positive},
		"You can find it cheaper elsewhere.":                                 {ID: "value", Sentiment: review.Negative},
		"Thanks for nothing.":                                                {ID: "value", Sentiment: review.Negative},
	} {
		judges(t, a, text, want)
	}
}

// Marks tell how what they are given for is judged, where they are no date.
func TestMarks(t *testing.T) {
	t.Parallel()
	a := newAnalyser(t, nil)
	for text, want := range map[string]review.AspectMention{
		"Communication: 1/5.":                      {ID: "communication", Sentiment: review.Negative},
		"Cleanliness 2 out of 10.":                 {ID: "cleanliness", Sentiment: review.Negative},
		"Communication 5/5.":                       {ID: "communication", Sentiment: review.Positive},
		"Cleanliness 6/10.":                        {ID: "cleanliness", Sentiment: review.Neutral},
		"The price was fair on 4/10.":              {ID: "value", Sentiment: review.Positive},
		"Were they on time? Not even close.":       {ID: "punctuality", Sentiment: review.Negative},
		"Did they clean up? No. Did they care? No": {ID: "cleanliness", Sentiment: review.Negative},
	} {
		judges(t, a, text, want)
	}
}

// A sum of money is a fact, unless something weighs it.
func TestSums(t *testing.T) {
	t.Parallel()
	a := newAnalyser(t, nil)
	for _, r := range []review.Review{
		{Text: "Lunch for two was $61 before tip."},
		{Text: "Cost is $6,900 a month.", Rating: 5},
		{Text: "The bill was 200 pounds."},
	} {
		if got := a.Analyse(r).Aspects; len(got) > 0 {
			t.Errorf("%q judges %v", r.Text, got)
		}
	}
	for _, text := range []string{
		"Lunch for two was an insulting $61.", "The bill was $61 more than the estimate.", "The estimate said $900 and the bill said $1,340.",
	} {
		judges(t, a, text, review.AspectMention{ID: "value", Sentiment: review.Negative})
	}
}

// An exception is judged otherwise than the rest, unless it comes on top of it.
func TestExceptions(t *testing.T) {
	t.Parallel()
	a := newAnalyser(t, nil)
	for text, want := range map[string]review.AspectMention{
		"Apart from the price, everything was great.":             {ID: "value", Sentiment: review.Negative},
		"Everything was great except the workmanship.":            {ID: "quality", Sentiment: review.Negative},
		"Everything was great except for the price.":              {ID: "value", Sentiment: review.Negative},
		"I was happy with the exception of the professionalism.":  {ID: "professionalism", Sentiment: review.Negative},
		"Horrible place, except for the receptionist.":            {ID: "friendliness", Sentiment: review.Positive},
		"Aside from cleaning up well, they were kind to us.":      {ID: "cleanliness", Sentiment: review.Positive},
		"Aside from his technical knowledge, he was a great help": {ID: "knowledge", Sentiment: review.Positive},
		"They were awful, except that they were late.":            {ID: "punctuality", Sentiment: review.Negative},
	} {
		judges(t, a, text, want)
	}
}

// What is lukewarm is neither praise nor blame, and told as such.
func TestLukewarm(t *testing.T) {
	t.Parallel()
	a := newAnalyser(t, nil)
	for text, want := range map[string]review.AspectMention{
		"The service was okay.":                                 {ID: "friendliness", Sentiment: review.Neutral},
		"Average work, average price.":                          {ID: "value", Sentiment: review.Neutral},
		"The price is about average.":                           {ID: "value", Sentiment: review.Neutral},
		"Above average prices.":                                 {ID: "value", Sentiment: review.Negative},
		"The price was not okay.":                               {ID: "value", Sentiment: review.Negative},
		"The service was above average.":                        {ID: "friendliness", Sentiment: review.Positive},
		"The service was below average.":                        {ID: "friendliness", Sentiment: review.Negative},
		"The service was okay. The receptionist was very rude.": {ID: "professionalism", Sentiment: review.Negative},
	} {
		judges(t, a, text, want)
	}
	got := a.Analyse(review.Review{Text: "The service was okay."}).Mentions
	if len(got) != 1 || got[0].Sentiment != review.Neutral || got[0].Score != 0 || got[0].Quote != "The service was okay" {
		t.Errorf("told as %+v", got)
	}
}
