package tool

import (
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/mcp/internal/edition"
)

// FAQList is questions that the reviews answer.
type FAQList struct {
	Revision review.Revision     `json:"revision" jsonschema:"Revision of the data."`
	FAQ      []document.FAQEntry `json:"faq" jsonschema:"Questions, with answers drawn from reviews."`
}

// NewFAQList lists the questions of an edition that contain a phrase, or whose
// answers do, without regard to case; an empty one is in all.
func NewFAQList(e *edition.Edition, phrase string) FAQList {
	out := FAQList{e.Snapshot.Revision, []document.FAQEntry{}}
	folded := review.Fold(phrase)
	for _, entry := range e.Insights.FAQ {
		if strings.Contains(review.Fold(entry.Question+"\n"+entry.Answer), folded) {
			out.FAQ = append(out.FAQ, entry)
		}
	}
	return out
}

func getFAQ() definition {
	return definition{
		name:        "get_faq",
		title:       "Get answered questions",
		description: "Questions that the reviews answer, each with the answer and the ids of the reviews it rests on. The list is empty while nothing has been derived, or when nothing contains the query.",
		input:       object(parameter{"query", phrase("Only entries whose question or answer contains this text, case-insensitive. Leave it out for all."), false}),
		output:      body[FAQList](),
		answer: func(r *request) (*mcp.CallToolResult, error) {
			query := r.text("query", review.MaxQueryLength)
			if err := r.finish(); err != nil {
				return nil, err
			}
			return reply(NewFAQList(r.edition, query))
		},
	}
}
