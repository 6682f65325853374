package stars_test

import (
	"testing"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/stars"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"5": 5, "1": 1, "5.0": 5, "4,0": 4, " 3 ": 3,
		"FIVE": 5, "one": 1, "Two stars": 2,
		"4/5": 4, "4 / 5": 4, "5.0/5.0": 5, "8/10": 4, "10/10": 5, "60/100": 3,
		"4 stars": 4, "1 star": 1, "3 out of 5": 3, "3 out of 5 stars": 3, "2 of 5": 2, "5 ⭐": 5,
		"★★★★☆": 4, "★★★": 3, "⭐️⭐️": 2, "★☆☆☆☆": 1,
	} {
		got, issues := stars.Parse(text)
		if got != want || issues != nil {
			t.Errorf("Parse(%q) = %d, %v; want %d", text, got, issues, want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	const whole = "rating must be a whole number of stars from 1 to 5"
	for text, want := range map[string]review.Issue{
		"":          {Code: review.CodeMissing, Message: "rating is required"},
		"  ":        {Code: review.CodeMissing, Message: "rating is required"},
		"0":         {Code: review.CodeOutOfRange, Message: whole},
		"6":         {Code: review.CodeOutOfRange, Message: whole},
		"6/5":       {Code: review.CodeOutOfRange, Message: whole},
		"5/0":       {Code: review.CodeOutOfRange, Message: whole},
		"0/0":       {Code: review.CodeOutOfRange, Message: whole},
		"☆☆☆☆☆":     {Code: review.CodeOutOfRange, Message: whole},
		"★★★★★★":    {Code: review.CodeOutOfRange, Message: whole},
		"4.5":       {Code: review.CodeNotAnInteger, Message: whole},
		"9/10":      {Code: review.CodeNotAnInteger, Message: whole + "; this is 4.5 of 5"},
		"-5":        {Code: review.CodeNotAnInteger, Message: whole},
		"NaN":       {Code: review.CodeNotAnInteger, Message: whole},
		"great":     {Code: review.CodeNotAnInteger, Message: whole},
		"One of us": {Code: review.CodeNotAnInteger, Message: whole},
		"5 apples":  {Code: review.CodeNotAnInteger, Message: whole},
	} {
		_, issues := stars.Parse(text)
		if len(issues) != 1 || issues[0].Code != want.Code || issues[0].Message != want.Message || issues[0].Path[0] != "rating" {
			t.Errorf("Parse(%q): %+v, want %+v", text, issues, want)
		}
	}
}

func TestScaled(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		value, best string
		want        int
	}{
		{"5", "", 5},
		{"5", "5", 5},
		{"8", "10", 4},
		{"80", " 100 ", 4},
		{"4/5", "5", 4},
		{"★★", "5", 2},
		{"7", "10", 0},
		{"1", "10", 0},
		{"5", "many", 0},
	} {
		if got, issues := stars.Scaled(test.value, test.best); got != test.want || (issues == nil) != (test.want > 0) {
			t.Errorf("Scaled(%q, %q) = %d, %v; want %d", test.value, test.best, got, issues, test.want)
		}
	}
}

// FuzzParse checks that a rating is either whole stars or has an issue.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"5", "8/10", "FIVE", "★★★★☆", "4 out of 5", "1e9", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n, issues := stars.Parse(s)
		inRange := n >= review.MinRating && n <= review.MaxRating
		if inRange == (len(issues) > 0) {
			t.Errorf("Parse(%q) = %d, %v", s, n, issues)
		}
	})
}
