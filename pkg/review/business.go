package review

import (
	"fmt"
	"regexp"
	"slices"
)

// Business is the profile of the business that the reviews are about.
// Synonyms, aliases and the settings of the insights serve to find mentions and
// are not published.
type Business struct {
	ID           string
	Name         string
	Description  string
	Vertical     string // the line of business, such as "plumbing"
	URL          string
	Telephone    string
	Email        string
	Address      Address
	Geo          *Geo
	OpeningHours []OpeningHours
	ServiceAreas []string
	Services     []Service
	Technicians  []Technician
	SameAs       []string // other pages about the same business
	Insights     InsightSettings
}

// Address is a postal address; every member may be empty.
type Address struct {
	StreetAddress, Locality, Region, PostalCode, Country string
}

// Geo is a place on the globe, in degrees of WGS 84.
type Geo struct {
	Latitude, Longitude float64
}

// OpeningHours says when the business is open on some days of the week.
type OpeningHours struct {
	Days   []string // of mo tu we th fr sa su
	Opens  string   // HH:MM, local time
	Closes string   // HH:MM, local time
}

// Service is something the business offers.
type Service struct {
	ID       string
	Label    string
	Synonyms []string // other words customers use for it
}

// Technician is a person who serves customers.
type Technician struct {
	Name    string
	Role    string
	Aliases []string // other names customers use
}

// Employs reports whether somebody stands in the profile under a name. Nobody
// does without a profile.
func (b *Business) Employs(name string) bool {
	return b != nil && slices.ContainsFunc(b.Technicians, func(t Technician) bool { return t.Name == name })
}

// The bounds of a business profile.
const (
	maxNameLength        = 200
	maxDescriptionLength = 5_000
	maxEntries           = 500
)

var (
	idForm   = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	timeForm = regexp.MustCompile(`^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$`)
	dayForm  = regexp.MustCompile(`^(mo|tu|we|th|fr|sa|su)$`)
)

// Validate returns all problems of the profile as Issues, or nil.
func (b *Business) Validate() error {
	var is Issues
	is.checkID("id", b.ID)
	if is.required("name", b.Name) {
		is.checkLine("name", b.Name, maxNameLength)
	}
	is.checkText("description", b.Description, maxDescriptionLength)
	is.checkLine("vertical", b.Vertical, maxNameLength)
	is.checkURL("url", b.URL)
	is.checkLine("telephone", b.Telephone, maxNameLength)
	is.checkLine("email", b.Email, maxNameLength)
	is.checkAddress(b.Address)
	is.checkGeo(b.Geo)
	is.checkOpeningHours(b.OpeningHours)
	is.checkServices(b.Services)
	is.checkTechnicians(b.Technicians)
	is.checkList("service_areas", b.ServiceAreas)
	is.checkInsights(b.Insights)
	is.checkEntries("same_as", len(b.SameAs))
	for i, u := range b.SameAs {
		path := fmt.Sprintf("same_as.%d", i)
		is.required(path, u)
		is.checkURL(path, u)
	}
	return is.Err()
}

func (is *Issues) checkID(path, id string) {
	if is.required(path, id) && (len(id) > maxNameLength || !idForm.MatchString(id)) {
		is.add(path, CodeMalformed, id, "%s must be lower-case words joined by hyphens, such as ac-repair", path)
	}
}

func (is *Issues) checkAddress(a Address) {
	is.checkLine("address.street_address", a.StreetAddress, maxNameLength)
	is.checkLine("address.locality", a.Locality, maxNameLength)
	is.checkLine("address.region", a.Region, maxNameLength)
	is.checkLine("address.postal_code", a.PostalCode, maxNameLength)
	is.checkLine("address.country", a.Country, maxNameLength)
}

func (is *Issues) checkGeo(g *Geo) {
	if g == nil {
		return
	}
	// Written so that NaN, which compares false, is refused too.
	if !(g.Latitude >= -90 && g.Latitude <= 90) {
		is.add("geo.latitude", CodeOutOfRange, fmt.Sprint(g.Latitude), "geo.latitude must be from -90 to 90 degrees")
	}
	if !(g.Longitude >= -180 && g.Longitude <= 180) {
		is.add("geo.longitude", CodeOutOfRange, fmt.Sprint(g.Longitude), "geo.longitude must be from -180 to 180 degrees")
	}
}

func (is *Issues) checkOpeningHours(hours []OpeningHours) {
	is.checkEntries("opening_hours", len(hours))
	for i, h := range hours {
		path := fmt.Sprintf("opening_hours.%d", i)
		if len(h.Days) == 0 {
			is.add(path+".days", CodeMissing, "", "%s.days must name at least one day", path)
		}
		for _, day := range h.Days {
			is.checkForm(path+".days", day, dayForm, "days of mo tu we th fr sa su")
		}
		is.checkForm(path+".opens", h.Opens, timeForm, "a time as HH:MM, quoted in YAML")
		is.checkForm(path+".closes", h.Closes, timeForm, "a time as HH:MM, quoted in YAML")
	}
}

func (is *Issues) checkForm(path, s string, form *regexp.Regexp, want string) {
	if !form.MatchString(s) {
		is.add(path, CodeMalformed, s, "%s must be %s", path, want)
	}
}

func (is *Issues) checkServices(services []Service) {
	is.checkEntries("services", len(services))
	seen := map[string]bool{}
	for i, s := range services {
		path := fmt.Sprintf("services.%d", i)
		is.checkID(path+".id", s.ID)
		if is.required(path+".label", s.Label) {
			is.checkLine(path+".label", s.Label, maxNameLength)
		}
		is.checkList(path+".synonyms", s.Synonyms)
		is.checkUnique(path+".id", seen, s.ID, s.ID)
	}
}

func (is *Issues) checkTechnicians(technicians []Technician) {
	is.checkEntries("technicians", len(technicians))
	seen := map[string]bool{}
	for i, t := range technicians {
		path := fmt.Sprintf("technicians.%d", i)
		if is.required(path+".name", t.Name) {
			is.checkLine(path+".name", t.Name, maxNameLength)
		}
		is.checkLine(path+".role", t.Role, maxNameLength)
		is.checkList(path+".aliases", t.Aliases)
		is.checkUnique(path+".name", seen, Fold(t.Name), t.Name)
	}
}

// checkUnique reports a value whose key an earlier one had.
func (is *Issues) checkUnique(path string, seen map[string]bool, key, value string) {
	if key != "" && seen[key] {
		is.add(path, CodeDuplicate, value, "%s must not repeat an earlier one", path)
	}
	seen[key] = true
}

func (is *Issues) checkList(path string, lines []string) {
	is.checkEntries(path, len(lines))
	for i, line := range lines {
		entry := fmt.Sprintf("%s.%d", path, i)
		if is.required(entry, line) {
			is.checkLine(entry, line, maxNameLength)
		}
	}
}

func (is *Issues) checkEntries(path string, n int) {
	if n > maxEntries {
		is.add(path, CodeTooLong, "", "%s must have at most %d entries, it has %d", path, maxEntries, n)
	}
}
