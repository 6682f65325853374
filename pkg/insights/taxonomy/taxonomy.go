// Package taxonomy is what reviews are searched for: the aspects of a service
// that customers judge, and the problems they report.
//
// The core has the aspects Google asks the customers of service businesses
// about (responsiveness, punctuality, quality, professionalism, value) and
// those their reviews are full of beside them. An overlay per vertical renames
// some, teaches them the words of the trade, and adds a few of its own. The
// operator's profile overrides both. Ids are stable: they are public.
package taxonomy

// Taxonomy is what to look for in the reviews of one business.
type Taxonomy struct {
	// Vertical is the id of the overlay in use, empty for the core alone.
	Vertical string
	// StaffUnseen says that customers do not meet those who serve them, so that whom
	// they name is theirs for the most part.
	StaffUnseen bool
	// Aspects and Problems are in the order in which they are shown. Those that
	// were disabled are not there.
	Aspects  []Subject
	Problems []Subject
	// Overall has the phrases for and against the business as a whole. It is no
	// aspect and has no id.
	Overall Subject
	// Decisive has the phrases that decide how the clause they stand in judges,
	// whatever it judges. It is no aspect either.
	Decisive Subject
	// Instructions are phrases by which a review speaks to the machine that
	// reads it.
	Instructions []string
}

// Subject is an aspect or a problem. Its seeds are phrases: see package
// phrase for their form.
type Subject struct {
	ID            string   `yaml:"id"`
	Label         string   `yaml:"label"`
	Seeds         []string `yaml:"seeds"`          // show that it is spoken about
	PositiveSeeds []string `yaml:"positive_seeds"` // praise it
	NegativeSeeds []string `yaml:"negative_seeds"` // criticise it; all that a problem has
	Sums          bool     `yaml:"sums"`           // it is about money: a sum by itself does not judge it
	Disabled      bool     `yaml:"disabled"`
	Own           bool     `yaml:"-"` // the operator has added it
}

// Aspect returns the aspect with an id.
func (t *Taxonomy) Aspect(id string) (Subject, bool) { return find(t.Aspects, id) }

// Problem returns the problem with an id.
func (t *Taxonomy) Problem(id string) (Subject, bool) { return find(t.Problems, id) }

func find(subjects []Subject, id string) (Subject, bool) {
	for _, s := range subjects {
		if s.ID == id {
			return s, true
		}
	}
	return Subject{}, false
}
