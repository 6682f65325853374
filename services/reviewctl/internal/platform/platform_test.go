package platform_test

import (
	"testing"

	"github.com/reviewdata/reviewdata/services/reviewctl/internal/platform"
)

func TestFromName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"": "", " - ": "",
		"Google": "google", "google": "google", "Google Business Profile": "google", "GOOGLE Maps": "google",
		"Yelp.com": "yelp", "Yelp": "yelp", "Trustpilot": "trustpilot", "BBB": "bbb",
		"My Forum": "my-forum", "Angie's List": "angie-s-list", "our_site": "our_site", "example.com": "example.com",
	} {
		if got := platform.FromName(name); got != want {
			t.Errorf("FromName(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestFromURL(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"": "", "nonsense": "", "ftp://yelp.com/x": "", "http://%zz": "",
		"https://www.trustpilot.com/reviews/1":     "trustpilot",
		"https://uk.trustpilot.com/reviews/1":      "trustpilot",
		"https://www.google.co.uk/maps/reviews/1":  "google",
		"https://maps.google.com/?cid=1":           "google",
		"https://www.yelp.com/biz/x?hrid=1":        "yelp",
		"https://www.brookside.example/reviews#r1": "brookside.example",
		"https://notgoogle.example/x":              "notgoogle.example",
	} {
		if got := platform.FromURL(address); got != want {
			t.Errorf("FromURL(%q) = %q, want %q", address, got, want)
		}
	}
	if got := platform.Known("https://brookside.example/"); got != "" {
		t.Errorf("Known(an unknown host) = %q, want nothing", got)
	}
}
