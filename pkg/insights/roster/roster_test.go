package roster_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/insights/roster"
	"github.com/reviewdata/reviewdata/pkg/review"
)

func business() *review.Business {
	return &review.Business{
		Technicians: []review.Technician{
			{Name: "Gazi Rahman", Aliases: []string{"Gaz"}},
			{Name: "Will Ortega"},
			{Name: "Mia Chen"},
			{Name: "Mia Novak"},
			{Name: "José Ñandú"},
		},
		Services: []review.Service{
			{ID: "ac-repair", Label: "AC repair", Synonyms: []string{"air conditioner", "aircon"}},
			{ID: "drain-cleaning", Label: "Drain cleaning", Synonyms: []string{"clogged drain"}},
			{ID: "drain", Label: "Drain"},
		},
	}
}

func TestMentions(t *testing.T) {
	t.Parallel()
	names := roster.New(business())
	for _, test := range []struct {
		name                  string
		review                review.Review
		technicians, services []string
	}{
		{"first name", review.Review{Text: "Gazi fixed it."}, []string{"Gazi Rahman"}, nil},
		{"full name", review.Review{Text: "Thanks to Gazi Rahman!"}, []string{"Gazi Rahman"}, nil},
		{"alias and possessive", review.Review{Text: "Gaz's work"}, []string{"Gazi Rahman"}, nil},
		{"part of a word", review.Review{Text: "Gazillion thanks, Gazing"}, nil, nil},
		{"common word in lower case", review.Review{Text: "I will call again"}, nil, nil},
		{"common word as a name", review.Review{Text: "We had Will again"}, []string{"Will Ortega"}, nil},
		{"all lower case", review.Review{Text: "gazi was great"}, []string{"Gazi Rahman"}, nil},
		{"all upper case", review.Review{Text: "GAZI WAS GREAT"}, []string{"Gazi Rahman"}, nil},
		{"shared first name", review.Review{Text: "Mia was kind"}, nil, nil},
		{"shared first name, last name given", review.Review{Text: "Mia Novak was kind"}, []string{"Mia Novak"}, nil},
		{"other letters", review.Review{Text: "Gracias JOSÉ ñandú"}, []string{"José Ñandú"}, nil},
		{"service label", review.Review{Text: "Quick AC Repair"}, nil, []string{"ac-repair"}},
		{"synonyms in the plural", review.Review{Text: "two air conditioners"}, nil, []string{"ac-repair"}},
		{"longest phrase wins", review.Review{Text: "drain cleaning"}, nil, []string{"drain-cleaning"}},
		{"both", review.Review{Text: "a clogged drain, then another drain"}, nil, []string{"drain", "drain-cleaning"}},
		{
			"given ones in the spelling of the roster",
			review.Review{Technicians: []string{"gazi", "Stranger"}, Services: []string{"AC Repair"}, Text: "Gazi"},
			[]string{"Gazi Rahman", "Stranger"},
			[]string{"ac-repair"},
		},
		{"no words", review.Review{}, nil, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			technicians, services := names.Mentions(test.review)
			if diff := cmp.Diff(append([]string{}, test.technicians...), technicians); diff != "" {
				t.Errorf("technicians (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(append([]string{}, test.services...), services); diff != "" {
				t.Errorf("services (-want +got)\n%s", diff)
			}
		})
	}
}

func TestMentionsWithoutABusiness(t *testing.T) {
	t.Parallel()
	technicians, services := roster.New(nil).Mentions(review.Review{Text: "Gazi", Services: []string{"x"}})
	if len(technicians) != 0 || len(services) != 1 {
		t.Errorf("Mentions = %v, %v; want what was given", technicians, services)
	}
}

func FuzzMentions(f *testing.F) {
	for _, seed := range []string{"Gazi's AC repair", "", "\xff", "𝔊azi ﬁ ß İ", "s", "'s"} {
		f.Add(seed)
	}
	names := roster.New(business())
	f.Fuzz(func(t *testing.T, text string) {
		first, _ := names.Mentions(review.Review{Text: text})
		again, _ := names.Mentions(review.Review{Text: text, Technicians: first})
		if diff := cmp.Diff(first, again); diff != "" {
			t.Errorf("mentions are not stable (-first +again)\n%s", diff)
		}
	})
}
