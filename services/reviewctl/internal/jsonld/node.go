package jsonld

import (
	"encoding/json"
	"slices"
	"strings"
)

// node is an object of JSON-LD.
type node map[string]any

// local returns the word of schema.org in a name: with its address or prefix
// before it, or alone.
func local(name string) string {
	for _, prefix := range []string{"https://schema.org/", "http://schema.org/", "schema:"} {
		if word, ok := strings.CutPrefix(name, prefix); ok {
			return word
		}
	}
	return name
}

// get returns the value of a property; nil if the node has none.
func (n node) get(property string) any {
	for _, prefix := range []string{"", "schema:", "https://schema.org/", "http://schema.org/"} {
		if value, ok := n[prefix+property]; ok {
			return value
		}
	}
	return nil
}

// is reports whether the node has one of the types.
func (n node) is(types ...string) bool {
	for _, t := range list(n["@type"]) {
		if name, ok := t.(string); ok && slices.Contains(types, local(name)) {
			return true
		}
	}
	return false
}

// isReview reports whether the node, a value of property, is a review of a
// customer. Some pages leave the type of reviews in a business out.
func (n node) isReview(property string) bool {
	if n["@type"] != nil {
		return n.is("Review", "UserReview")
	}
	return (property == "review" || property == "reviews") && n.get("reviewRating") != nil
}

// list returns the entries of a value that may be a list.
func list(value any) []any {
	if entries, ok := value.([]any); ok {
		return entries
	}
	return []any{value}
}

// first returns the first entry of a value that may be a list.
func first(value any) any {
	entries, ok := value.([]any)
	switch {
	case !ok:
		return value
	case len(entries) == 0:
		return nil
	default:
		return entries[0]
	}
}

// follow returns the node that a value is or refers to.
func (w *walk) follow(value any) (node, bool) {
	n, ok := first(value).(map[string]any)
	if id, refers := n["@id"].(string); refers && len(n) == 1 {
		if named, known := w.named[id]; known {
			return named, true
		}
	}
	return node(n), ok
}

// text returns the first value as a text: of a node, what stands under one of
// the properties.
func (w *walk) text(value any, properties ...string) string {
	if s := literal(value); s != "" {
		return s
	}
	n, _ := w.follow(value)
	for _, property := range properties {
		if s := literal(n.get(property)); s != "" {
			return s
		}
	}
	return ""
}

// literal returns the first value if it is a text or a number.
func literal(value any) string {
	value = first(value)
	if n, ok := value.(map[string]any); ok {
		value = n["@value"]
	}
	switch v := value.(type) {
	case string:
		return strings.TrimSpace(v)
	case json.Number:
		return v.String()
	default:
		return ""
	}
}
