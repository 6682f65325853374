package profile_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/profile"
)

// brookside is the profile in testdata.
func brookside() *review.Business {
	return &review.Business{
		ID:          "brookside-heating",
		Name:        "Brookside Heating & Air",
		Description: "Repairs and installs heating and cooling.\nFamily owned: three vans, one dog.",
		Vertical:    "hvac",
		URL:         "https://brookside.example",
		Telephone:   "+1 555 0134",
		Email:       "hello@brookside.example",
		Address: review.Address{
			StreetAddress: "4 Mill Lane", Locality: "Brookside", Region: "VT", PostalCode: "05001", Country: "NO",
		},
		Geo: &review.Geo{Latitude: 43.65, Longitude: -72},
		OpeningHours: []review.OpeningHours{
			{Days: []string{"mo", "tu", "we", "th", "fr"}, Opens: "08:00", Closes: "17:30"},
			{Days: []string{"sa"}, Opens: "09:00", Closes: "12:00"},
		},
		ServiceAreas: []string{"Brookside", "Upper Valley"},
		Services: []review.Service{
			{ID: "ac-repair", Label: "AC repair", Synonyms: []string{"air conditioning", "a/c"}},
			{ID: "furnace", Label: "Furnace service"},
		},
		Technicians: []review.Technician{
			{Name: "Gazi Halvorsen", Role: "lead technician", Aliases: []string{"Gaz"}},
			{Name: "Óscar Ruiz"},
		},
		SameAs: []string{"https://social.example/brookside"},
		Insights: review.InsightSettings{
			Vertical: "home-services",
			Aspects: []review.SubjectSettings{
				{ID: "value", Label: "Fair prices", Seeds: []string{"call-out fee"}, NegativeSeeds: []string{"minimum charge"}},
				{ID: "cleanliness", Disabled: true},
			},
			Problems:            []review.SubjectSettings{{ID: "frozen-pipe", Label: "Frozen pipe", NegativeSeeds: []string{"pipe froze"}}},
			DiscoverTechnicians: true,
		},
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"brookside.yaml", "brookside.json"} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			got, err := profile.Parse(read(t, file))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(brookside(), got); diff != "" {
				t.Errorf("profile (-want +got):\n%s", diff)
			}
		})
	}
}

func TestParseReportsEveryProblemWithItsLine(t *testing.T) {
	t.Parallel()
	_, err := profile.Parse(read(t, "wrong.yaml"))
	var problems profile.LineErrors
	if !errors.As(err, &problems) {
		t.Fatalf("Parse: %v, want LineErrors", err)
	}
	want := strings.TrimSpace(string(read(t, "wrong.txt")))
	if diff := cmp.Diff(want, problems.Error()); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

func TestParseRefusesWhatIsNoProfile(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ text, want string }{
		"nothing":        {"", "line 1: a profile is one YAML document"},
		"comments":       {"# soon\n", "line 1: a profile is one YAML document"},
		"two documents":  {"id: a\n---\nid: b\n", "line 1: a profile is one YAML document"},
		"a list":         {"- id: a\n", "line 1: a profile must be an object"},
		"a text":         {"profile", "line 1: a profile must be an object"},
		"broken":         {"id: a\nname: [b\n", "line 2: not valid YAML: "},
		"a member twice": {"id: a\nname: b\nid: c\n", "line 3: not valid YAML: "},
		"an anchor":      {"id: &x a\nname: *x\n", "line 1: id must be a text\nline 2: name must be a text"},
		"a merge":        {"id: a\nname: b\n<<: {url: c}\n", "line 3: << is not the name of a member"},
		"a number":       {"id: a\nname: b\n7: c\n", "line 3: 7 is not the name of a member"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := profile.Parse([]byte(test.text))
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("Parse: %v, want %q", err, test.want)
			}
		})
	}
}

func TestParsePublishedIgnoresUnknownMembersAndNull(t *testing.T) {
	t.Parallel()
	got, err := profile.ParsePublished([]byte(`{"id":"a","name":"A","founded":1999,"geo":null,"services":[{"id":"x","label":"X","price":null}]}`))
	if err != nil {
		t.Fatal(err)
	}
	want := &review.Business{ID: "a", Name: "A", Services: []review.Service{{ID: "x", Label: "X"}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("business (-want +got):\n%s", diff)
	}
}

func TestFormatIsReadBack(t *testing.T) {
	t.Parallel()
	odd := &review.Business{ID: "a", Name: "x"}
	for _, s := range []string{
		"true", "null", "~", "NO", "1e3", "0x1f", "0o7", "012", "1_000", ".inf", ".nan", "5", "-5", "1.5", "08:00",
		"- x", "a: b", "a:", "#", "a #b", "*x", "&x", "!x", "|", ">", "%", "@", "`", "{", "}", "[", "]", ",", "?", "? x", "-", "--", "---", "...",
		"'", `"`, `'a"`, `\`, `\n`, "=", "<<", "2026-01-01", "é 😀 日本", "y", "on", "a\\b", "\u200e", "\u00a0x", "\ufeffx",
	} {
		odd.ServiceAreas = append(odd.ServiceAreas, s)
		id := fmt.Sprintf("s%d", len(odd.Services))
		odd.Services = append(odd.Services, review.Service{ID: id, Label: s, Synonyms: []string{s}})
	}
	for name, b := range map[string]*review.Business{
		"whole":    brookside(),
		"smallest": {ID: "a", Name: "b"},
		"odd":      odd,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := profile.Format(b)
			if err != nil {
				t.Fatal(err)
			}
			got, err := profile.Parse(text)
			if err != nil {
				t.Fatalf("%v\nin:\n%s", err, text)
			}
			if diff := cmp.Diff(b, got); diff != "" {
				t.Errorf("read back (-want +got):\n%s\nfrom:\n%s", diff, text)
			}
		})
	}
}

func read(t testing.TB, file string) []byte {
	t.Helper()
	text, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
