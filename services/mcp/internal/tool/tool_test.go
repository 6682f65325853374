package tool

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
	"github.com/reviewdata/reviewdata/services/mcp/internal/call"
	"github.com/reviewdata/reviewdata/services/mcp/internal/edition"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// shelf is a store inside the test: it searches by substring and pages.
type shelf struct {
	snapshot *review.Snapshot
	err      error
}

func (s shelf) Search(_ context.Context, q review.Query, _ review.Revision) (review.SearchPage, error) {
	page := review.SearchPage{Revision: s.snapshot.Revision}
	for _, v := range s.snapshot.Reviews {
		if !strings.Contains(review.Fold(v.Text), review.Fold(q.Text)) {
			continue
		}
		page.Matched++
		if (q.After == nil || q.After.Compare(v.Position()) < 0) && len(page.Reviews) < q.Limit {
			page.Reviews = append(page.Reviews, v)
		}
	}
	if n := len(page.Reviews); n > 0 && n < page.Matched {
		page.NextCursor = q.Cursor(page.Reviews[n-1].Position())
	}
	return page, s.err
}

func newTools(t testing.TB, s *review.Snapshot, err error) map[string]server.ServerTool {
	t.Helper()
	e := edition.New(s)
	tools, failed := New(Options{Current: func() *edition.Edition { return e }, Store: shelf{s, err}, StoreTimeout: time.Second})
	if failed != nil {
		t.Fatal(failed)
	}
	out := map[string]server.ServerTool{}
	for _, tool := range tools {
		out[tool.Tool.Name] = tool
	}
	return out
}

// ask calls a tool and returns its result, and how it went.
func ask(t testing.TB, tool server.ServerTool, arguments string) (*mcp.CallToolResult, *call.Record) {
	t.Helper()
	record := &call.Record{}
	request := mcp.CallToolRequest{}
	request.Params.Name, request.Params.RawArguments = tool.Tool.Name, json.RawMessage(arguments)
	result, err := tool.Handler(call.With(t.Context(), record), request)
	if err != nil {
		t.Fatalf("%s: %v", tool.Tool.Name, err)
	}
	return result, record
}

func text(r *mcp.CallToolResult) string { return r.Content[0].(mcp.TextContent).Text }

// TestGolden shows what a model sees of the tools. A difference is a change of
// the public contract.
func TestGolden(t *testing.T) {
	t.Parallel()
	tools := newTools(t, reviewtest.Snapshot(), nil)
	var listed []mcp.Tool
	for _, d := range definitions() {
		listed = append(listed, tools[d.name].Tool)
	}
	got, err := json.MarshalIndent(listed, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", "tools.json")
	if *update {
		if err := os.WriteFile(path, append(got, '\n'), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)+"\n"); diff != "" {
		t.Errorf("differs from the golden file (-want +got):\n%s", diff)
	}
}

// What the usual clients can take: names short enough to be prefixed, in
// order, and a list that leaves room for the conversation.
func TestToolsFitTheClients(t *testing.T) {
	t.Parallel()
	tools := newTools(t, reviewtest.Snapshot(), nil)
	var names []string
	for _, d := range definitions() {
		names = append(names, d.name)
		described := tools[d.name].Tool
		if len(d.name) > 40 || strings.ToLower(d.name) != d.name || strings.Contains(d.name, "-") {
			t.Errorf("%s is no name for a tool", d.name)
		}
		if n := len(described.Description) + len(described.RawInputSchema); n > 3_000 {
			t.Errorf("%s takes %d bytes to describe", d.name, n)
		}
		for _, portability := range []string{`"type":[`, `"$dynamic`} {
			if strings.Contains(string(described.RawInputSchema)+string(described.RawOutputSchema), portability) {
				t.Errorf("%s: not every client understands %s", d.name, portability)
			}
		}
	}
	if !slices.IsSorted(names) {
		t.Errorf("%q are not sorted: the library sorts them", names)
	}
}

// arguments are good ones for each tool.
func goodArguments(s *review.Snapshot) map[string][]string {
	id := string(s.Reviews[0].ID)
	return map[string][]string{
		"fetch":                {`{"id":"` + id + `"}`, `{"id":"` + strings.ToLower(id) + `"}`},
		"get_aspect_sentiment": {`{"aspect":"` + s.Insights.Aspects[0].Label + `","max_evidence":0}`},
		"get_business":         {`{}`, ``, `null`},
		"get_faq":              {`{}`, `{"query":"a"}`},
		"get_review":           {`{"id":"` + id + `","max_chars":3}`},
		"get_service":          {`{"service":"` + s.Business.Services[0].ID + `"}`, `{"service":"` + s.Business.Services[0].Label + `"}`},
		"get_summary":          {`{}`},
		"get_technician":       {`{"name":"` + s.Business.Technicians[0].Name + `"}`},
		"get_trend":            {`{}`, `{"months":1}`},
		"list_topics":          {`{}`},
		"search":               {`{"query":"the"}`, `{"query":"some words that nobody has written together"}`},
		"search_reviews":       {`{}`, `{"limit":1,"fields":["rating"]}`, `{"fields":["text","owner_reply"],"max_chars":1}`},
	}
}

// Every result keeps what the schema of its tool promises, for data with
// everything in it and for data with nothing.
func TestResultsMatchTheirSchemas(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]*review.Snapshot{"full": reviewtest.Snapshot(), "random": reviewtest.Random(rand.New(rand.NewPCG(1, 2)), 40)} {
		if len(s.Insights.Aspects) == 0 {
			s.Insights = reviewtest.Snapshot().Insights
		}
		if s.Business == nil || len(s.Business.Services) == 0 || len(s.Business.Technicians) == 0 {
			s.Business = reviewtest.Business()
		}
		tools := newTools(t, s, nil)
		for tool, calls := range goodArguments(s) {
			t.Run(name+"/"+tool, func(t *testing.T) {
				t.Parallel()
				schema := compile(t, tools[tool].Tool.RawOutputSchema)
				for _, arguments := range calls {
					result, _ := ask(t, tools[tool], arguments)
					if result.IsError {
						t.Fatalf("%s: %s", arguments, text(result))
					}
					value, err := jsonschema.UnmarshalJSON(strings.NewReader(string(result.RawStructuredContent)))
					if err != nil {
						t.Fatal(err)
					}
					if err := schema.Validate(value); err != nil {
						t.Errorf("%s: %v", arguments, err)
					}
				}
			})
		}
	}
}

func compile(t *testing.T, raw json.RawMessage) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(string(raw)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("schema.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// A page that would be too long for a client is cut, and goes on by cursor
// without a gap.
func TestLongPagesAreCut(t *testing.T) {
	t.Parallel()
	s := reviewtest.Snapshot()
	sample := s.Reviews[0]
	s.Reviews = nil
	for i := range 100 {
		v := sample
		v.ID, v.Text = review.NewID("test", strconv.Itoa(i)), strings.Repeat("word ", 400)
		s.Reviews = append(s.Reviews, v)
	}
	slices.SortFunc(s.Reviews, review.Compare)
	tool := newTools(t, s, nil)["search_reviews"]
	var seen []review.ID
	for cursor := ""; ; {
		arguments := `{"limit":100}`
		if cursor != "" {
			arguments = `{"limit":100,"cursor":"` + cursor + `"}`
		}
		result, _ := ask(t, tool, arguments)
		if len(result.RawStructuredContent) > maxResult {
			t.Fatalf("%d bytes, want at most %d", len(result.RawStructuredContent), maxResult)
		}
		var page struct {
			Matched, Returned int
			Reviews           []struct{ ID review.ID }
			NextCursor        *string `json:"next_cursor"`
		}
		if err := json.Unmarshal(result.RawStructuredContent, &page); err != nil {
			t.Fatal(err)
		}
		for _, v := range page.Reviews {
			seen = append(seen, v.ID)
		}
		if page.Matched != 100 || page.Returned != len(page.Reviews) {
			t.Errorf("matched %d, returned %d of %d", page.Matched, page.Returned, len(page.Reviews))
		}
		if page.NextCursor == nil {
			break
		}
		if hint := result.Content[len(result.Content)-1].(mcp.TextContent).Text; len(seen) < 100 && !strings.Contains(hint, "next_cursor") {
			t.Errorf("no hint how to go on: %q", hint)
		}
		cursor = *page.NextCursor
	}
	if len(seen) != 100 || !slices.IsSortedFunc(seen, func(a, b review.ID) int { return strings.Compare(string(b), string(a)) }) {
		t.Errorf("%d reviews on all pages, want 100 in order", len(seen))
	}
	small, _ := ask(t, tool, `{"limit":100,"max_chars":10,"fields":["text"]}`)
	if !strings.Contains(string(small.RawStructuredContent), `"returned":100`) || len(small.Content) != 1 {
		t.Error("short reviews are cut as well")
	}
}

// Failures say what to do, are told apart in the log, and never show why.
func TestFailures(t *testing.T) {
	t.Parallel()
	const secret = "disk /dev/sda1 on fire"
	for _, test := range []struct {
		err  error
		text string
		want call.Outcome
	}{
		{fmt.Errorf("%w: %s", review.ErrUnavailable, secret), Away, call.Away},
		{context.DeadlineExceeded, Away, call.Away},
		{errors.New(secret), faultText, call.Failed},
		{review.Issues{{Path: []string{"cursor"}, Message: "cursor must be another"}}, "Invalid arguments; nothing was looked up.\n- cursor must be another", call.Invalid},
	} {
		result, record := ask(t, newTools(t, reviewtest.Snapshot(), test.err)["search_reviews"], `{}`)
		if !result.IsError || text(result) != test.text || record.Outcome != test.want || record.Target != "search_reviews" {
			t.Errorf("%v: %q, %+v", test.err, text(result), record)
		}
		if result.RawStructuredContent != nil {
			t.Errorf("%v: a failure has structured content", test.err)
		}
		if test.want == call.Failed && !errors.Is(record.Err, test.err) {
			t.Errorf("%v: the log does not tell", test.err)
		}
	}
}

// A failure is short, however many mistakes a call has.
func TestFailuresAreShort(t *testing.T) {
	t.Parallel()
	tool := newTools(t, reviewtest.Snapshot(), nil)["search_reviews"]
	var unknown []string
	for i := range 5000 {
		unknown = append(unknown, fmt.Sprintf(`"a%d":1`, i))
	}
	for _, arguments := range []string{
		`{"fields":["x"` + strings.Repeat(`,"x"`, 15_000) + `]}`,
		`{"fields":"` + strings.Repeat("x,", 30_000) + `"}`,
		"{" + strings.Join(unknown, ",") + "}",
	} {
		if got, _ := ask(t, tool, arguments); !got.IsError || len(text(got)) > 4000 {
			t.Errorf("%.30s…: error %t, %d bytes: %.300s", arguments, got.IsError, len(text(got)), text(got))
		}
	}
}

// The best match has the rarest of the words.
func TestSearchInPlainWords(t *testing.T) {
	t.Parallel()
	s := reviewtest.Snapshot()
	sample := s.Reviews[0]
	s.Reviews = nil
	for i, words := range []string{"the boiler leaked", "the price was fair", "the boiler was cheap", "a fair boiler at the weekend", ""} {
		v := sample
		v.ID, v.Text, v.Date = review.NewID("test", strconv.Itoa(i)), words, review.Date(20260101-i)
		s.Reviews = append(s.Reviews, v)
	}
	tool := newTools(t, s, nil)["search"]
	for query, want := range map[string]string{
		"BOILER LEAKED":              "the boiler leaked",
		"Did my boiler ever leaked?": "the boiler leaked",
		"fair weekend boiler":        "a fair boiler at the weekend",
		"is of a":                    "",
	} {
		result, _ := ask(t, tool, `{"query":"`+query+`"}`)
		var hits Hits
		if err := json.Unmarshal(result.RawStructuredContent, &hits); err != nil {
			t.Fatal(err)
		}
		if got := len(hits.Results) > 0; got != (want != "") {
			t.Errorf("%s: %d results", query, len(hits.Results))
		} else if got && !strings.HasSuffix(hits.Results[0].Title, want) {
			t.Errorf("%s: %s", query, hits.Results[0].Title)
		}
	}
}

func TestCut(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text string
		most int
		want string
	}{{"Straße", 0, "Straße"}, {"Straße", 6, "Straße"}, {"Straße", 5, "Straß…"}, {"", 1, ""}, {"ab", 1, "a…"}} {
		if got := cut(review.Review{Text: test.text}, test.most).Text; got != test.want {
			t.Errorf("%q cut to %d is %q, want %q", test.text, test.most, got, test.want)
		}
	}
}

func TestLiteral(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		`"5"`: "5", `5`: "5", `5.0`: "5", `4.50`: "4.5", `1e2`: "100", `-0`: "-0", `"a\u00e9"`: "aé",
	} {
		if got, ok := literal(json.RawMessage(raw)); !ok || got != want {
			t.Errorf("%s: %q, %t, want %q", raw, got, ok, want)
		}
	}
	for _, raw := range []string{`true`, `[]`, `{}`, `1e999`} {
		if got, ok := literal(json.RawMessage(raw)); ok || got != raw {
			t.Errorf("%s counts as %q", raw, got)
		}
	}
}

// No argument makes a tool panic, or its result anything but a result.
func FuzzArguments(f *testing.F) {
	s := reviewtest.Snapshot()
	tools := newTools(f, s, nil)
	for tool, calls := range goodArguments(s) {
		for _, arguments := range calls {
			f.Add(tool, []byte(arguments))
		}
	}
	f.Add("search_reviews", []byte(`{"rating":1e400,"since":{},"query":["\ud800"],"limit":-0,"fields":"id,","cursor":5}`))
	f.Fuzz(func(t *testing.T, name string, arguments []byte) {
		tool, ok := tools[name]
		if !ok || len(arguments) > 0 && !json.Valid(arguments) {
			return
		}
		result, record := ask(t, tool, string(arguments))
		if record.Outcome == call.Failed || result.IsError == (result.RawStructuredContent != nil) {
			t.Errorf("%s: %+v, %s", arguments, record, text(result))
		}
		if !result.IsError && !json.Valid([]byte(text(result))) {
			t.Errorf("%s: the text is no JSON: %s", arguments, text(result))
		}
	})
}
