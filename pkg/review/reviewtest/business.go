package reviewtest

import "github.com/reviewdata/reviewdata/pkg/review"

// Business returns the profile of the business of the sample, in which every
// member is set.
func Business() *review.Business {
	return &review.Business{
		ID:          "breeze",
		Name:        "Breeze & Sons",
		Description: "Heating and cooling in Austin since 1987.",
		Vertical:    "hvac",
		URL:         "https://breeze.example.com/",
		Telephone:   "+1 512 555 0100",
		Email:       "hello@breeze.example.com",
		Address: review.Address{
			StreetAddress: "12 Elm St",
			Locality:      "Austin",
			Region:        "TX",
			PostalCode:    "78701",
			Country:       "US",
		},
		Geo: &review.Geo{Latitude: 30.2672, Longitude: -97.7431},
		OpeningHours: []review.OpeningHours{
			{Days: []string{"mo", "tu", "we", "th", "fr"}, Opens: "08:00", Closes: "17:00"},
			{Days: []string{"sa"}, Opens: "09:00", Closes: "12:30"},
		},
		ServiceAreas: []string{"Austin", "Round Rock"},
		Services: []review.Service{
			{ID: "ac-repair", Label: "AC repair", Synonyms: []string{"air conditioning"}},
			{ID: "duct-cleaning", Label: "Duct cleaning"},
		},
		Technicians: []review.Technician{
			{Name: "Gazi Rahman", Role: "Technician", Aliases: []string{"Gaz"}},
			{Name: "Zoë O'Neil"},
		},
		SameAs: []string{"https://maps.example.com/breeze"},
	}
}
