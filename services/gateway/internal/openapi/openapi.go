// Package openapi describes the public HTTP surface as an OpenAPI 3.1
// document. The schemas of its bodies come from the Go types that encode them;
// the rest is written out in tables that read like the document. Tests hold it
// against what the gateway really answers.
package openapi

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/schema"
	"github.com/reviewdata/reviewdata/services/gateway/internal/resource"
)

// Version is that of the description, and with it of the public contract.
const Version = "1.0.0"

// The objects of an OpenAPI document (OpenAPI Specification 3.1.0 §4.8), as
// far as ours has them.
type (
	root struct {
		OpenAPI    string              `json:"openapi"`
		Info       info                `json:"info"`
		Servers    []server            `json:"servers"`
		Tags       []tag               `json:"tags"`
		Paths      map[string]pathItem `json:"paths"`
		Components components          `json:"components"`
	}
	info struct {
		Title       string `json:"title"`
		Version     string `json:"version"`
		Summary     string `json:"summary"`
		Description string `json:"description"`
	}
	server struct {
		URL string `json:"url"`
	}
	tag struct {
		Name        string `json:"name"`
		Description string `json:"description"`
	}
	pathItem struct {
		Parameters []parameter `json:"parameters,omitempty"`
		Get        *operation  `json:"get,omitempty"`
		Post       *operation  `json:"post,omitempty"`
		Delete     *operation  `json:"delete,omitempty"`
	}
	operation struct {
		OperationID string                         `json:"operationId"`
		Summary     string                         `json:"summary"`
		Description string                         `json:"description,omitempty"`
		Tags        []string                       `json:"tags,omitempty"`
		Parameters  []parameter                    `json:"parameters,omitempty"`
		RequestBody *requestBody                   `json:"requestBody,omitempty"`
		Responses   map[string]response            `json:"responses"`
		Callbacks   map[string]map[string]pathItem `json:"callbacks,omitempty"`
	}
	parameter struct {
		Ref         string             `json:"$ref,omitempty"`
		Name        string             `json:"name,omitempty"`
		In          string             `json:"in,omitempty"`
		Description string             `json:"description,omitempty"`
		Required    bool               `json:"required,omitempty"`
		Schema      *jsonschema.Schema `json:"schema,omitempty"`
		Example     any                `json:"example,omitempty"`
	}
	requestBody struct {
		Required bool             `json:"required"`
		Content  map[string]media `json:"content"`
	}
	response struct {
		Ref         string            `json:"$ref,omitempty"`
		Description string            `json:"description,omitempty"`
		Headers     map[string]header `json:"headers,omitempty"`
		Content     map[string]media  `json:"content,omitempty"`
	}
	header struct {
		Ref         string             `json:"$ref,omitempty"`
		Description string             `json:"description,omitempty"`
		Required    bool               `json:"required,omitempty"`
		Schema      *jsonschema.Schema `json:"schema,omitempty"`
	}
	media struct {
		Schema *jsonschema.Schema `json:"schema,omitempty"`
	}
	components struct {
		Schemas    map[string]*jsonschema.Schema `json:"schemas"`
		Responses  map[string]response           `json:"responses"`
		Parameters map[string]parameter          `json:"parameters"`
		Headers    map[string]header             `json:"headers"`
	}
)

// anyOrigin stands for the origin of the service until there is a snapshot to
// take it from.
const anyOrigin = "https://origin.invalid"

// Description is the encoded document. It is safe for concurrent use.
type Description struct{ body []byte }

// New builds the description.
func New() (*Description, error) {
	schemas, err := schema.Components()
	if err != nil {
		return nil, fmt.Errorf("openapi: %w", err)
	}
	doc := root{
		OpenAPI: "3.1.0",
		Info: info{
			Title:       "Review Data Service",
			Version:     Version,
			Summary:     "Verified customer reviews of one business, and what they say.",
			Description: about,
		},
		Servers: []server{{URL: anyOrigin}},
		Tags:    tags(),
		Paths:   paths(),
		Components: components{
			Schemas:    schemas,
			Responses:  responses(),
			Parameters: sharedParameters(),
			Headers:    headers(),
		},
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(doc); err != nil {
		return nil, fmt.Errorf("openapi: %w", err)
	}
	return &Description{b.Bytes()}, nil
}

// Document returns the description of the service whose snapshot is s.
func (d *Description) Document(s *review.Snapshot) document.Document {
	origin, _ := json.Marshal(s.BaseURL) // a string can always be encoded
	body := bytes.Replace(d.body, []byte(`"`+anyOrigin+`"`), origin, 1)
	return resource.Page(s, document.TypeJSON, body)
}
