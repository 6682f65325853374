package tool

import (
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/mcp/internal/edition"
)

func getTechnician() definition {
	return definition{
		name:  "get_technician",
		title: "What customers say about a technician",
		description: "What the reviews that mention one technician say: how many mention the person, their mean rating, share of positive ones, sentiment score from -1 to 1, top phrases, example review ids, and verbatim evidence. " +
			"Figures are 0 and lists are empty when no review mentions the person.",
		input: object(
			parameter{"name", phrase("Full or first name of a technician, as in get_business, case-insensitive."), true},
			parameter{maxEvidenceName, maxEvidenceSchema(), false},
		),
		output: body[TechnicianReport](),
		answer: func(r *request) (*mcp.CallToolResult, error) {
			name := r.required("name", review.MaxQueryLength, "a name, such as get_business lists")
			most := r.integer(maxEvidenceName, 0, maxEvidence, usualEvidence)
			if err := r.finish(); err != nil {
				return nil, err
			}
			report, err := NewTechnicianReport(r.edition, name)
			if err != nil {
				return nil, err
			}
			report.Evidence = report.Evidence[:min(most, len(report.Evidence))]
			return reply(report)
		},
	}
}

// NewTechnicianReport reports on the technician who has a name. The text of
// the error is for the client.
func NewTechnicianReport(e *edition.Edition, name string) (TechnicianReport, error) {
	all := technicians(e)
	full, ok := find(all, name)
	if !ok {
		full, ok = byFirstName(all, name)
	}
	if !ok {
		return TechnicianReport{}, unknown("technician", name, all)
	}
	out := TechnicianReport{Revision: e.Snapshot.Revision, TechnicianInsight: document.TechnicianInsight{Name: full, EntityFigures: none()}}
	for _, in := range e.Insights.Entities.Technicians {
		if in.Name == full {
			out.TechnicianInsight = in
		}
	}
	for _, t := range e.Business().Technicians {
		if t.Name == full && t.Role != "" {
			out.Role = &t.Role
		}
	}
	return out, nil
}

// technicians returns those of the profile and those that only the reviews
// mention.
func technicians(e *edition.Edition) []known {
	var all []known
	for _, t := range e.Business().Technicians {
		all = append(all, known{t.Name, slices.Concat([]string{t.Name}, t.Aliases)})
	}
	for _, in := range e.Insights.Entities.Technicians {
		if _, ok := find(all, in.Name); !ok {
			all = append(all, known{in.Name, []string{in.Name}})
		}
	}
	return all
}

// byFirstName returns the only technician with a first name: one that several
// have means none of them.
func byFirstName(all []known, name string) (string, bool) {
	var found []string
	for _, k := range all {
		first, _, _ := strings.Cut(k.id, " ")
		if review.Fold(first) == review.Fold(name) {
			found = append(found, k.id)
		}
	}
	if len(found) != 1 {
		return "", false
	}
	return found[0], true
}
