package analysis

import (
	"cmp"
	"slices"

	"github.com/reviewdata/reviewdata/pkg/insights/feature"
	"github.com/reviewdata/reviewdata/pkg/insights/people"
	"github.com/reviewdata/reviewdata/pkg/insights/roster"
	"github.com/reviewdata/reviewdata/pkg/insights/taxonomy"
	"github.com/reviewdata/reviewdata/pkg/insights/token"
	"github.com/reviewdata/reviewdata/pkg/insights/weighing"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// finder finds people, services, problems and places.
type finder struct {
	roster   *roster.Roster
	people   *people.Finder
	discover bool
	labels   map[string]string // of services and places, by id
	aspects  int
	problems []taxonomy.Subject
}

func newFinder(b *review.Business, t *taxonomy.Taxonomy) *finder {
	f := &finder{
		roster:   roster.New(b),
		discover: b == nil || len(b.Technicians) == 0 || b.Insights.DiscoverTechnicians,
		labels:   map[string]string{},
		aspects:  len(t.Aspects),
		problems: t.Problems,
	}
	name := ""
	if b != nil {
		name = b.Name
		for _, s := range b.Services {
			f.labels[s.ID] = s.Label
		}
		for _, area := range b.ServiceAreas {
			f.labels[roster.AreaID(area)] = area
		}
	}
	f.people = people.NewFinder(name)
	if t.StaffUnseen {
		f.people = f.people.Unseen()
	}
	return f
}

// find adds to an analysis what a review names.
func (f *finder) find(out *Analysis, in *feature.Reading, r review.Review) {
	text := roster.Read(r.Text)
	out.Technicians = f.entities(in, out, f.roster.FindTechnicians(text), f.roster.Technicians(r.Technicians))
	if f.discover && out.Assessed {
		out.Technicians = f.discovered(in, out, r.Author)
	}
	out.Services = f.entities(in, out, f.roster.FindServices(text), f.roster.Services(r.Services))
	out.ServiceAreas = f.entities(in, out, f.roster.FindAreas(text), nil)
	if out.Assessed {
		out.Problems = f.reported(in, out, r.Rating)
	}
}

// entities are names found in the text and names that came with the review.
func (f *finder) entities(in *feature.Reading, a *Analysis, found []roster.Found, given []string) []Entity {
	var out []Entity
	for _, n := range found {
		out = append(out, f.entity(in, a, n.ID, n.Start))
	}
	for _, id := range given {
		out = append(out, Entity{ID: id, Label: cmp.Or(f.labels[id], id), Sentiment: a.Sentiment})
	}
	return distinct(out)
}

// entity is something that a text names at a byte offset. What is said about
// it is what its clause says, or else its sentence, or else the review.
func (f *finder) entity(in *feature.Reading, a *Analysis, id string, at int) Entity {
	e := Entity{ID: id, Label: cmp.Or(f.labels[id], id), Sentiment: a.Sentiment}
	for i, s := range in.Clauses {
		if in.Tokens[s.Last-1].End <= at {
			continue
		}
		e.Quote, e.Start, e.End = quote(in, s)
		if a.Assessed {
			e.Sentiment = cmp.Or(a.said(in, i, e), a.Sentiment)
		}
		break
	}
	return e
}

// said returns what a review says of an entity that a clause names, empty when neither
// the clause nor its sentence says anything.
func (a *Analysis) said(in *feature.Reading, clause int, e Entity) review.Sentiment {
	if s := cmp.Or(a.judged(e.Start, e.End), sound(in, clause)); s != "" {
		return s
	}
	return a.judgedAround(in, in.Clauses[clause])
}

// judged returns what a review says of the business between two places of its text,
// empty when it says nothing or both there.
func (a *Analysis) judged(start, end int) review.Sentiment {
	var out review.Sentiment
	for _, m := range a.Mentions {
		if m.Start >= end || m.End <= start {
			continue
		}
		if out != "" && out != m.Sentiment {
			return ""
		}
		out = m.Sentiment
	}
	return out
}

// judgedAround returns the same of the sentence that a clause is in.
func (a *Analysis) judgedAround(in *feature.Reading, clause token.Span) review.Sentiment {
	for _, s := range in.Sentences {
		if s.First <= clause.First && clause.First < s.Last {
			_, start, end := quote(in, s)
			return a.judged(start, end)
		}
	}
	return ""
}

// sound returns how the words of a clause sound, empty when they have no tone.
func sound(in *feature.Reading, clause int) review.Sentiment {
	switch o := in.OpinionIn(clause).Sum(); {
	case o > 0:
		return review.Positive
	case o < 0:
		return review.Negative
	default:
		return ""
	}
}

// discovered adds the people that nobody told of. One whose name the roster
// has is left to it.
func (f *finder) discovered(in *feature.Reading, a *Analysis, author string) []Entity {
	out := a.Technicians
	for _, p := range f.people.Find(in.Text, author) {
		if len(f.roster.FindTechnicians(roster.Read(p.Name))) > 0 {
			continue
		}
		_, start, _ := in.Slice(p.Span)
		out = append(out, f.entity(in, a, p.Name, start))
	}
	return distinct(out)
}

// reported are the problems that a text reports. Customers who are content speak of
// damage that was repaired, too: theirs count where they are told as criticism, but for
// problems of the operator's own, of which no aspect may tell.
func (f *finder) reported(in *feature.Reading, a *Analysis, rating int) []Entity {
	var out []Entity
	for i := range in.Clauses {
		for _, h := range in.HitsIn(i) {
			at := h.Subject - f.aspects
			if at < 0 || at >= len(f.problems) || h.Kind != feature.Blame {
				continue
			}
			p := f.problems[at]
			e := Entity{ID: p.ID, Label: p.Label, Sentiment: review.Negative}
			span := in.Clauses[i]
			e.Quote, e.Start, e.End = quote(in, token.Span{First: min(span.First, h.First), Last: span.Last})
			if weighing.Discontent(rating) || p.Own || blamed(a, e) {
				out = append(out, e)
			}
		}
	}
	return distinct(out)
}

// blamed reports whether what is said of an entity is told as a criticism of some
// aspect.
func blamed(a *Analysis, e Entity) bool {
	return slices.ContainsFunc(a.Mentions, func(m Mention) bool {
		return m.Sentiment == review.Negative && m.Start < e.End && e.Start < m.End
	})
}

// distinct sorts entities by id and keeps the first of each.
func distinct(entities []Entity) []Entity {
	slices.SortStableFunc(entities, func(a, b Entity) int { return cmp.Compare(a.ID, b.ID) })
	return slices.CompactFunc(entities, func(a, b Entity) bool { return a.ID == b.ID })
}
