package profile

import (
	"github.com/goccy/go-yaml/ast"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// business reads a whole profile.
func (r *reading) business(root ast.Node) *review.Business {
	b := &review.Business{}
	r.object("", root, members{
		"id":            r.text(&b.ID),
		"name":          r.text(&b.Name),
		"description":   r.text(&b.Description),
		"vertical":      r.text(&b.Vertical),
		"url":           r.text(&b.URL),
		"telephone":     r.text(&b.Telephone),
		"email":         r.text(&b.Email),
		"address":       r.address(&b.Address),
		"geo":           r.geo(&b.Geo),
		"opening_hours": list(r, &b.OpeningHours, r.openingHours),
		"service_areas": list(r, &b.ServiceAreas, r.textEntry),
		"services":      list(r, &b.Services, r.service),
		"technicians":   list(r, &b.Technicians, r.technician),
		"same_as":       list(r, &b.SameAs, r.textEntry),
		"insights":      r.insights(&b.Insights),
	})
	return b
}

func (r *reading) address(a *review.Address) reader {
	return func(path string, n ast.Node) {
		r.object(path, n, members{
			"street_address": r.text(&a.StreetAddress),
			"locality":       r.text(&a.Locality),
			"region":         r.text(&a.Region),
			"postal_code":    r.text(&a.PostalCode),
			"country":        r.text(&a.Country),
		})
	}
}

func (r *reading) geo(into **review.Geo) reader {
	return func(path string, n ast.Node) {
		g := &review.Geo{}
		r.object(path, n, members{
			"latitude":  r.number(&g.Latitude),
			"longitude": r.number(&g.Longitude),
		})
		for _, member := range []string{"latitude", "longitude"} {
			r.required(path, member)
		}
		*into = g
	}
}

func (r *reading) openingHours(path string, n ast.Node) review.OpeningHours {
	var h review.OpeningHours
	r.object(path, n, members{
		"days":   list(r, &h.Days, r.textEntry),
		"opens":  r.clock(&h.Opens),
		"closes": r.clock(&h.Closes),
	})
	return h
}

func (r *reading) service(path string, n ast.Node) review.Service {
	var s review.Service
	r.object(path, n, members{
		"id":       r.text(&s.ID),
		"label":    r.text(&s.Label),
		"synonyms": list(r, &s.Synonyms, r.textEntry),
	})
	return s
}

func (r *reading) technician(path string, n ast.Node) review.Technician {
	var t review.Technician
	r.object(path, n, members{
		"name":    r.text(&t.Name),
		"role":    r.text(&t.Role),
		"aliases": list(r, &t.Aliases, r.textEntry),
	})
	return t
}

func (r *reading) textEntry(path string, n ast.Node) string {
	var s string
	r.text(&s)(path, n)
	return s
}

func (r *reading) insights(s *review.InsightSettings) reader {
	return func(path string, n ast.Node) {
		r.object(path, n, members{
			"vertical":             r.text(&s.Vertical),
			"aspects":              list(r, &s.Aspects, r.subject),
			"problems":             list(r, &s.Problems, r.subject),
			"discover_technicians": r.truth(&s.DiscoverTechnicians),
		})
	}
}

func (r *reading) subject(path string, n ast.Node) review.SubjectSettings {
	var s review.SubjectSettings
	enabled := true
	r.object(path, n, members{
		"id":             r.text(&s.ID),
		"label":          r.text(&s.Label),
		"seeds":          list(r, &s.Seeds, r.textEntry),
		"positive_seeds": list(r, &s.PositiveSeeds, r.textEntry),
		"negative_seeds": list(r, &s.NegativeSeeds, r.textEntry),
		"enabled":        r.truth(&enabled),
	})
	s.Disabled = !enabled
	return s
}
