package document_test

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
)

func ExampleReview() {
	s := reviewtest.Snapshot()
	d := document.Review(s, s.Reviews[3])
	fmt.Print(string(d.Body))
	fmt.Println(d.ContentType, d.LastModified.Format(http.TimeFormat))
	// Output:
	// {"id":"5MG5XK8YRK7SW07HTBNG8CC6EE","author":"Anonymous","author_avatar_url":null,"rating":3,"date":"2026-02-10","text":null,"source":"google","source_url":null,"owner_reply":null,"verified":true,"technicians":[],"services":[],"updated_at":"2026-03-02T09:00:00Z","revision":9}
	// application/json Mon, 02 Mar 2026 09:00:00 GMT
}

func ExampleAtom() {
	d := document.Atom(&review.Snapshot{BaseURL: "https://reviews.example.com"})
	fmt.Print(string(d.Body))
	// Output:
	// <?xml version="1.0" encoding="UTF-8"?>
	// <feed xmlns="http://www.w3.org/2005/Atom">
	//  <id>https://reviews.example.com/feed.xml</id>
	//  <title>Customer reviews</title>
	//  <subtitle>The 50 newest verified customer reviews.</subtitle>
	//  <updated>1970-01-01T00:00:00Z</updated>
	//  <link rel="self" type="application/atom+xml" href="https://reviews.example.com/feed.xml"></link>
	//  <link rel="hub" href="https://reviews.example.com/api/websub/hub"></link>
	//  <link rel="alternate" type="text/html" href="https://reviews.example.com/"></link>
	// </feed>
}

func ExampleError() {
	_, err := review.ParseQuery("rating=9")
	issues, _ := errors.AsType[review.Issues](err)
	fmt.Print(string(document.Error(http.StatusBadRequest, "Invalid query parameters", "", issues)))
	// Output:
	// {"status":400,"title":"Invalid query parameters","detail":null,"issues":[{"path":["rating"],"code":"out_of_range","message":"rating must be an integer from 1 to 5","received":"9"}]}
}

func ExampleRenderer() {
	renderer := document.NewRenderer()
	before := renderer.Render(reviewtest.Snapshot())

	s := reviewtest.Snapshot()
	s.Revision++
	s.Reviews[0].Text = "Changed my mind."
	after := renderer.Render(s) // encodes one review
	fmt.Println(before.Reviews.Tag == after.Reviews.Tag)
	fmt.Println(before.Since(20260302).Tag == after.Since(20260302).Tag)
	// Output:
	// false
	// true
}
