package review_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
)

func TestBusinessValidate(t *testing.T) {
	t.Parallel()
	for name, b := range map[string]*review.Business{
		"whole":    reviewtest.Business(),
		"smallest": {ID: "a", Name: "A"},
		"borders": {
			ID: "a-1", Name: "A", Geo: &review.Geo{Latitude: -90, Longitude: 180},
			OpeningHours: []review.OpeningHours{{Days: []string{"mo"}, Opens: "00:00", Closes: "24:00"}},
			Description:  strings.Repeat("é", 5000),
		},
		"nowhere in the gulf": {ID: "a", Name: "A", Geo: &review.Geo{}},
	} {
		if err := b.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestBusinessIssues has every problem a profile can have.
func TestBusinessIssues(t *testing.T) {
	t.Parallel()
	hours := func(days, opens, closes string) []review.OpeningHours {
		return []review.OpeningHours{{Days: strings.Fields(days), Opens: opens, Closes: closes}}
	}
	long := strings.Repeat("x", 201)
	cut := strings.Repeat("x", 100) + "…"
	for name, test := range map[string]struct {
		change func(*review.Business)
		want   []string
	}{
		"nothing":         {func(b *review.Business) { *b = review.Business{} }, []string{"id missing ", "name missing "}},
		"id":              {func(b *review.Business) { b.ID = "Brookside Heating" }, []string{"id malformed Brookside Heating"}},
		"hyphens":         {func(b *review.Business) { b.ID = "a--b" }, []string{"id malformed a--b"}},
		"long id":         {func(b *review.Business) { b.ID = long }, []string{"id malformed " + cut}},
		"long name":       {func(b *review.Business) { b.Name = long }, []string{"name too_long " + cut}},
		"name of lines":   {func(b *review.Business) { b.Name = "a\nb" }, []string{"name invalid_character a\uFFFDb"}},
		"description":     {func(b *review.Business) { b.Description = "a\x00" }, []string{"description invalid_character a\uFFFD"}},
		"vertical":        {func(b *review.Business) { b.Vertical = long }, []string{"vertical too_long " + cut}},
		"url":             {func(b *review.Business) { b.URL = "brookside.example" }, []string{"url malformed brookside.example"}},
		"telephone":       {func(b *review.Business) { b.Telephone = "1\n2" }, []string{"telephone invalid_character 1\uFFFD2"}},
		"email":           {func(b *review.Business) { b.Email = "a\xff" }, []string{"email invalid_utf8 a\uFFFD"}},
		"street":          {func(b *review.Business) { b.Address.StreetAddress = long }, []string{"address.street_address too_long " + cut}},
		"locality":        {func(b *review.Business) { b.Address.Locality = "\t" }, []string{"address.locality invalid_character \uFFFD"}},
		"region":          {func(b *review.Business) { b.Address.Region = long }, []string{"address.region too_long " + cut}},
		"postal code":     {func(b *review.Business) { b.Address.PostalCode = long }, []string{"address.postal_code too_long " + cut}},
		"country":         {func(b *review.Business) { b.Address.Country = long }, []string{"address.country too_long " + cut}},
		"latitude":        {func(b *review.Business) { b.Geo = &review.Geo{Latitude: 90.5} }, []string{"geo.latitude out_of_range 90.5"}},
		"longitude":       {func(b *review.Business) { b.Geo = &review.Geo{Longitude: -181} }, []string{"geo.longitude out_of_range -181"}},
		"no number":       {func(b *review.Business) { b.Geo = &review.Geo{Latitude: math.NaN(), Longitude: math.Inf(1)} }, []string{"geo.latitude out_of_range NaN", "geo.longitude out_of_range +Inf"}},
		"no days":         {func(b *review.Business) { b.OpeningHours = hours("", "08:00", "17:00") }, []string{"opening_hours.0.days missing "}},
		"days":            {func(b *review.Business) { b.OpeningHours = hours("mo Monday", "08:00", "17:00") }, []string{"opening_hours.0.days malformed Monday"}},
		"times":           {func(b *review.Business) { b.OpeningHours = hours("mo", "8:00", "24:01") }, []string{"opening_hours.0.opens malformed 8:00", "opening_hours.0.closes malformed 24:01"}},
		"no times":        {func(b *review.Business) { b.OpeningHours = hours("mo", "", "") }, []string{"opening_hours.0.opens malformed ", "opening_hours.0.closes malformed "}},
		"empty area":      {func(b *review.Business) { b.ServiceAreas = []string{"a", ""} }, []string{"service_areas.1 missing "}},
		"service":         {func(b *review.Business) { b.Services = []review.Service{{}} }, []string{"services.0.id missing ", "services.0.label missing "}},
		"service twice":   {func(b *review.Business) { b.Services = []review.Service{{ID: "a", Label: "A"}, {ID: "a", Label: "B"}} }, []string{"services.1.id duplicate a"}},
		"synonym":         {func(b *review.Business) { b.Services = []review.Service{{ID: "a", Label: "A", Synonyms: []string{""}}} }, []string{"services.0.synonyms.0 missing "}},
		"technician":      {func(b *review.Business) { b.Technicians = []review.Technician{{Role: long}} }, []string{"technicians.0.name missing ", "technicians.0.role too_long " + cut}},
		"name twice":      {func(b *review.Business) { b.Technicians = []review.Technician{{Name: "ZOË"}, {Name: "Zoë"}} }, []string{"technicians.1.name duplicate Zoë"}},
		"alias":           {func(b *review.Business) { b.Technicians = []review.Technician{{Name: "Z", Aliases: []string{"a\nb"}}} }, []string{"technicians.0.aliases.0 invalid_character a\uFFFDb"}},
		"same as nothing": {func(b *review.Business) { b.SameAs = []string{"", "x"} }, []string{"same_as.0 missing ", "same_as.1 malformed x"}},
		"many areas":      {func(b *review.Business) { b.ServiceAreas = slices.Repeat([]string{"a"}, 501) }, []string{"service_areas too_long "}},
		"many links":      {func(b *review.Business) { b.SameAs = slices.Repeat([]string{"https://a.example"}, 501) }, []string{"same_as too_long "}},
		"many services": {func(b *review.Business) {
			b.Services = nil
			for i := range 501 {
				b.Services = append(b.Services, review.Service{ID: fmt.Sprintf("s%d", i), Label: "S"})
			}
		}, []string{"services too_long "}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := reviewtest.Business()
			test.change(b)
			if diff := cmp.Diff(test.want, listed(t, b.Validate())); diff != "" {
				t.Errorf("issues (-want +got):\n%s", diff)
			}
		})
	}
}
