package main

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// description is /openapi.json, as a tool reads it.
type description struct {
	doc    *openapi3.T
	router routers.Router
}

func describe(t *testing.T, g *gateway) description {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData([]byte(g.get("/openapi.json").body))
	if err != nil {
		t.Fatal(err)
	}
	doc.Servers = nil // the origin is not the address of the test
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	return description{doc, router}
}

// answers are the kinds of answer, by path; Accept-Encoding may rule out those
// of status 200.
func answers() map[string]int {
	return map[string]int{
		"/reviews.json":                 200,
		"/insights.json":                200,
		"/api/feed.json":                200,
		"/feed.xml":                     200,
		"/openapi.json":                 200,
		"/llms.txt":                     200,
		"/api/reviews/search?limit=100": 200,
		"/api/reviews/search?query=nothing%20like%20it":         200,
		"/api/reviews/search?rating=9&limit=x":                  400,
		"/api/reviews/since/2025-01-01":                         200,
		"/api/reviews/since/9999-01-01":                         200,
		"/api/reviews/since/x":                                  400,
		"/api/reviews/changes?limit=1000":                       200,
		"/api/reviews/changes?cursor=nonsense":                  200,
		"/api/reviews/changes?limit=0":                          400,
		"/reviews/" + string(review.NewID("google", "jane")):    200,
		"/reviews/" + string(review.NewID("google", "deleted")): 410,
		"/reviews/00000000000000000000000000":                   404,
		"/mcp":                                                  503,
	}
}

// Every kind of answer of every path is as /openapi.json describes it, and so
// are the requests that are answered 400.
func TestAnswersAreAsDescribed(t *testing.T) {
	t.Parallel()
	g, store := startWith(t)
	d := describe(t, g)
	openapi3filter.RegisterBodyDecoder("application/atom+xml", openapi3filter.PlainBodyDecoder)
	seen := map[string]bool{document.PathHub: true, document.PathHubStatus: true} // which has no GET
	for path, status := range answers() {
		route := d.check(t, g, path, status)
		seen[route] = true
		if status == http.StatusOK {
			d.check(t, g, path, http.StatusNotAcceptable, "Accept-Encoding", "*;q=0", "Accept", "application/problem+json")
			d.check(t, g, path, http.StatusPreconditionFailed, "If-Match", `"another"`)
		}
	}
	for path := range d.doc.Paths.Map() {
		if !seen[path] {
			t.Errorf("%s is described, and was not tested", path)
		}
	}
	store.Kill()
	d.check(t, g, "/api/reviews/search", http.StatusServiceUnavailable)
	d.check(t, g, "/api/reviews/changes", http.StatusServiceUnavailable)
}

// check holds a request and its answer against what is described for them, and
// returns the path in the description. Every status must be there.
func (d description) check(t *testing.T, g *gateway, path string, status int, header ...string) string {
	t.Helper()
	req, err := http.NewRequest(http.MethodGet, path, nil)
	if err != nil {
		t.Fatal(err)
	}
	route, parameters, err := d.router.FindRoute(req)
	if err != nil {
		t.Fatalf("GET %s: %v", path, err)
	}
	asked := &openapi3filter.RequestValidationInput{Request: req, PathParams: parameters, Route: route}
	if err := openapi3filter.ValidateRequest(t.Context(), asked); (err != nil) != (status == http.StatusBadRequest) {
		t.Errorf("GET %s: the description says %v of a request that is answered %d", path, err, status)
	}
	res := g.get(path, header...)
	if res.StatusCode != status {
		t.Errorf("GET %s: status %d, want %d\n%.200s", path, res.StatusCode, status, res.body)
	}
	err = openapi3filter.ValidateResponse(t.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: asked,
		Status:                 res.StatusCode,
		Header:                 res.Header,
		Body:                   io.NopCloser(strings.NewReader(res.body)),
		Options:                &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true},
	})
	if err != nil {
		t.Errorf("GET %s: status %d: %v", path, res.StatusCode, err)
	}
	return route.Path
}

// The method that a path does not know is answered as described.
func TestUnknownMethodIsAsDescribed(t *testing.T) {
	t.Parallel()
	g, _ := startWith(t)
	described := describe(t, g).doc.Components.Responses["405"].Value
	res := g.do(http.MethodDelete, "/reviews.json")
	for name := range described.Headers {
		if res.Header.Get(name) == "" {
			t.Errorf("no %s", name)
		}
	}
	var body any
	if err := json.Unmarshal([]byte(res.body), &body); err != nil {
		t.Fatal(err)
	}
	schema := described.Content[res.Header.Get("Content-Type")].Schema.Value
	if err := schema.VisitJSON(body, openapi3.EnableJSONSchema2020()); err != nil || res.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("status %d: %v", res.StatusCode, err)
	}
}
