package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/insights"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// endpoint is a model that answers in process, without a network, so that a
// test can let hours pass.
type endpoint struct {
	mu       sync.Mutex
	requests []string
	headers  []http.Header
	respond  func(instructions, data string) (status int, answer string)
	tokens   int
	wrap     func(answer string, tokens int) string
}

// RoundTrip answers a request.
func (e *endpoint) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	e.requests, e.headers = append(e.requests, r.Method+" "+r.URL.String()+" "+string(body)), append(e.headers, r.Header)
	e.mu.Unlock()
	instructions, data := asked(body)
	status, answer := e.respond(instructions, data)
	if status == 0 { // never
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	return &http.Response{
		StatusCode: status,
		Header:     http.Header{"Location": {"https://elsewhere.example.com/"}},
		Body:       io.NopCloser(bytes.NewReader([]byte(e.wrap(answer, e.tokens)))),
		Request:    r,
	}, nil
}

// asked returns the task in a request of either protocol.
func asked(body []byte) (instructions, data string) {
	var read struct {
		System   string `json:"system"`
		Messages []struct{ Role, Content string }
	}
	if err := json.Unmarshal(body, &read); err != nil {
		return "", ""
	}
	instructions = read.System
	for _, m := range read.Messages {
		if m.Role == "system" {
			instructions = m.Content
		} else {
			data = m.Content
		}
	}
	return instructions, data
}

func (e *endpoint) asks() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.requests)
}

// wrapOpenAI and wrapAnthropic put an answer into the response of a protocol.
func wrapOpenAI(answer string, tokens int) string {
	content, _ := json.Marshal(answer)
	return fmt.Sprintf(`{"choices":[{"message":{"role":"assistant","content":%s}}],"usage":{"total_tokens":%d}}`, content, tokens)
}

func wrapAnthropic(answer string, tokens int) string {
	return fmt.Sprintf(`{"content":[{"type":"text","text":"Here you are."},{"type":"tool_use","name":"answer","input":%s}],"usage":{"input_tokens":%d,"output_tokens":1}}`, answer, tokens-1)
}

// shop is where the reviews are.
type shop struct {
	mu        sync.Mutex
	deriver   *insights.Deriver
	snapshot  *review.Snapshot
	changed   chan struct{}
	refreshed int
}

func newShop(t *testing.T, a *Assistant, reviews ...review.Review) *shop {
	t.Helper()
	d, err := insights.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	if a != nil {
		d.Assist(a)
	}
	slices.SortFunc(reviews, review.Compare)
	s := &shop{deriver: d, snapshot: &review.Snapshot{Reviews: reviews}, changed: make(chan struct{})}
	s.snapshot.Insights = d.Derive(reviews)
	return s
}

func (s *shop) Snapshot() *review.Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.snapshot
}

func (s *shop) NextChange() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.changed
}

func (s *shop) Refresh(context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	next := *s.snapshot
	next.Insights = s.deriver.Derive(next.Reviews)
	s.snapshot = &next
	s.refreshed++
	close(s.changed)
	s.changed = make(chan struct{})
	return nil
}

func options(t *testing.T) Options {
	t.Helper()
	return Options{
		Provider: OpenAI, URL: "https://model.example.com/v1", Model: "large", Key: "secret",
		Timeout: 10 * time.Second, Concurrency: 3, TokensPerDay: 1_000_000, Dir: t.TempDir(),
	}
}

func open(t *testing.T, o Options, e *endpoint) *Assistant {
	t.Helper()
	if err := o.Check(); err != nil {
		t.Fatal(err)
	}
	a, err := Open(o, time.Now, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if e.wrap == nil {
		e.wrap = wrapOpenAI
	}
	a.client.http.Transport = e
	return a
}

func reviews() []review.Review {
	out := []review.Review{{ID: review.NewID("t", "first"), Author: "Secret Author", Rating: 5, Date: 20250301, Text: "Zoë was kind but the pipe leaks again."}}
	for i := range 6 {
		out = append(out, review.Review{
			ID: review.NewID("t", strconv.Itoa(i)), Author: "Secret Author", Rating: 1 + i%5, Date: 20250101 + review.Date(i),
			Text: strings.Repeat("They came on time. ", i+1),
		})
	}
	return out
}

// obliging is a model that does what it is asked.
func obliging(instructions, data string) (int, string) {
	if !strings.Contains(instructions, "label") {
		var d struct{ Text string }
		_ = json.Unmarshal([]byte(data), &d)
		answer, _ := json.Marshal(map[string]string{"text": "In short: " + strings.ToLower(d.Text[:1]) + d.Text[1:]})
		return http.StatusOK, string(answer)
	}
	if strings.Contains(data, "leaks again") {
		return http.StatusOK, `{"labels":[{"aspect":"quality","sentiment":"negative","quote":"the pipe leaks again"}]}`
	}
	return http.StatusOK, `{"labels":[{"aspect":"punctuality","sentiment":"positive","quote":"came on time"}]}`
}
