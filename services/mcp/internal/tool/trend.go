package tool

import (
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/mcp/internal/edition"
)

// TrendReport is how the reviews move over time.
type TrendReport struct {
	Revision review.Revision `json:"revision" jsonschema:"Revision of the data."`
	document.Temporal
}

// maxMonths is the most months that can be asked for: a century.
const maxMonths = 1200

// NewTrendReport reports on the last months of an edition; 0 means all.
func NewTrendReport(e *edition.Edition, months int) TrendReport {
	out := TrendReport{e.Snapshot.Revision, e.Insights.Temporal}
	if all := out.Monthly; months > 0 && months < len(all) {
		out.Monthly = all[len(all)-months:]
	}
	return out
}

func getTrend() definition {
	return definition{
		name:  "get_trend",
		title: "Get the trend over time",
		description: "Reviews by calendar month, oldest first, months without reviews included: count, mean rating and sentiment score from -1 to 1; " +
			"whether sentiment is improving, stable or declining, and the comparison of the last year with the year before that this rests on. Use months to see the recent ones only.",
		input:  object(parameter{"months", number("integer", "Only the last so many months. Leave it out for all.", 1, maxMonths), false}),
		output: body[TrendReport](),
		answer: func(r *request) (*mcp.CallToolResult, error) {
			months := r.integer("months", 1, maxMonths, 0)
			if err := r.finish(); err != nil {
				return nil, err
			}
			return reply(NewTrendReport(r.edition, months))
		},
	}
}
