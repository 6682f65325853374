package openapi

import (
	"encoding/json"
	"strconv"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/schema"
)

// ok is the answer that a client hopes for.
func ok(description, contentType string, s *jsonschema.Schema) response {
	return response{
		Description: description,
		Headers:     headerRefs("ETag", "Last-Modified", "Cache-Control", "Vary", "Link", "X-Revision"),
		Content:     map[string]media{contentType: {s}},
	}
}

// responses are the answers that many operations share, by status.
func responses() map[string]response {
	return map[string]response{
		"304": {
			Description: "Not modified: what the client has is still right.",
			Headers:     headerRefs("ETag", "Last-Modified", "Cache-Control", "Vary", "Link", "X-Revision"),
		},
		"400": refusal("Parameters are wrong; the issues name every problem."),
		"404": refusal("There is nothing here."),
		"405": refusal("The address does not know the method.", "Allow"),
		"406": refusal("The client rules out every content coding, identity included."),
		"410": refusal("The review was deleted."),
		"412": refusal("If-Match or If-Unmodified-Since asks for a state that is not the current one."),
		"413": refusal("The body of the request is too large."),
		"414": refusal("The address is too long."),
		"429": refusal("Too many requests from this client.", "Retry-After"),
		"500": refusal("The fault is ours."),
		"503": refusal("The answer cannot be had at the moment.", "Retry-After"),
	}
}

// refusal is an answer with an error body.
func refusal(description string, more ...string) response {
	body := media{schema.Ref[document.ErrorBody]()}
	return response{
		Description: description,
		Headers:     headerRefs(append(more, "Link", "X-Revision")...),
		Content:     map[string]media{document.TypeJSON: body, "application/problem+json": body},
	}
}

// headers are the header fields of answers.
func headers() map[string]header {
	text := &jsonschema.Schema{Type: "string"}
	return map[string]header{
		"Allow":         {Description: "The methods of the address.", Required: true, Schema: text},
		"Cache-Control": {Description: "How long the answer may be reused.", Required: true, Schema: text},
		"ETag":          {Description: "Names this state of the content in this content coding.", Required: true, Schema: &jsonschema.Schema{Type: "string", Pattern: `^"[^"]+"$`}},
		"Last-Modified": {Description: "When the content last changed, where that is known.", Schema: text},
		"Link":          {Description: "For topics rel=self and rel=hub, else rel=service-desc.", Required: true, Schema: text},
		"Retry-After":   {Description: "Seconds after which to try again.", Required: true, Schema: atLeast(1)},
		"Vary":          {Description: "The request headers that the answer depends on.", Required: true, Schema: text},
		"X-Revision":    {Description: "Revision of the data; missing as long as there is none.", Schema: atLeast(0)},
	}
}

func headerRefs(names ...string) map[string]header {
	out := map[string]header{}
	for _, name := range names {
		out[name] = header{Ref: "#/components/headers/" + name}
	}
	return out
}

// sharedParameters are the header fields of conditional requests.
func sharedParameters() map[string]parameter {
	text := &jsonschema.Schema{Type: "string"}
	return map[string]parameter{
		"IfNoneMatch":     {Name: "If-None-Match", In: "header", Description: "Entity tags of what the client has; 304 if one of them is current.", Schema: text},
		"IfModifiedSince": {Name: "If-Modified-Since", In: "header", Description: "304 if there was no change after this time; ignored beside If-None-Match.", Schema: text},
	}
}

func sharedRef(name string) parameter {
	return parameter{Ref: "#/components/parameters/" + name}
}

// The schemas of parameters.

// upTo is a number from 1.
func upTo(kind string, high float64) *jsonschema.Schema {
	return &jsonschema.Schema{Type: kind, Minimum: new(1.0), Maximum: &high}
}

func byDefault(s *jsonschema.Schema, value int) *jsonschema.Schema {
	s.Default = json.RawMessage(strconv.Itoa(value))
	return s
}

func atLeast(low float64) *jsonschema.Schema {
	return &jsonschema.Schema{Type: "integer", Minimum: &low}
}

func date() *jsonschema.Schema { return &jsonschema.Schema{Type: "string", Format: "date"} }

func id() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Pattern: "^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$"}
}

func nonEmpty() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", MinLength: new(1)}
}
