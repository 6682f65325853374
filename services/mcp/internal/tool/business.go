package tool

import (
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/mcp/internal/edition"
)

// Overview is the business and what its reviews amount to: the data set
// without the reviews.
type Overview struct {
	Revision        review.Revision          `json:"revision" jsonschema:"Revision of the data."`
	UpdatedAt       *document.Instant        `json:"updated_at" jsonschema:"When that revision was committed; null before the first."`
	Business        *document.Business       `json:"business" jsonschema:"The business; null until its operator has described it."`
	AggregateRating document.AggregateRating `json:"aggregate_rating"`
	DateRange       document.DateRange       `json:"date_range" jsonschema:"The time that the reviews span."`
}

// NewOverview returns the overview of an edition.
func NewOverview(e *edition.Edition) Overview {
	return Overview{
		Revision:        e.Reviews.Revision,
		UpdatedAt:       e.Reviews.UpdatedAt,
		Business:        e.Reviews.Business,
		AggregateRating: e.Reviews.AggregateRating,
		DateRange:       e.Insights.DateRange,
	}
}

func getBusiness() definition {
	return definition{
		name:  "get_business",
		title: "Get the business profile",
		description: "Who the reviews are about: name, contact, opening hours, service areas, and the services (with their ids) and technicians that the other tools take as arguments; " +
			"and the aggregate rating: mean, count, distribution by stars and by platform. Call this first. Takes no arguments.",
		input:  object(),
		output: body[Overview](),
		answer: func(r *request) (*mcp.CallToolResult, error) {
			if err := r.finish(); err != nil {
				return nil, err
			}
			return reply(NewOverview(r.edition))
		},
	}
}
