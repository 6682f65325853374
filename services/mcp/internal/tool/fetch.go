package tool

import (
	"cmp"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/mcp/internal/edition"
)

// Page is one review in the shape that research agents fetch.
type Page struct {
	ID       review.ID    `json:"id"`
	Title    string       `json:"title"`
	Text     string       `json:"text" jsonschema:"What the customer wrote, and below it the reply of the business."`
	URL      document.URL `json:"url" jsonschema:"Address of the review, to cite."`
	Metadata PageMetadata `json:"metadata"`
}

// PageMetadata is what else is known of the review.
type PageMetadata struct {
	Author      string          `json:"author"`
	Rating      document.Rating `json:"rating"`
	Date        document.Date   `json:"date"`
	Source      string          `json:"source"`
	Technicians []string        `json:"technicians"`
	Services    []string        `json:"services"`
	Revision    review.Revision `json:"revision"`
}

func newPage(e *edition.Edition, v review.Review) Page {
	text := cmp.Or(v.Text, stars(v))
	if reply := v.OwnerReply; reply != nil {
		text += "\n\nReply of the business: " + reply.Text
	}
	return Page{
		ID:    v.ID,
		Title: headline(v),
		Text:  text,
		URL:   address(e, v),
		Metadata: PageMetadata{
			Author:      v.Author,
			Rating:      document.Rating(v.Rating),
			Date:        document.Date(v.Date.String()),
			Source:      v.Source,
			Technicians: append([]string{}, v.Technicians...),
			Services:    append([]string{}, v.Services...),
			Revision:    v.Revision,
		},
	}
}

func stars(v review.Review) string {
	return fmt.Sprintf("%d out of %d stars", v.Rating, review.MaxRating)
}

func headline(v review.Review) string { return stars(v) + " by " + v.Author + ", " + v.Date.String() }

func address(e *edition.Edition, v review.Review) document.URL {
	return document.URL(e.Snapshot.BaseURL + document.PathReview + string(v.ID))
}

func fetch() definition {
	return definition{
		name:        "fetch",
		title:       "Fetch a review to cite",
		description: "One review as a page to cite: title, text and address. For research agents that use search and fetch; others have get_review. The id comes from search.",
		input:       object(parameter{"id", reviewID("Id of a review, from search."), true}),
		output:      body[Page](),
		answer: func(r *request) (*mcp.CallToolResult, error) {
			id := r.required("id", review.MaxQueryLength, "the id of a review, from search")
			if err := r.finish(); err != nil {
				return nil, err
			}
			v, err := Find(r.edition, id)
			if err != nil {
				return nil, err
			}
			return reply(newPage(r.edition, v))
		},
	}
}
