package profile

import (
	"fmt"
	"regexp"
	"strconv"

	"github.com/goccy/go-yaml"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// Format writes a profile as YAML that Parse reads back, absent members left
// out.
func Format(b *review.Business) ([]byte, error) {
	text, err := yaml.MarshalWithOptions(layoutOf(b), yaml.IndentSequence(true))
	if err != nil {
		return nil, fmt.Errorf("write profile: %w", err)
	}
	return text, nil
}

// text is written in quotes unless every YAML reader takes it for a text
// without them.
type text string

// plainForm and reservedForm tell which texts need no quotes: words, but not
// those that some version of YAML takes for a truth value or for nothing.
var (
	plainForm    = regexp.MustCompile(`^\pL[\pL\pN_./@&()'+-]*( [\pL\pN_./@&()'+-]+)*$`)
	reservedForm = regexp.MustCompile(`^(?i:true|false|yes|no|on|off|y|n|null)$`)
)

// MarshalYAML implements yaml.BytesMarshaler.
func (t text) MarshalYAML() ([]byte, error) {
	if s := string(t); plainForm.MatchString(s) && !reservedForm.MatchString(s) {
		return []byte(s), nil
	}
	return strconv.AppendQuote(nil, string(t)), nil
}

// layout is a profile in the order in which it is written.
type layout struct {
	ID           text               `yaml:"id"`
	Name         text               `yaml:"name"`
	Description  text               `yaml:"description,omitempty"`
	Vertical     text               `yaml:"vertical,omitempty"`
	URL          text               `yaml:"url,omitempty"`
	Telephone    text               `yaml:"telephone,omitempty"`
	Email        text               `yaml:"email,omitempty"`
	Address      addressLayout      `yaml:"address,omitempty"`
	Geo          *geoLayout         `yaml:"geo,omitempty"`
	OpeningHours []hoursLayout      `yaml:"opening_hours,omitempty"`
	ServiceAreas []text             `yaml:"service_areas,omitempty"`
	Services     []serviceLayout    `yaml:"services,omitempty"`
	Technicians  []technicianLayout `yaml:"technicians,omitempty"`
	SameAs       []text             `yaml:"same_as,omitempty"`
	Insights     insightsLayout     `yaml:"insights,omitempty"`
}

type addressLayout struct {
	StreetAddress text `yaml:"street_address,omitempty"`
	Locality      text `yaml:"locality,omitempty"`
	Region        text `yaml:"region,omitempty"`
	PostalCode    text `yaml:"postal_code,omitempty"`
	Country       text `yaml:"country,omitempty"`
}

type geoLayout struct {
	Latitude  float64 `yaml:"latitude"`
	Longitude float64 `yaml:"longitude"`
}

type hoursLayout struct {
	Days   []text `yaml:"days,flow"`
	Opens  text   `yaml:"opens"` // a digit comes first, so it gets its quotes
	Closes text   `yaml:"closes"`
}

type serviceLayout struct {
	ID       text   `yaml:"id"`
	Label    text   `yaml:"label"`
	Synonyms []text `yaml:"synonyms,omitempty,flow"`
}

type technicianLayout struct {
	Name    text   `yaml:"name"`
	Role    text   `yaml:"role,omitempty"`
	Aliases []text `yaml:"aliases,omitempty,flow"`
}

type insightsLayout struct {
	Vertical            text            `yaml:"vertical,omitempty"`
	Aspects             []subjectLayout `yaml:"aspects,omitempty"`
	Problems            []subjectLayout `yaml:"problems,omitempty"`
	DiscoverTechnicians bool            `yaml:"discover_technicians,omitempty"`
}

type subjectLayout struct {
	ID            text   `yaml:"id"`
	Label         text   `yaml:"label,omitempty"`
	Seeds         []text `yaml:"seeds,omitempty,flow"`
	PositiveSeeds []text `yaml:"positive_seeds,omitempty,flow"`
	NegativeSeeds []text `yaml:"negative_seeds,omitempty,flow"`
	Enabled       *bool  `yaml:"enabled,omitempty"` // false or left out
}

func layoutOf(b *review.Business) layout {
	out := layout{
		ID:           text(b.ID),
		Name:         text(b.Name),
		Description:  text(b.Description),
		Vertical:     text(b.Vertical),
		URL:          text(b.URL),
		Telephone:    text(b.Telephone),
		Email:        text(b.Email),
		Address:      layoutOfAddress(b.Address),
		ServiceAreas: texts(b.ServiceAreas),
		SameAs:       texts(b.SameAs),
	}
	if b.Geo != nil {
		out.Geo = &geoLayout{b.Geo.Latitude, b.Geo.Longitude}
	}
	for _, h := range b.OpeningHours {
		out.OpeningHours = append(out.OpeningHours, hoursLayout{texts(h.Days), text(h.Opens), text(h.Closes)})
	}
	for _, s := range b.Services {
		out.Services = append(out.Services, serviceLayout{text(s.ID), text(s.Label), texts(s.Synonyms)})
	}
	out.Insights = layoutOfInsights(b.Insights)
	for _, t := range b.Technicians {
		out.Technicians = append(out.Technicians, technicianLayout{text(t.Name), text(t.Role), texts(t.Aliases)})
	}
	return out
}

func layoutOfAddress(a review.Address) addressLayout {
	return addressLayout{
		StreetAddress: text(a.StreetAddress),
		Locality:      text(a.Locality),
		Region:        text(a.Region),
		PostalCode:    text(a.PostalCode),
		Country:       text(a.Country),
	}
}

func layoutOfInsights(s review.InsightSettings) insightsLayout {
	return insightsLayout{
		Vertical:            text(s.Vertical),
		Aspects:             layoutOfSubjects(s.Aspects),
		Problems:            layoutOfSubjects(s.Problems),
		DiscoverTechnicians: s.DiscoverTechnicians,
	}
}

func layoutOfSubjects(subjects []review.SubjectSettings) []subjectLayout {
	out := make([]subjectLayout, len(subjects))
	for i, s := range subjects {
		out[i] = subjectLayout{
			ID:            text(s.ID),
			Label:         text(s.Label),
			Seeds:         texts(s.Seeds),
			PositiveSeeds: texts(s.PositiveSeeds),
			NegativeSeeds: texts(s.NegativeSeeds),
		}
		if s.Disabled {
			out[i].Enabled = new(bool)
		}
	}
	return out
}

func texts(lines []string) []text {
	out := make([]text, len(lines))
	for i, line := range lines {
		out[i] = text(line)
	}
	return out
}
