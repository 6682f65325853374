package insights

import (
	"testing"

	"github.com/reviewdata/reviewdata/pkg/review"
)

func TestDuplicates(t *testing.T) {
	t.Parallel()
	const text = "They replaced the boiler in one day, cleaned up afterwards and the house has been warm ever since, which is all I wanted."
	first := review.Review{ID: review.NewID("t", "first"), Author: "Jane D.", Rating: 5, Date: 20250101, Text: text}
	for _, test := range []struct {
		name   string
		change func(r *review.Review)
		want   bool
	}{
		{"the same elsewhere", func(*review.Review) {}, true},
		{"a word more", func(r *review.Review) { r.Text += " Thanks" }, true},
		{"other case and marks", func(r *review.Review) {
			r.Text = "they replaced the boiler in one day!!! Cleaned up afterwards, and the house has been warm ever since - which is all I wanted"
		}, true},
		{"half of it", func(r *review.Review) {
			r.Text = "They replaced the boiler in one day, cleaned up afterwards. The bill came by mail and was more than I had hoped."
		}, false},
		{"somebody else", func(r *review.Review) { r.Author = "John E." }, false},
		{"other stars", func(r *review.Review) { r.Rating = 1 }, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			second := first
			second.ID, second.Date = review.NewID("t", "second"), 20250301
			test.change(&second)
			in := deriveAll(t, second, first)
			if got := in.PerReview[0].DuplicateOf == first.ID; got != test.want || in.PerReview[1].DuplicateOf != "" {
				t.Errorf("duplicate of %q, want one: %t", in.PerReview[0].DuplicateOf, test.want)
			}
		})
	}
}

// Short praise is alike by chance, and not because somebody copied it.
func TestShortTextsAreNoDuplicates(t *testing.T) {
	t.Parallel()
	one := review.Review{ID: review.NewID("t", "1"), Author: "Bo", Rating: 5, Date: 20250101, Text: "Great service, thank you!"}
	two := one
	two.ID = review.NewID("t", "2")
	if in := deriveAll(t, one, two); in.Coverage.Duplicates != 0 {
		t.Errorf("%+v", in.Coverage)
	}
}

// Of three copies the two later ones are duplicates of the first, and when that
// goes the second takes its place.
func TestDuplicateTakesThePlaceOfItsOriginal(t *testing.T) {
	t.Parallel()
	var all []review.Review
	for i, key := range []string{"a", "b", "c"} {
		all = append(all, review.Review{
			ID: review.NewID("t", key), Author: "Bo", Rating: 5, Date: review.Date(20250101 + i),
			Text: "On time, friendly, and the price was just what they had said on the phone the day before.",
		})
	}
	in := deriveAll(t, all...)
	if in.PerReview[0].DuplicateOf != all[0].ID || in.PerReview[1].DuplicateOf != all[0].ID || in.Coverage.Duplicates != 2 {
		t.Errorf("%+v", in.PerReview)
	}
	in = deriveAll(t, all[1:]...)
	if in.PerReview[0].DuplicateOf != all[1].ID || in.PerReview[1].DuplicateOf != "" {
		t.Errorf("without the first: %+v", in.PerReview)
	}
}

func deriveAll(t *testing.T, reviews ...review.Review) review.Insights {
	t.Helper()
	in, err := Derive(reviews, nil)
	if err != nil {
		t.Fatal(err)
	}
	return in
}
