package tool

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/mcp/internal/edition"
)

// ServiceReport is what the reviews say about one service.
type ServiceReport struct {
	Revision review.Revision `json:"revision" jsonschema:"Revision of the data."`
	document.EntityInsight
}

// TechnicianReport is what the reviews say about one technician.
type TechnicianReport struct {
	Revision review.Revision `json:"revision" jsonschema:"Revision of the data."`
	Role     *string         `json:"role" jsonschema:"What the technician does; null when the profile does not say."`
	document.TechnicianInsight
}

// The bounds of max_evidence.
const (
	maxEvidenceName = "max_evidence"
	maxEvidence     = 100
	usualEvidence   = 10
)

func maxEvidenceSchema() *jsonschema.Schema {
	s := number("integer", "Most verbatim quotes to return.", 0, maxEvidence)
	s.Default = []byte(strconv.Itoa(usualEvidence))
	return s
}

// known is something that can be asked for by any of its names.
type known struct {
	id    string // as the insights have it
	names []string
}

// find returns the id of what has a name, without regard to case.
func find(all []known, name string) (string, bool) {
	folded := review.Fold(name)
	for _, k := range all {
		if slices.ContainsFunc(k.names, func(n string) bool { return review.Fold(n) == folded }) {
			return k.id, true
		}
	}
	return "", false
}

// maxListed bounds how many names an answer proposes.
const maxListed = 40

// unknown is the answer to a name that nothing has.
func unknown(what, name string, all []known) error {
	if len(all) == 0 {
		return notHereError{fmt.Sprintf("There is no %s %q: the data has none so far.", what, review.Excerpt(name))}
	}
	var names []string
	for _, k := range all {
		names = append(names, k.names[0])
	}
	more := ""
	if len(names) > maxListed {
		names, more = names[:maxListed], " and others"
	}
	return notHereError{fmt.Sprintf("There is no %s %q. There are: %s%s.", what, review.Excerpt(name), strings.Join(names, ", "), more)}
}

func getService() definition {
	return definition{
		name:  "get_service",
		title: "What customers say about a service",
		description: "What the reviews that mention one service say: how many mention it, their mean rating, share of positive ones, sentiment score from -1 to 1, top phrases, example review ids, and verbatim evidence. " +
			"Figures are 0 and lists are empty when no review mentions it.",
		input: object(
			parameter{"service", phrase("Id, label or synonym of a service, as in get_business, case-insensitive."), true},
			parameter{maxEvidenceName, maxEvidenceSchema(), false},
		),
		output: body[ServiceReport](),
		answer: func(r *request) (*mcp.CallToolResult, error) {
			name := r.required("service", review.MaxQueryLength, "an id or label, such as get_business lists")
			most := r.integer(maxEvidenceName, 0, maxEvidence, usualEvidence)
			if err := r.finish(); err != nil {
				return nil, err
			}
			report, err := NewServiceReport(r.edition, name)
			if err != nil {
				return nil, err
			}
			report.Evidence = report.Evidence[:min(most, len(report.Evidence))]
			return reply(report)
		},
	}
}

// NewServiceReport reports on the service that has a name. The text of the
// error is for the client.
func NewServiceReport(e *edition.Edition, name string) (ServiceReport, error) {
	all := services(e)
	id, ok := find(all, name)
	if !ok {
		return ServiceReport{}, unknown("service", name, all)
	}
	out := ServiceReport{Revision: e.Snapshot.Revision, EntityInsight: document.EntityInsight{ID: id, Label: id, EntityFigures: none()}}
	for _, s := range e.Business().Services {
		if s.ID == id {
			out.Label = s.Label
		}
	}
	for _, in := range e.Insights.Entities.Services {
		if in.ID == id {
			out.EntityInsight = in
		}
	}
	return out, nil
}

// services returns the services of the profile and those that only the reviews
// mention.
func services(e *edition.Edition) []known {
	var all []known
	for _, s := range e.Business().Services {
		all = append(all, known{s.ID, slices.Concat([]string{s.ID, s.Label}, s.Synonyms)})
	}
	for _, in := range e.Insights.Entities.Services {
		if _, ok := find(all, in.ID); !ok {
			all = append(all, known{in.ID, []string{in.ID, in.Label}})
		}
	}
	return all
}

// none are the figures of what no review mentions.
func none() document.EntityFigures {
	return document.EntityFigures{TopPhrases: []string{}, ExampleReviewIDs: []review.ID{}, Evidence: []document.Evidence{}}
}
