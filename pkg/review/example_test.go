package review_test

import (
	"errors"
	"fmt"
	"slices"

	"github.com/reviewdata/reviewdata/pkg/review"
)

func ExampleRecord_Review() {
	r, err := review.Record{
		Source:   "google",
		SourceID: "locations/1/reviews/2",
		Rating:   5,
		Date:     "2026-03-01",
		Text:     "On time.\r\nFair price. ",
	}.Review(20260310)
	fmt.Printf("%s %s %q %v\n", r.ID, r.Author, r.Text, err)

	_, err = review.Record{Source: "google", SourceID: "3", Rating: 6, Date: "2026-02-29"}.Review(20260310)
	fmt.Println(err)
	// Output:
	// 0SDPH3TQXNT9FWZN0RXX83W17M Anonymous "On time.\nFair price." <nil>
	// date must be a date of the calendar as YYYY-MM-DD; rating must be an integer from 1 to 5
}

func ExampleParseQuery() {
	q, err := review.ParseQuery("min_rating=4&query=on+time")
	fmt.Println(q.MinRating, q.Text, q.Limit, err)

	_, err = review.ParseQuery("rating=9&since=2026-03-02&until=2026-03-01&page=2")
	if issues, ok := errors.AsType[review.Issues](err); ok {
		for _, issue := range issues {
			fmt.Println(issue.Path, issue.Code, issue.Received)
		}
	}
	// Output:
	// 4 on time 20 <nil>
	// [rating] out_of_range 9
	// [page] unknown_parameter 2
	// [since] contradiction 2026-03-02
}

func ExampleCompare() {
	reviews := []review.Review{{Date: 20260301, ID: "A"}, {Date: 20260302, ID: "B"}, {Date: 20260301, ID: "C"}}
	slices.SortFunc(reviews, review.Compare)
	for _, r := range reviews {
		fmt.Println(r.Date, r.ID)
	}
	// Output:
	// 2026-03-02 B
	// 2026-03-01 C
	// 2026-03-01 A
}

func ExampleAggregate() {
	rating := review.Aggregate([]review.Review{{Rating: 5, Source: "google"}, {Rating: 4, Source: "google"}, {Rating: 5, Source: "yelp"}})
	fmt.Println(rating.Value, rating.Count, rating.Distribution)
	for _, s := range rating.BySource {
		fmt.Println(s.Source, s.Count, s.Value)
	}
	// Output:
	// 4.67 3 [0 0 0 1 2]
	// google 2 4.5
	// yelp 1 5
}
