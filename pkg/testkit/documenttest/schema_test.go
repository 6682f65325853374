package documenttest

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/schema"
)

// openAPI is where the compiler finds the components.
const openAPI = "https://reviews.example.com/openapi.json"

// TestDocumentsMatchTheirSchemas validates every kind of body.
func TestDocumentsMatchTheirSchemas(t *testing.T) {
	t.Parallel()
	for name, s := range snapshots() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			compiler := newCompiler(t)
			check(t, compiler, "Reviews", document.Reviews(s).Body)
			check(t, compiler, "Insights", document.Insights(s).Body)
			check(t, compiler, "JSONFeed", document.JSONFeed(s).Body)
			check(t, compiler, "Since", document.Since(s, 20260101).Body)
			check(t, compiler, "Search", document.Search(review.SearchPage{Reviews: s.Reviews, NextCursor: "AQ"}).Body)
			check(t, compiler, "Changes", document.Changes(changes(s)).Body)
			for _, r := range s.Reviews {
				check(t, compiler, "Review", document.Review(s, r).Body)
			}
		})
	}
}

func TestErrorsMatchTheirSchema(t *testing.T) {
	t.Parallel()
	compiler := newCompiler(t)
	for _, query := range []string{"rating=9&rating=8", "rating=x&min_rating=x&since=x&query=", "limit=0&x=%ff&cursor=x", "since=2026-01-02&until=2026-01-01"} {
		_, err := review.ParseQuery(query)
		issues, _ := errors.AsType[review.Issues](err)
		if len(issues) == 0 {
			t.Errorf("%s: no issues", query)
		}
		check(t, compiler, "Error", document.Error(http.StatusBadRequest, "Invalid query parameters", "", issues))
	}
	check(t, compiler, "Error", document.Error(http.StatusNotFound, "Not found", "No review has this id.", nil))
}

// TestSchemasRefuse breaks a body in many ways: a schema that accepted them
// would promise nothing.
func TestSchemasRefuse(t *testing.T) {
	t.Parallel()
	s := snapshots()["sample"]
	compiler := newCompiler(t)
	tests := []struct{ schema, name, old, broken string }{
		{"Reviews", "a missing member", `"verified":true,`, ``},
		{"Reviews", "a list that is null", `"technicians":[]`, `"technicians":null`},
		{"Reviews", "null for what cannot be absent", `"source":"google"`, `"source":null`},
		{"Reviews", "a number as text", `"rating":5`, `"rating":"5"`},
		{"Reviews", "too many stars", `"rating":5`, `"rating":6`},
		{"Reviews", "a date that is none", `"date":"2026-03-01"`, `"date":"2026-02-30"`},
		{"Reviews", "an instant that is none", `"updated_at":"2026-03-02T09:00:00Z"`, `"updated_at":"yesterday"`},
		{"Reviews", "an id that is none", `"id":"4FNC`, `"id":"9FNC`},
		{"Reviews", "a place without a longitude", `,"longitude":-97.7431`, ``},
		{"Insights", "an unknown sentiment", `"sentiment":"positive"`, `"sentiment":"glad"`},
		{"Insights", "an unknown trend", `"trend":"improving"`, `"trend":"up"`},
		{"Insights", "a score out of range", `"score":0.44`, `"score":1.44`},
		{"Insights", "a key that is no id", `"per_review":{"4`, `"per_review":{"x`},
		{"Insights", "an incomplete insight", `,"topics":["speed"]`, ``},
		{"Changes", "an unknown op", `"op":"delete"`, `"op":"drop"`},
		{"Changes", "the op of another change", `"op":"delete"`, `"op":"upsert"`},
	}
	bodies := map[string][]byte{
		"Reviews":  document.Reviews(s).Body,
		"Insights": document.Insights(s).Body,
		"Changes":  document.Changes(changes(s)).Body,
	}
	for _, tt := range tests {
		broken := bytes.Replace(bodies[tt.schema], []byte(tt.old), []byte(tt.broken), 1)
		if bytes.Equal(broken, bodies[tt.schema]) {
			t.Errorf("%s: the sample has no %s to break", tt.name, tt.old)
		}
		if err := validate(t, compiler, tt.schema, broken); err == nil {
			t.Errorf("%s: %s is accepted", tt.schema, tt.name)
		}
	}
}

// TestBodyStandsAlone compiles a schema without the other components.
func TestBodyStandsAlone(t *testing.T) {
	t.Parallel()
	s, err := schema.Body[document.InsightsBody]()
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("insights.json", value(t, s)); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("insights.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := compiled.Validate(value(t, json.RawMessage(document.Insights(snapshots()["sample"]).Body))); err != nil {
		t.Error(err)
	}
}

func changes(s *review.Snapshot) review.ChangePage {
	page := review.ChangePage{NextCursor: "AQ"}
	for i := range s.Reviews {
		page.Changes = append(page.Changes, review.Change{Upsert: &s.Reviews[i]})
	}
	for i := range s.Tombstones {
		page.Changes = append(page.Changes, review.Change{Delete: &s.Tombstones[i]})
	}
	return page
}

func check(t *testing.T, c *jsonschema.Compiler, component string, body []byte) {
	t.Helper()
	if err := validate(t, c, component, body); err != nil {
		t.Errorf("%s: %v", component, err)
	}
}

func validate(t *testing.T, c *jsonschema.Compiler, component string, body []byte) error {
	t.Helper()
	compiled, err := c.Compile(openAPI + "#/components/schemas/" + component)
	if err != nil {
		t.Fatal(err)
	}
	return compiled.Validate(value(t, json.RawMessage(body)))
}

// newCompiler knows the components, and takes formats seriously.
func newCompiler(t *testing.T) *jsonschema.Compiler {
	t.Helper()
	components, err := schema.Components()
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(openAPI, value(t, map[string]any{"components": map[string]any{"schemas": components}})); err != nil {
		t.Fatal(err)
	}
	return c
}

// value is v as the validator wants it.
func value(t *testing.T, v any) any {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	out, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return out
}
