package document

import "github.com/reviewdata/reviewdata/pkg/review"

// Business is the published profile of the business.
type Business struct {
	ID           string         `json:"id" jsonschema:"Identifier the operator chose."`
	Name         string         `json:"name"`
	Description  *string        `json:"description"`
	Vertical     *string        `json:"vertical" jsonschema:"Line of business, such as plumbing."`
	URL          *URL           `json:"url" jsonschema:"The website of the business."`
	Telephone    *string        `json:"telephone"`
	Email        *string        `json:"email"`
	Address      Address        `json:"address" jsonschema:"Postal address; each member may be null."`
	Geo          *Geo           `json:"geo" jsonschema:"Where it is on the globe."`
	OpeningHours []OpeningHours `json:"opening_hours"`
	ServiceAreas []string       `json:"service_areas" jsonschema:"Names of the places it serves."`
	Services     []Service      `json:"services" jsonschema:"What it offers."`
	Technicians  []Technician   `json:"technicians" jsonschema:"The people who serve customers."`
	SameAs       []URL          `json:"same_as" jsonschema:"Other pages about the same business."`
}

// Address is a postal address.
type Address struct {
	StreetAddress *string `json:"street_address"`
	Locality      *string `json:"locality" jsonschema:"Town or city."`
	Region        *string `json:"region" jsonschema:"State or province."`
	PostalCode    *string `json:"postal_code"`
	Country       *string `json:"country"`
}

// Geo is a place on the globe.
type Geo struct {
	Latitude  float64 `json:"latitude" jsonschema:"Degrees north of the equator, WGS 84."`
	Longitude float64 `json:"longitude" jsonschema:"Degrees east of Greenwich, WGS 84."`
}

// OpeningHours says when the business is open on some days of the week.
type OpeningHours struct {
	Days   []string `json:"days" jsonschema:"Days of the week: mo tu we th fr sa su."`
	Opens  string   `json:"opens" jsonschema:"Local time, HH:MM."`
	Closes string   `json:"closes" jsonschema:"Local time, HH:MM."`
}

// Service is something the business offers.
type Service struct {
	ID    string `json:"id" jsonschema:"Identifier, as in the services of a review."`
	Label string `json:"label" jsonschema:"Name for people."`
}

// Technician is a person who serves customers.
type Technician struct {
	Name string  `json:"name" jsonschema:"Name, as in the technicians of a review."`
	Role *string `json:"role"`
}

// newBusiness returns nil when there is no profile.
func newBusiness(b *review.Business) *Business {
	if b == nil {
		return nil
	}
	return &Business{
		ID:           b.ID,
		Name:         b.Name,
		Description:  optional[string](b.Description),
		Vertical:     optional[string](b.Vertical),
		URL:          optional[URL](b.URL),
		Telephone:    optional[string](b.Telephone),
		Email:        optional[string](b.Email),
		Address:      newAddress(b.Address),
		Geo:          (*Geo)(b.Geo),
		OpeningHours: convert(b.OpeningHours, newOpeningHours),
		ServiceAreas: list(b.ServiceAreas),
		Services:     convert(b.Services, newService),
		Technicians:  convert(b.Technicians, newTechnician),
		SameAs:       convert(b.SameAs, func(s string) URL { return URL(s) }),
	}
}

func newAddress(a review.Address) Address {
	return Address{
		StreetAddress: optional[string](a.StreetAddress),
		Locality:      optional[string](a.Locality),
		Region:        optional[string](a.Region),
		PostalCode:    optional[string](a.PostalCode),
		Country:       optional[string](a.Country),
	}
}

func newOpeningHours(h review.OpeningHours) OpeningHours {
	return OpeningHours{Days: list(h.Days), Opens: h.Opens, Closes: h.Closes}
}

func newService(s review.Service) Service { return Service{ID: s.ID, Label: s.Label} }

func newTechnician(t review.Technician) Technician {
	return Technician{Name: t.Name, Role: optional[string](t.Role)}
}
