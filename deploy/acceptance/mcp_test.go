package acceptance

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// agent is a client of the MCP server that speaks the protocol by hand.
type agent struct {
	url, session string
	turns        int // answers that must be right, as in stack
}

func (s *stack) agent(t testing.TB) *agent {
	t.Helper()
	a := &agent{url: s.baseURL + "/mcp", turns: s.turns()}
	response, _ := a.send(t, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"acceptance","version":"1"}}}`)
	a.session = response.Header.Get("Mcp-Session-Id")
	if a.session == "" {
		t.Fatalf("initialize: status %d, no session", response.StatusCode)
	}
	a.awaitRevision(t, s.dataset(t).Revision)
	return a
}

// awaitRevision waits until the MCP server has what the documents have.
func (a *agent) awaitRevision(t testing.TB, want uint64) {
	t.Helper()
	seen := 0
	for deadline := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		body, _ := a.call(t, "get_summary", map[string]any{}).StructuredContent.(map[string]any)
		if got, _ := body["revision"].(float64); uint64(got) >= want {
			seen++
		} else {
			seen = 0
		}
		if seen >= a.turns {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the MCP server does not reach revision %d", want)
		}
	}
}

func (a *agent) send(t testing.TB, message string) (*http.Response, []byte) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, a.url, strings.NewReader(message))
	if err != nil {
		t.Fatal(err)
	}
	request.Header = http.Header{
		"Content-Type":   {"application/json"},
		"Accept":         {"application/json, text/event-stream"},
		"Mcp-Session-Id": {a.session},
	}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, body
}

// toolResult is the result of a tool.
type toolResult struct {
	Content           []struct{ Text string }
	StructuredContent any
	IsError           bool
}

func (a *agent) call(t testing.TB, tool string, arguments any) toolResult {
	t.Helper()
	params, err := json.Marshal(map[string]any{"name": tool, "arguments": arguments})
	if err != nil {
		t.Fatal(err)
	}
	_, body := a.send(t, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":`+string(params)+`}`)
	var answer struct{ Result toolResult }
	if err := json.Unmarshal(body, &answer); err != nil || len(answer.Result.Content) == 0 {
		t.Fatalf("%s %s: %v\n%s", tool, params, err, body)
	}
	return answer.Result
}

// randomArguments returns arguments of a search, good ones and bad ones.
func randomArguments(r *rand.Rand) map[string]any {
	pools := map[string][]any{
		"rating":              {1, 4, 5, 5.0, "5", 0, 6, -1, "five", 4.5, true, 1e300},
		"min_rating":          {1, 4.5, "4.75", 5, 0.5, 5.01, "NaN", "4e0"},
		"since":               {"2022-01-01", "2024-02-29", "2025-06-15", "2025-02-29", "yesterday", 2024},
		"until":               {"2023-12-31", "2026-12-31", "2024-02-29", "31.12.2024"},
		"query":               {"furnace", "THE", "’", "a", "no such words", "", strings.Repeat("x", 201), "a&b=c+d%20", 5},
		"mentions_technician": {"marisol", "Marisol Vega", "nobody", ""},
		"mentions_service":    {"tune-ups", "seasonal TUNE-UPS", "haircut"},
		"limit":               {1, 2, 20, 100, "3", 0, 101, 2.5, "many"},
		"cursor":              {"nonsense"},
		"sort":                {"rating"},
	}
	out := map[string]any{}
	for _, name := range []string{"rating", "min_rating", "since", "until", "query", "mentions_technician", "mentions_service", "limit", "cursor", "sort"} {
		chance := 3
		if name == "cursor" || name == "sort" {
			chance = 40
		}
		if pool := pools[name]; r.IntN(chance) == 0 {
			out[name] = pool[r.IntN(len(pool))]
		}
	}
	return out
}

// parameters writes arguments as the query string that means the same.
func parameters(arguments map[string]any) url.Values {
	v := url.Values{}
	for name, value := range arguments {
		switch n := value.(type) {
		case float64:
			v.Set(name, strconv.FormatFloat(n, 'f', -1, 64))
		default:
			v.Set(name, fmt.Sprint(value))
		}
	}
	return v
}

// The tool search_reviews is the public search: it finds the same, in the same
// bytes, and finds fault with the same.
func TestMCPSearchEqualsREST(t *testing.T) {
	s := start(t)
	a := s.agent(t)
	r := rand.New(rand.NewPCG(21, 22))
	good, bad := 0, 0
	for range 1000 {
		arguments := randomArguments(r)
		response, body := s.fetch(t, "/api/reviews/search?"+parameters(arguments).Encode())
		got := a.call(t, "search_reviews", arguments)
		if got.IsError != (response.StatusCode == http.StatusBadRequest) {
			t.Fatalf("%v: status %d, but %+v", arguments, response.StatusCode, got)
		}
		if got.IsError {
			bad++
			expectIssues(t, arguments, body, got)
			continue
		}
		good++
		expectBody(t, arguments, body, got)
	}
	if good < 100 || bad < 100 {
		t.Errorf("%d searches and %d mistakes, want more of each", good, bad)
	}
}

// expectBody compares a result with the body of the public search.
func expectBody(t *testing.T, arguments map[string]any, body []byte, got toolResult) {
	t.Helper()
	if want := strings.TrimSuffix(string(body), "\n"); len(want) <= 60_000 && got.Content[0].Text != want {
		t.Fatalf("%v:\n%s\nwant:\n%s", arguments, got.Content[0].Text, want)
	}
	var structured any
	if err := json.Unmarshal([]byte(got.Content[0].Text), &structured); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(structured, got.StructuredContent); diff != "" {
		t.Fatalf("%v: the structured content is not the text (-text +structured):\n%s", arguments, diff)
	}
}

// expectIssues compares an explanation with the issues of the public search.
func expectIssues(t *testing.T, arguments map[string]any, body []byte, got toolResult) {
	t.Helper()
	var problem struct {
		Issues []struct {
			Message  string
			Received *string
		}
	}
	if err := json.Unmarshal(body, &problem); err != nil || len(problem.Issues) == 0 {
		t.Fatalf("%v: %v\n%s", arguments, err, body)
	}
	want := []string{"Invalid arguments; nothing was looked up."}
	for _, issue := range problem.Issues {
		line := "- " + issue.Message
		if issue.Received != nil {
			line += fmt.Sprintf(", got %q", *issue.Received)
		}
		want = append(want, line)
	}
	if diff := cmp.Diff(want, strings.Split(got.Content[0].Text, "\n")); diff != "" {
		t.Fatalf("%v (-public search +tool):\n%s", arguments, diff)
	}
}

// fetch gets a path, whatever its status.
func (s *stack) fetch(t testing.TB, path string) (*http.Response, []byte) {
	t.Helper()
	response, err := client.Get(s.baseURL + path)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, body
}

// What a tool answers is what a document says.
func TestMCPToolsAgreeWithTheDocuments(t *testing.T) {
	s := start(t)
	a := s.agent(t)
	var reviews, insights, got map[string]any
	for path, into := range map[string]*map[string]any{"/reviews.json": &reviews, "/insights.json": &insights} {
		_, body := s.fetch(t, path)
		if err := json.Unmarshal(body, into); err != nil {
			t.Fatal(err)
		}
	}
	got = a.call(t, "get_business", map[string]any{}).StructuredContent.(map[string]any)
	for _, member := range []string{"revision", "updated_at", "business", "aggregate_rating"} {
		if diff := cmp.Diff(reviews[member], got[member]); diff != "" {
			t.Errorf("get_business: %s (-document +tool):\n%s", member, diff)
		}
	}
	got = a.call(t, "get_trend", map[string]any{}).StructuredContent.(map[string]any)
	delete(got, "revision")
	if diff := cmp.Diff(insights["temporal"], any(got)); diff != "" {
		t.Errorf("get_trend (-document +tool):\n%s", diff)
	}
	for _, entity := range insights["entities"].(map[string]any)["services"].([]any) {
		want := entity.(map[string]any)
		got = a.call(t, "get_service", map[string]any{"service": want["label"]}).StructuredContent.(map[string]any)
		delete(got, "revision")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("get_service %v (-document +tool):\n%s", want["label"], diff)
		}
	}
	for _, each := range reviews["reviews"].([]any)[:20] {
		id := each.(map[string]any)["id"]
		if diff := cmp.Diff(each, a.call(t, "get_review", map[string]any{"id": id}).StructuredContent); diff != "" {
			t.Errorf("get_review %v (-document +tool):\n%s", id, diff)
		}
	}
}

// The official client of Go uses everything there is, in the newest version of
// the protocol, which it opens with.
func TestMCPWithTheOfficialGoClient(t *testing.T) {
	s := start(t)
	ctx := t.Context()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "acceptance", Version: "1"}, nil).
		Connect(ctx, &mcp.StreamableClientTransport{Endpoint: s.baseURL + "/mcp"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	tools, err := session.ListTools(ctx, nil)
	if err != nil || len(tools.Tools) != 12 {
		t.Fatalf("%d tools, error %v", len(tools.Tools), err)
	}
	found, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "search_reviews", Arguments: map[string]any{"rating": 5, "limit": 2}})
	if err != nil || found.IsError || found.StructuredContent.(map[string]any)["returned"] != 2.0 {
		t.Errorf("search_reviews: %+v, error %v", found, err)
	}
	wrong, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "search_reviews", Arguments: map[string]any{"rating": 9}})
	if err != nil || !wrong.IsError {
		t.Errorf("a wrong argument: %+v, error %v", wrong, err)
	}
	resources, err := session.ListResources(ctx, nil)
	if err != nil || len(resources.Resources) != 5 {
		t.Errorf("resources: %+v, error %v", resources, err)
	}
	read, err := session.ReadResource(ctx, &mcp.ReadResourceParams{URI: "insights://technicians/Marisol%20Vega"})
	if err != nil || !strings.Contains(read.Contents[0].Text, "Marisol Vega") {
		t.Errorf("resources/read: %+v, error %v", read, err)
	}
	prompt, err := session.GetPrompt(ctx, &mcp.GetPromptParams{Name: "summarize_service", Arguments: map[string]string{"service": "tune-ups"}})
	if err != nil || len(prompt.Messages) != 1 {
		t.Errorf("prompts/get: %+v, error %v", prompt, err)
	}
	completed, err := session.Complete(ctx, &mcp.CompleteParams{
		Ref:      &mcp.CompleteReference{Type: "ref/prompt", Name: "summarize_service"},
		Argument: mcp.CompleteParamsArgument{Name: "service", Value: "tune"},
	})
	if err != nil || len(completed.Completion.Values) == 0 || completed.Completion.Values[0] != "tune-ups" {
		t.Errorf("completion/complete: %+v, error %v", completed, err)
	}
}

// A server that is restarted with the same key goes on with the sessions it
// has begun.
func TestMCPRestart(t *testing.T) {
	s := start(t)
	s.mcp.env = append(s.mcp.env, "REVIEWS_MCP_SESSION_KEY=0123456789abcdef")
	s.mcp.kill()
	s.mcp.start(t)
	a := s.agent(t)
	s.mcp.kill()
	response, _ := a.send(t, `{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	if response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Retry-After") == "" {
		t.Errorf("without the server: status %d, want 503 with Retry-After", response.StatusCode)
	}
	s.mcp.start(t)
	if response, body := a.send(t, `{"jsonrpc":"2.0","id":1,"method":"ping"}`); response.StatusCode != http.StatusOK {
		t.Errorf("after the restart: status %d\n%s", response.StatusCode, body)
	}
}
