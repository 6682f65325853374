package schema

import (
	"maps"
	"reflect"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// component derives the schema of t, which refers to the other components.
func component(t reflect.Type, types map[reflect.Type]bool) (*jsonschema.Schema, error) {
	if t == reflect.TypeFor[document.Change]() {
		return &jsonschema.Schema{OneOf: []*jsonschema.Schema{Ref[document.Upsert](), Ref[document.Deletion]()}}, nil
	}
	known := values()
	for other := range types {
		if other != t && !embeds(t, other) {
			known[other] = ref(other)
		}
	}
	s, err := jsonschema.ForType(t, &jsonschema.ForOptions{TypeSchemas: known})
	if err != nil {
		return nil, err
	}
	visit(s, refine)
	switch t {
	case reflect.TypeFor[document.Upsert]():
		s.Properties["op"] = enum(document.OpUpsert)
	case reflect.TypeFor[document.Deletion]():
		s.Properties["op"] = enum(document.OpDelete)
	}
	return s, nil
}

// embeds reports whether the members of part are members of t, so that there
// is no object of their own to refer to.
func embeds(t, part reflect.Type) bool {
	return t.Kind() == reflect.Struct && slices.ContainsFunc(reflect.VisibleFields(t), func(f reflect.StructField) bool {
		return f.Anonymous && f.Type == part
	})
}

// refine corrects what jsonschema-go cannot know about our bodies.
func refine(s *jsonschema.Schema) {
	switch {
	case slices.Contains(s.Types, "array"): // lists are never null
		s.Type, s.Types = "array", nil
	case s.Ref != "" && s.Types != nil: // "type" beside "$ref" would narrow it to null
		s.AnyOf = []*jsonschema.Schema{{Ref: s.Ref}, {Type: "null"}}
		s.Ref, s.Types = "", nil
	case len(s.Types) == 2:
		slices.Sort(s.Types)
		slices.Reverse(s.Types)
	}
	if s.Type == "object" && s.Properties != nil {
		s.AdditionalProperties = nil
	}
}

// visit calls do for s and the schemas in it.
func visit(s *jsonschema.Schema, do func(*jsonschema.Schema)) {
	if s == nil {
		return
	}
	do(s)
	for _, in := range slices.Concat(slices.Collect(maps.Values(s.Properties)), s.AnyOf, s.OneOf) {
		visit(in, do)
	}
	visit(s.Items, do)
	visit(s.AdditionalProperties, do)
	visit(s.PropertyNames, do)
}

// values returns the schemas of the values that members have.
func values() map[reflect.Type]*jsonschema.Schema {
	id := &jsonschema.Schema{Type: "string", Pattern: "^[0-7][0-9A-HJKMNP-TV-Z]{25}$"}
	return map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[review.ID]():              id,
		reflect.TypeFor[review.Sentiment]():       enum(review.Positive, review.Neutral, review.Negative),
		reflect.TypeFor[review.Trend]():           enum(review.Improving, review.Stable, review.Declining),
		reflect.TypeFor[review.Code]():            enum(parameterCodes()...),
		reflect.TypeFor[document.Date]():          {Type: "string", Format: "date"},
		reflect.TypeFor[document.Instant]():       {Type: "string", Format: "date-time"},
		reflect.TypeFor[document.URL]():           {Type: "string", Format: "uri"},
		reflect.TypeFor[document.Rating]():        between("integer", review.MinRating, review.MaxRating),
		reflect.TypeFor[document.AverageRating](): between("number", review.MinRating, review.MaxRating),
		reflect.TypeFor[document.Score]():         between("number", -1, 1),
		reflect.TypeFor[document.Percent]():       between("number", 0, 100),
		reflect.TypeFor[document.PerReview](): {
			Type:                 "object",
			PropertyNames:        id,
			AdditionalProperties: Ref[document.ReviewInsight](),
		},
	}
}

// parameterCodes are the codes that an error body can have. Those of records
// and profiles appear in the answers to imports, which are no bodies.
func parameterCodes() []review.Code {
	return []review.Code{
		review.CodeUnknownParameter, review.CodeRepeatedParameter, review.CodeEmpty,
		review.CodeNotAnInteger, review.CodeNotANumber, review.CodeOutOfRange,
		review.CodeNotADate, review.CodeContradiction, review.CodeTooLong,
		review.CodeInvalidCursor, review.CodeInvalidUTF8,
	}
}

func enum[T ~string](values ...T) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string"}
	for _, v := range values {
		s.Enum = append(s.Enum, string(v))
	}
	return s
}

func between(kind string, low, high float64) *jsonschema.Schema {
	return &jsonschema.Schema{Type: kind, Minimum: &low, Maximum: &high}
}
