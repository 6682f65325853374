package roster

import (
	"strings"

	"github.com/reviewdata/reviewdata/pkg/insights/people"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// titles stand before names and are not part of them.
const titles = " dr mr mrs ms miss attorney nurse prof "

// addShortNames adds first names, nicknames, and surnames after titles, where
// they stand for one technician only.
func (r *Roster) addShortNames(technicians []review.Technician) {
	owners := map[string]string{} // empty: several
	claim := func(short, name string) {
		if other, taken := owners[short]; taken && other != name {
			name = ""
		}
		owners[short] = name
	}
	for _, t := range technicians {
		words := folded(t.Name)
		for len(words) > 1 && strings.Contains(titles, " "+words[0]+" ") {
			words = words[1:]
		}
		if len(words) == 0 {
			continue
		}
		for _, short := range people.CalledLike(words[0]) {
			claim(short, t.Name)
		}
		if len(words) > 1 {
			for title := range strings.FieldsSeq(titles) {
				claim(title+" "+words[len(words)-1], t.Name)
				claim(title+" "+words[0], t.Name)
			}
		}
	}
	for short, name := range owners {
		if name != "" && !r.technicians.has(short) {
			r.technicians.add(short, name)
			r.addLong(short, name)
		}
	}
}

// minMisspelt is how many letters a name has that may be misspelt.
const minMisspelt = 5

func (r *Roster) addLong(name, technician string) {
	if len(name) >= minMisspelt && !strings.Contains(name, " ") {
		r.long[name] = technician
	}
}

// misspelt returns the technician whose first name a capitalised word misses
// by a letter, if there is one only.
func (r *Roster) misspelt(w word) (technician string, n int) {
	if !w.upper || len(w.folded) < minMisspelt || r.people.Plain(w.folded) {
		return "", 0
	}
	for name, owner := range r.long {
		if name[0] != w.folded[0] || !near(name, w.folded) {
			continue
		}
		if technician != "" && technician != owner {
			return "", 0
		}
		technician, n = owner, 1
	}
	return technician, n
}

// near reports whether one letter more, less or other makes one word of the
// other.
func near(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	at := 0
	for at < len(a) && a[at] == b[at] {
		at++
	}
	if len(a) == len(b) {
		return at == len(a) || a[at+1:] == b[at+1:]
	}
	return a[at:] == b[at+1:]
}
