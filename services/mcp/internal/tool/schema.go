package tool

import (
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/schema"
)

// parameter is one argument of a tool.
type parameter struct {
	name     string
	schema   *jsonschema.Schema
	required bool
}

// object returns the schema of arguments, which has no others than these.
func object(parameters ...parameter) *jsonschema.Schema {
	s := &jsonschema.Schema{
		Type:                 "object",
		Properties:           map[string]*jsonschema.Schema{},
		AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}},
	}
	for _, p := range parameters {
		s.Properties[p.name] = p.schema
		s.PropertyOrder = append(s.PropertyOrder, p.name)
		if p.required {
			s.Required = append(s.Required, p.name)
		}
	}
	return s
}

// phrase is text to look for or a name.
func phrase(description string) *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Description: description, MinLength: new(1), MaxLength: new(review.MaxQueryLength)}
}

func number(kind, description string, low, high float64) *jsonschema.Schema {
	return &jsonschema.Schema{Type: kind, Description: description, Minimum: &low, Maximum: &high}
}

func date(description string) *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Description: description, Format: "date"}
}

// reviewID is an id as every review has one.
func reviewID(description string) *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Description: description, Pattern: "^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$"}
}

// body returns the output schema of a tool that answers with a T.
func body[T any]() func() (*jsonschema.Schema, error) { return schema.Body[T] }

// portable rewrites what some dialects of JSON Schema do not have: a type that
// is a list becomes an alternative.
func portable(s *jsonschema.Schema) *jsonschema.Schema {
	if s == nil {
		return nil
	}
	if len(s.Types) > 0 {
		s.AnyOf = alternatives(s)
		s.Types, s.Format, s.Pattern, s.Minimum, s.Maximum = nil, "", "", nil, nil
	}
	for _, in := range s.Properties {
		portable(in)
	}
	for _, in := range s.Defs {
		portable(in)
	}
	for _, in := range slices.Concat(s.AnyOf, s.OneOf) {
		portable(in)
	}
	portable(s.Items)
	return s
}

// alternatives returns a schema for each type of s; the one that is not null
// keeps what s demands.
func alternatives(s *jsonschema.Schema) []*jsonschema.Schema {
	var out []*jsonschema.Schema
	for _, kind := range s.Types {
		one := &jsonschema.Schema{Type: kind}
		if kind != "null" {
			one.Format, one.Pattern, one.Minimum, one.Maximum = s.Format, s.Pattern, s.Minimum, s.Maximum
		}
		out = append(out, one)
	}
	return out
}
