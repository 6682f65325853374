// Package platform names the source of a review: the platform it was written
// on, in the form that records want, such as google.
package platform

import (
	"net/url"
	"strings"
	"unicode"
)

// known are the platforms by the word that both their names and the addresses
// of their pages have.
func known() []struct{ word, source string } {
	return []struct{ word, source string }{
		{"google", "google"},
		{"trustpilot", "trustpilot"},
		{"yelp", "yelp"},
		{"facebook", "facebook"},
		{"tripadvisor", "tripadvisor"},
		{"bbb", "bbb"},
		{"angi", "angi"},
		{"homeadvisor", "homeadvisor"},
		{"thumbtack", "thumbtack"},
		{"nextdoor", "nextdoor"},
		{"avvo", "avvo"},
		{"healthgrades", "healthgrades"},
		{"capterra", "capterra"},
		{"g2", "g2"},
	}
}

// FromName makes a source of what people call a platform: "Google Business
// Profile" is google, "My Forum" is my-forum.
func FromName(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' && r != '_'
	})
	if len(words) == 0 {
		return ""
	}
	for _, p := range known() {
		if words[0] == p.word || words[0] == p.word+".com" {
			return p.source
		}
	}
	return strings.Join(words, "-")
}

// FromURL returns the platform on whose pages an address is: a known one, else
// its host. Of what is no web address it returns nothing.
func FromURL(address string) string {
	if p := Known(address); p != "" {
		return p
	}
	return strings.TrimPrefix(host(address), "www.")
}

// Known returns the platform on whose pages an address is, if it is one of
// those that everybody knows.
func Known(address string) string {
	for label := range strings.SplitSeq(host(address), ".") {
		for _, p := range known() {
			if label == p.word {
				return p.source
			}
		}
	}
	return ""
}

func host(address string) string {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || u.Scheme != "https" && u.Scheme != "http" {
		return ""
	}
	return strings.ToLower(u.Hostname())
}
