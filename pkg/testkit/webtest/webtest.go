package webtest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// requestTimeout bounds each request; a server that hangs must fail its block,
// not the test run.
const requestTimeout = 30 * time.Second

// Run runs the scripts whose paths match pattern against the server at base,
// such as http://127.0.0.1:8080: a subtest per file, in it one per block, all
// in order. Further arguments name=value are variables that each script begins
// with.
func Run(t *testing.T, base, pattern string, presets ...string) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no script matches %s: %v", pattern, err)
	}
	for _, file := range files {
		vars, err := preset(presets)
		if err != nil {
			t.Fatal(err)
		}
		r := &runner{base: strings.TrimSuffix(base, "/"), file: file, vars: vars, client: newClient()}
		t.Run(filepath.Base(file), r.run)
	}
}

// RunHandler is Run against a server started for the handler.
func RunHandler(t *testing.T, handler http.Handler, pattern string, presets ...string) {
	t.Helper()
	server := httptest.NewServer(handler)
	defer server.Close()
	Run(t, server.URL, pattern, presets...)
}

func preset(presets []string) (variables, error) {
	vars := variables{}
	for _, p := range presets {
		name, value, found := strings.Cut(p, "=")
		if !found || !variableName.MatchString(name) {
			return nil, fmt.Errorf("variable %q: want name=value", p)
		}
		vars[name] = value
	}
	return vars, nil
}

// newClient returns a client that shows each answer as the server gave it.
func newClient() *http.Client {
	return &http.Client{
		Transport: &http.Transport{DisableCompression: true},
		Timeout:   requestTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		},
	}
}

// A runner runs one script.
type runner struct {
	base   string
	file   string
	vars   variables
	client *http.Client
}

func (r *runner) run(t *testing.T) {
	defer r.client.CloseIdleConnections()
	text, err := os.ReadFile(r.file)
	if err != nil {
		t.Fatal(err)
	}
	blocks, err := parse(string(text))
	if err != nil {
		t.Fatalf("%s:%v", r.file, err)
	}
	for _, b := range blocks {
		t.Run(b.name, func(t *testing.T) {
			for _, failure := range r.block(t.Context(), b) {
				t.Error(failure)
			}
		})
	}
}

// block runs the steps of b and describes what was not as it must be. A step
// without an answer ends it.
func (r *runner) block(ctx context.Context, b block) []string {
	var failures []string
	for _, s := range b.steps {
		a, err := r.request(ctx, s)
		if err != nil {
			return append(failures, fmt.Sprintf("%s:%d: %s %s: %v", r.file, s.line, s.method, s.target, err))
		}
		failures = append(failures, r.judge(s, a)...)
	}
	return failures
}

// judge applies the expectations of s; the answer is shown with the last
// failure.
func (r *runner) judge(s *step, a *answer) []string {
	var failures []string
	for _, act := range s.actions {
		if err := act.run(a, r.vars); err != nil {
			failures = append(failures, fmt.Sprintf("%s:%d: %s %s: want %s, %v", r.file, act.line, s.method, s.target, act.text, err))
		}
	}
	if n := len(failures); n > 0 {
		failures[n-1] += "\nthe answer: " + a.String()
	}
	return failures
}

func (r *runner) request(ctx context.Context, s *step) (*answer, error) {
	req, err := r.build(ctx, s)
	if err != nil {
		return nil, err
	}
	res, err := r.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, fmt.Errorf("read the body: %w", err)
	}
	return &answer{status: res.StatusCode, header: res.Header, body: body}, nil
}

func (r *runner) build(ctx context.Context, s *step) (*http.Request, error) {
	target, err := r.vars.target(s.target)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(target, "/") {
		target = r.base + target
	}
	body, err := r.vars.expand(strings.Join(s.body, "\n"), asIs)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, s.method, target, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	for _, f := range s.header {
		value, err := r.vars.expand(f.value, asIs)
		if err != nil {
			return nil, err
		}
		req.Header.Add(f.name, value)
		if http.CanonicalHeaderKey(f.name) == "Host" {
			req.Host = value
		}
	}
	return req, nil
}
