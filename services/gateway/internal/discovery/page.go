package discovery

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/gateway/internal/openapi"
)

// newestShown is how many reviews the home page shows.
const newestShown = 10

// page is what the templates show of a snapshot.
type page struct {
	Base        string
	Subject     string // the name of the business
	Description string // one line
	Website     string
	Count       int
	Average     string // with two decimals; empty without reviews
	Stars       []starCount
	Newest      []entry
	Summary     string // one line
	Surfaces    []surface
}

// starCount is how many reviews have so many stars.
type starCount struct{ Stars, Count int }

// entry is one review on the home page.
type entry struct {
	URL, Author, Date, Text string
	Stars                   string // ★★★★☆
	Rating                  int
	Reply                   string
}

// surface is a way to read the reviews.
type surface struct{ URL, Name, Note string }

func newPage(s *review.Snapshot) page {
	p := page{
		Base:     s.BaseURL,
		Subject:  "this business",
		Count:    len(s.Reviews),
		Summary:  oneLine(s.Insights.Summary),
		Surfaces: surfaces(s.BaseURL),
	}
	if b := s.Business; b != nil {
		p.Subject, p.Description, p.Website = b.Name, oneLine(b.Description), b.URL
	}
	total := review.Aggregate(s.Reviews)
	if total.Count > 0 {
		p.Average = fmt.Sprintf("%.2f", total.Value)
	}
	for stars := review.MaxRating; stars >= review.MinRating; stars-- {
		p.Stars = append(p.Stars, starCount{stars, total.Distribution[stars-1]})
	}
	for _, r := range s.Reviews[:min(newestShown, len(s.Reviews))] {
		p.Newest = append(p.Newest, newEntry(s.BaseURL, r))
	}
	return p
}

func newEntry(base string, r review.Review) entry {
	e := entry{
		URL:    base + document.PathReview + string(r.ID),
		Author: r.Author,
		Date:   r.Date.String(),
		Text:   r.Text,
		Stars:  strings.Repeat("★", r.Rating) + strings.Repeat("☆", review.MaxRating-r.Rating),
		Rating: r.Rating,
	}
	if r.OwnerReply != nil {
		e.Reply = r.OwnerReply.Text
	}
	return e
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// surfaces lists the ways to read the reviews.
func surfaces(base string) []surface {
	return []surface{
		{base + document.PathReviews, "All reviews", "the whole data set with the business and its aggregate rating, JSON"},
		{base + document.PathInsights, "Insights", "what the reviews say, taken together, with the evidence for it, JSON"},
		{base + document.PathSearch, "Search", "by rating, date, words, technician or service, JSON; parameters: " + strings.Join(openapi.SearchParameters(), ", ")},
		{base + document.PathSince + "2026-01-01", "Since a date", "reviews on or after the date in the address, JSON"},
		{base + document.PathChanges, "Changes", "everything that was added, changed or deleted, oldest first; follow next_cursor, JSON"},
		{base + document.PathJSONFeed, "JSON Feed", "the 50 newest reviews"},
		{base + document.PathAtom, "Atom feed", "the same 50 reviews"},
		{base + document.PathMCP, "MCP", "the same data as read-only tools for AI agents, Streamable HTTP"},
		{base + document.PathHub, "WebSub hub", "subscribe to " + strings.Join(document.Topics(), ", ") + " and be sent each change"},
		{base + document.PathOpenAPI, "OpenAPI", "the description of all of this for programs"},
		{base + document.PathLLMs, "llms.txt", "the overview for language models"},
	}
}

// Title is the headline of all pages.
func (p page) Title() string { return "Customer reviews of " + p.Subject }

// Verdict sums up the stars in a sentence.
func (p page) Verdict() string {
	switch p.Count {
	case 0:
		return "There are no reviews yet."
	case 1:
		return fmt.Sprintf("%s out of %d stars in one verified review.", p.Average, review.MaxRating)
	default:
		return fmt.Sprintf("%s out of %d stars on average in %d verified reviews.", p.Average, review.MaxRating, p.Count)
	}
}

// JSONFeed returns the address of the JSON Feed.
func (p page) JSONFeed() string { return p.Base + document.PathJSONFeed }

// Atom returns the address of the Atom feed.
func (p page) Atom() string { return p.Base + document.PathAtom }

// Hub returns the address of the WebSub hub.
func (p page) Hub() string { return p.Base + document.PathHub }

// Lead is the first line about the business.
func (p page) Lead() string { return cmp.Or(p.Description, p.Title()+".") }
