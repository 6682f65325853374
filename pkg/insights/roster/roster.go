// Package roster finds the people and the services of a business in what its
// customers write: by name, by first name where only one person has it, by
// alias and by synonym.
package roster

import (
	"slices"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// Roster knows the technicians and services of a business by all their names
// and finds them in reviews.
type Roster struct {
	technicians phrases
	services    phrases
}

// New prepares the names of a business; a nil business has none. A first
// name that several technicians share stands for none of them.
func New(b *review.Business) *Roster {
	r := &Roster{technicians: phrases{}, services: phrases{}}
	if b == nil {
		return r
	}
	for _, t := range b.Technicians {
		r.technicians.add(t.Name, t.Name)
		for _, alias := range t.Aliases {
			r.technicians.add(alias, t.Name)
		}
	}
	r.addFirstNames(b.Technicians)
	for _, s := range b.Services {
		r.services.add(s.ID, s.ID)
		r.services.add(s.Label, s.ID)
		for _, synonym := range s.Synonyms {
			r.services.add(synonym, s.ID)
		}
	}
	return r
}

func (r *Roster) addFirstNames(technicians []review.Technician) {
	owner := map[string]string{}
	for _, t := range technicians {
		first, _, _ := strings.Cut(t.Name, " ")
		folded := review.Fold(first)
		if other, taken := owner[folded]; taken && other != t.Name {
			owner[folded] = ""
			continue
		}
		owner[folded] = t.Name
	}
	for first, name := range owner {
		if name != "" && !r.technicians.has(first) {
			r.technicians.add(first, name)
		}
	}
}

// Mentions returns the names of the technicians and the ids of the services
// that v mentions, each sorted: those that came with the review, in the
// spelling of the roster where it knows them, and those found in its text.
func (r *Roster) Mentions(v review.Review) (technicians, services []string) {
	words := split(v.Text)
	anyCase := shouting(v.Text)
	technicians = r.technicians.canonical(v.Technicians)
	services = r.services.canonical(v.Services)
	for at := 0; at < len(words); {
		name, n := r.technicians.match(words[at:])
		if n > 0 && (n > 1 || anyCase || words[at].upper) {
			technicians = append(technicians, name)
			at += n
			continue
		}
		at++
	}
	for at := 0; at < len(words); {
		id, n := r.services.match(words[at:])
		if n > 0 {
			services = append(services, id)
		}
		at += max(n, 1)
	}
	return set(technicians), set(services)
}

// set sorts names and drops repeats.
func set(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}
