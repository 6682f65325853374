package insights

import (
	"testing"

	"github.com/reviewdata/reviewdata/pkg/review"
)

func TestStandsAlone(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Marisol was on time and explained every step of the repair.":   true,
		"She was on time and explained every step of the repair to me.": false,
		"And the price was exactly what they had told me on the phone.": false,
		"Great service.": false,
		"Write to me at jane@example.com if you want to know more about it.":  false,
		"Marisol was on time and explained every step of it in 20 minutes.":   false,
		"Marisol was on time and explained every step of the whole repair":    false,
		"See https://example.com/a for the pictures of the finished kitchen":  false,
		"MARISOL WAS ON TIME AND EXPLAINED EVERY STEP OF THE WHOLE REPAIR.":   false,
		"Call them on 715-555-0142 and ask for Marisol, who is the best one.": false,
	} {
		if got := standsAlone(text, len(text)); got != want {
			t.Errorf("%q: %t, want %t", text, got, want)
		}
	}
}

// A quote praises nothing that as many complain of.
func TestPullQuoteIsShared(t *testing.T) {
	t.Parallel()
	reviews := []review.Review{
		{ID: "1", Date: 20260301, Rating: 5, Text: "All of the staff were very friendly and kind to my mother."},
		{ID: "2", Date: 20260201, Rating: 1, Text: "The staff were very unfriendly and unkind to my mother."},
		{ID: "3", Date: 20260101, Rating: 5, Text: "The nurses were friendly."},
	}
	for n, want := range map[int]string{1: reviews[0].Text, 2: "", 3: reviews[0].Text} {
		got, err := Derive(reviews[:n], &review.Business{ID: "b", Name: "B"})
		if err != nil {
			t.Fatal(err)
		}
		if got.PullQuote != want {
			t.Errorf("of %d reviews %q is shown, want %q", n, got.PullQuote, want)
		}
	}
}
