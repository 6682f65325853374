package analysis

import (
	"github.com/reviewdata/reviewdata/pkg/insights/feature"
	"github.com/reviewdata/reviewdata/pkg/insights/roster"
	"github.com/reviewdata/reviewdata/pkg/insights/taxonomy"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// finder finds people, services, problems and places.
type finder struct {
	roster *roster.Roster
}

func newFinder(b *review.Business, _ *taxonomy.Taxonomy) *finder {
	return &finder{roster: roster.New(b)}
}

func (f *finder) find(out *Analysis, in *feature.Reading, r review.Review) {
	technicians, services := f.roster.Mentions(r)
	for _, name := range technicians {
		out.Technicians = append(out.Technicians, Entity{ID: name, Label: name, Confirmed: true})
	}
	for _, id := range services {
		out.Services = append(out.Services, Entity{ID: id, Label: id, Confirmed: true})
	}
}
