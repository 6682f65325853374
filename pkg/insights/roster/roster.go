// Package roster finds the people, the services and the places of a business
// in what its customers write: by name, by first name where only one person
// has it, by nickname, by alias and by synonym. Long names may be misspelt by
// one letter.
package roster

import (
	"slices"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/insights/people"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// Roster knows the names of a business. It is immutable.
type Roster struct {
	technicians phrases
	services    phrases
	areas       phrases
	long        map[string]string // technicians by the names that may be misspelt
	people      *people.Finder
}

// Found is a name that stands in a text, in bytes.
type Found struct {
	ID         string // of the service or the place; the name of the technician
	Start, End int
}

// New prepares the names of a business; a nil business has none. A first
// name that several technicians share stands for none of them.
func New(b *review.Business) *Roster {
	r := &Roster{technicians: phrases{}, services: phrases{}, areas: phrases{}, long: map[string]string{}}
	if b == nil {
		return r
	}
	r.people = people.NewFinder(b.Name)
	for _, t := range b.Technicians {
		r.technicians.add(t.Name, t.Name)
		for _, alias := range t.Aliases {
			r.technicians.add(alias, t.Name)
		}
	}
	r.addShortNames(b.Technicians)
	for _, s := range b.Services {
		r.services.add(s.ID, s.ID)
		r.services.add(s.Label, s.ID)
		for _, synonym := range s.Synonyms {
			r.services.add(synonym, s.ID)
		}
	}
	for _, area := range b.ServiceAreas {
		r.areas.add(area, AreaID(area))
	}
	return r
}

// AreaID returns the id of a place: its words joined by hyphens.
func AreaID(name string) string { return strings.Join(folded(name), "-") }

// Mentions returns the names of the technicians and the ids of the services
// that v mentions, each sorted: those that came with the review, in the
// spelling of the roster where it knows them, and those found in its text.
func (r *Roster) Mentions(v review.Review) (technicians, services []string) {
	text := Read(v.Text)
	technicians = append(r.Technicians(v.Technicians), ids(r.FindTechnicians(text))...)
	services = append(r.Services(v.Services), ids(r.FindServices(text))...)
	return set(technicians), set(services)
}

// Technicians returns names in the spelling of the roster where it knows them.
func (r *Roster) Technicians(names []string) []string { return r.technicians.canonical(names) }

// Services returns the ids of services that are named by id, label or synonym;
// what the roster does not know stays as it is.
func (r *Roster) Services(names []string) []string { return r.services.canonical(names) }

// FindTechnicians returns where a text names technicians, in its order.
func (r *Roster) FindTechnicians(text Text) []Found {
	if len(r.technicians) == 0 {
		return nil
	}
	words := text.words
	var out []Found
	for at := 0; at < len(words); {
		name, n := r.technicians.match(words[at:])
		if n == 1 && !text.anyCase && !words[at].upper && !r.people.Plain(words[at].folded) {
			n = 0
		}
		if n == 0 {
			name, n = r.misspelt(words[at])
		}
		if n > 0 {
			out = append(out, Found{name, words[at].start, words[at+n-1].end})
		}
		at += max(n, 1)
	}
	return out
}

// FindServices returns where a text speaks of services, in its order.
func (r *Roster) FindServices(text Text) []Found { return r.services.find(text.words) }

// FindAreas returns where a text names places that are served, in its order.
func (r *Roster) FindAreas(text Text) []Found {
	return slices.DeleteFunc(r.areas.find(text.words), func(f Found) bool {
		at := slices.IndexFunc(text.words, func(w word) bool { return w.start == f.Start })
		return !text.anyCase && !text.words[at].upper
	})
}

func ids(found []Found) []string {
	out := make([]string, len(found))
	for i, f := range found {
		out[i] = f.ID
	}
	return out
}

// set sorts names and drops repeats.
func set(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}
