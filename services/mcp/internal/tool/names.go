package tool

import "github.com/reviewdata/reviewdata/services/mcp/internal/edition"

// ServiceNames returns the ids of all services.
func ServiceNames(e *edition.Edition) []string { return ids(services(e)) }

// TechnicianNames returns the names of all technicians.
func TechnicianNames(e *edition.Edition) []string { return ids(technicians(e)) }

// AspectNames returns the ids of all aspects.
func AspectNames(e *edition.Edition) []string { return ids(aspects(e)) }

func ids(all []known) []string {
	var out []string
	for _, k := range all {
		out = append(out, k.id)
	}
	return out
}
