package tool

import (
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/mcp/internal/edition"
)

// AspectReport is what the reviews say about one aspect.
type AspectReport struct {
	Revision review.Revision `json:"revision" jsonschema:"Revision of the data."`
	document.Aspect
}

func getAspectSentiment() definition {
	return definition{
		name:  "get_aspect_sentiment",
		title: "Sentiment about an aspect",
		description: "What the reviews say about one aspect of the service, such as price or punctuality: how many speak of it, positive, neutral and negative counts, share of positive ones with its 95% interval, score from -1 to 1, trend, top phrases, example review ids, and verbatim evidence. " +
			"list_topics returns the aspects there are.",
		input: object(
			parameter{"aspect", phrase("Id or label of an aspect, as in list_topics, case-insensitive."), true},
			parameter{maxEvidenceName, maxEvidenceSchema(), false},
		),
		output: body[AspectReport](),
		answer: func(r *request) (*mcp.CallToolResult, error) {
			name := r.required("aspect", review.MaxQueryLength, "an id or label, such as list_topics returns")
			most := r.integer(maxEvidenceName, 0, maxEvidence, usualEvidence)
			if err := r.finish(); err != nil {
				return nil, err
			}
			report, err := NewAspectReport(r.edition, name)
			if err != nil {
				return nil, err
			}
			report.Evidence = report.Evidence[:min(most, len(report.Evidence))]
			return reply(report)
		},
	}
}

// NewAspectReport reports on the aspect that has a name. The text of the error
// is for the client.
func NewAspectReport(e *edition.Edition, name string) (AspectReport, error) {
	all := aspects(e)
	id, ok := find(all, name)
	if !ok {
		return AspectReport{}, unknown("aspect", name, all)
	}
	out := AspectReport{Revision: e.Snapshot.Revision}
	for _, a := range e.Insights.Aspects {
		if a.ID == id {
			out.Aspect = a
		}
	}
	return out, nil
}

func aspects(e *edition.Edition) []known {
	var all []known
	for _, a := range e.Insights.Aspects {
		all = append(all, known{a.ID, []string{a.ID, a.Label}})
	}
	return all
}
