// Package schema describes the bodies of package document as JSON Schemas of
// draft 2020-12, derived from the Go types that encode them. The published
// OpenAPI description is built on it.
//
// The schemas promise what every body keeps: all members are there, lists are
// never null, and only what can be absent may be null. They leave objects open
// to further members, because adding a member is no breaking change.
package schema

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/reviewdata/reviewdata/pkg/document"
)

// Where schemas find each other.
const (
	componentsRef = "#/components/schemas/" // in an OpenAPI description
	defsRef       = "#/$defs/"              // in a schema that stands alone
)

// Components returns the schemas of all bodies and of the objects in them, by
// name, as they stand under components.schemas of an OpenAPI 3.1 description.
// The name is that of the Go type, without Body at its end.
func Components() (map[string]*jsonschema.Schema, error) { return describe(componentTypes()) }

// describe returns the schemas of types by name; they refer to each other.
func describe(types map[reflect.Type]bool) (map[string]*jsonschema.Schema, error) {
	out := make(map[string]*jsonschema.Schema, len(types))
	for t := range types {
		s, err := component(t, types)
		if err != nil {
			return nil, fmt.Errorf("schema of %s: %w", name(t), err)
		}
		out[name(t)] = s
	}
	return out, nil
}

// Ref returns a reference to the component that describes T.
func Ref[T any]() *jsonschema.Schema { return ref(reflect.TypeFor[T]()) }

// Body returns the schema of T, a struct, by itself: what it refers to is in
// its $defs. T is a body, or is put together from parts of bodies.
func Body[T any]() (*jsonschema.Schema, error) {
	root := reflect.TypeFor[T]()
	if root.Kind() != reflect.Struct {
		return nil, fmt.Errorf("%v is no body", root)
	}
	types := map[reflect.Type]bool{}
	collect(types, root)
	components, err := describe(types)
	if err != nil {
		return nil, err
	}
	out := components[name(root)].CloneSchemas()
	out.Schema = "https://json-schema.org/draft/2020-12/schema"
	out.Defs = map[string]*jsonschema.Schema{}
	define(out.Defs, out, components)
	return out, nil
}

// define adds to defs the components that s refers to, and those that they
// refer to, and points the references there.
func define(defs map[string]*jsonschema.Schema, s *jsonschema.Schema, components map[string]*jsonschema.Schema) {
	visit(s, func(s *jsonschema.Schema) {
		to, ok := strings.CutPrefix(s.Ref, componentsRef)
		if !ok {
			return
		}
		s.Ref = defsRef + to
		if defs[to] == nil {
			defs[to] = components[to].CloneSchemas()
			define(defs, defs[to], components)
		}
	})
}

func name(t reflect.Type) string { return strings.TrimSuffix(t.Name(), "Body") }

func ref(t reflect.Type) *jsonschema.Schema { return &jsonschema.Schema{Ref: componentsRef + name(t)} }

// componentTypes returns the types that have a component of their own: all
// bodies and the structs in them.
func componentTypes() map[reflect.Type]bool {
	found := map[reflect.Type]bool{}
	collect(found, reflect.TypeFor[document.ReviewsBody]())
	collect(found, reflect.TypeFor[document.InsightsBody]())
	collect(found, reflect.TypeFor[document.JSONFeedBody]())
	collect(found, reflect.TypeFor[document.SearchBody]())
	collect(found, reflect.TypeFor[document.SinceBody]())
	collect(found, reflect.TypeFor[document.ChangesBody]())
	collect(found, reflect.TypeFor[document.ErrorBody]())
	return found
}

func collect(found map[reflect.Type]bool, t reflect.Type) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		collect(found, t.Elem())
	case reflect.Struct:
		found[t] = true
		for _, f := range reflect.VisibleFields(t) {
			if !f.Anonymous { // its own fields are among those visible
				collect(found, f.Type)
			}
		}
	default:
	}
}
