package problem

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// write returns the answer to a request with the given Accept lines.
func write(t *testing.T, p Problem, method string, accept ...string) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(t.Context(), method, "/", nil)
	r.Header["Accept"] = accept
	p.Write(w, r)
	return w
}

func TestWrite(t *testing.T) {
	t.Parallel()
	issues := review.Issues{{Path: []string{"rating"}, Code: review.CodeOutOfRange, Message: "rating must be from 1 to 5", Received: "9"}}
	w := write(t, Problem{Status: 400, Title: "Invalid query parameters", Issues: issues}, http.MethodGet)
	const body = `{"status":400,"title":"Invalid query parameters","detail":null,"issues":[{"path":["rating"],"code":"out_of_range","message":"rating must be from 1 to 5","received":"9"}]}` + "\n"
	if diff := cmp.Diff(body, w.Body.String()); diff != "" {
		t.Errorf("body (-want +got):\n%s", diff)
	}
	want := http.Header{
		"Cache-Control":  {"no-store"},
		"Content-Length": {"171"},
		"Content-Type":   {"application/json"},
		"Vary":           {"Accept"},
	}
	if diff := cmp.Diff(want, w.Header()); diff != "" || w.Code != 400 {
		t.Errorf("status %d, header (-want +got):\n%s", w.Code, diff)
	}
}

func TestWriteRetryAfter(t *testing.T) {
	t.Parallel()
	w := write(t, Problem{Status: 503, Detail: "Try again.", RetryAfter: 2 * time.Second}, http.MethodHead)
	if got := w.Header().Get("Retry-After"); got != "2" {
		t.Errorf("Retry-After %q, want 2", got)
	}
	if w.Code != 503 || w.Body.Len() > 0 || w.Header().Get("Content-Length") == "0" {
		t.Errorf("HEAD: status %d, %d bytes, header %v", w.Code, w.Body.Len(), w.Header())
	}
}

// What was prepared before the problem came up does not reach the client.
func TestWriteDropsWhatIsNotSent(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	for _, name := range []string{"Etag", "Last-Modified", "Content-Encoding", "Link"} {
		w.Header().Set(name, "x")
	}
	Problem{Status: 500}.Write(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil))
	for name, want := range map[string]string{"Etag": "", "Last-Modified": "", "Content-Encoding": "", "Link": "x"} {
		if got := w.Header().Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestContentType(t *testing.T) {
	t.Parallel()
	tests := []struct {
		accept []string
		want   string
	}{
		{nil, plainType},
		{[]string{"*/*"}, plainType},
		{[]string{"application/json"}, plainType},
		{[]string{"application/problem+json"}, problemType},
		{[]string{"text/html, Application/Problem+JSON ; q=0.5"}, problemType},
		{[]string{"text/html", "application/problem+json"}, problemType},
		{[]string{"application/problem+json;q=0"}, plainType},
		{[]string{"application/problem+json; charset=utf-8; Q=0.000"}, plainType},
		{[]string{"application/problem+jsonp, ,;"}, plainType},
	}
	for _, test := range tests {
		if got := contentType(test.accept); got != test.want {
			t.Errorf("Accept %q: %s, want %s", test.accept, got, test.want)
		}
	}
}

func FuzzContentType(f *testing.F) {
	f.Add("application/problem+json;q=0.1, */*")
	f.Add(";;=,q=")
	f.Fuzz(func(t *testing.T, line string) {
		if got := contentType([]string{line}); got != plainType && got != problemType {
			t.Errorf("%q: %q", line, got)
		}
	})
}
