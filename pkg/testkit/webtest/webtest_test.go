package webtest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const reviewsBody = `{"revision":8,"business":{"name":"Acme","same as":["y","x"]},"reviews":[` +
	`{"id":"a/1","rating":5,"text":"Très $bien"},{"id":"b/2","rating":4,"text":null},{"id":"c/3","rating":3,"text":""}]}` + "\n"

// example is the server that the scripts of this package talk to.
func example() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /reviews.json", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"v8"`)
		w.Header().Set("Content-Type", "application/json")
		w.Header().Add("Vary", "Accept")
		w.Header().Add("Vary", "Accept-Encoding")
		if r.Header.Get("If-None-Match") == `"v8"` {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		_, _ = io.WriteString(w, reviewsBody)
	})
	mux.HandleFunc("/echo/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Method", r.Method)
		w.Header().Set("X-Target", r.RequestURI)
		w.Header().Set("X-Owner", r.Header.Get("X-Owner"))
		body, _ := io.ReadAll(r.Body)
		_, _ = io.WriteString(w, strings.ReplaceAll(string(body), "\n", `\n`)+"\n")
	})
	mux.HandleFunc("PUT /json/{revision}/{name}", func(w http.ResponseWriter, r *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string]any{
			"revision": json.Number(r.PathValue("revision")),
			"name":     r.PathValue("name"),
			"said":     []string{"nothing", r.PathValue("name")},
		})
	})
	mux.HandleFunc("/redirect", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/nowhere", http.StatusFound)
	})
	mux.HandleFunc("/hang-up", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	return mux
}

func TestRunHandler(t *testing.T) {
	t.Parallel()
	RunHandler(t, example(), "testdata/*.txt", `owner=J. "D." & co`, `name="quoted" \ name`)
}

func TestFailures(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(example())
	t.Cleanup(server.Close)
	tests := []struct {
		line string // after GET /reviews.json
		want string // why it fails
	}{
		{"status == 404", "got 200"},
		{"status ~ ^4", "got 200"},
		{"header ETag == v8", `got "\"v8\""`},
		{"header ETag absent", `got "\"v8\""`},
		{"header Location present", "got nothing"},
		{"header Location != x", "got nothing"},
		{"header Location lacks x", "got nothing"},
		{"header ETag empty", `got "\"v8\""`},
		{"header Vary lacks Encoding", `got "Accept, Accept-Encoding"`},
		{"header ETag < !", `got "\"v8\""`},
		{"body empty", `got "{\"revision\":8`},
		{"body contains nonsense", `got "{\"revision\":8`},
		{"json .revision == 9", "got 8"},
		{`json .revision == "8"`, "got 8"},
		{`json .revision < "9"`, "got 8"},
		{`json .business < 9`, `got {"name":"Acme","same as":["y","x"]}`},
		{"json .nothing == null", "got nothing"},
		{"json .reviews[*].rating > 3", "got 3"},
		{"json .reviews[*].rating > 4", "got 4"},
		{"json .reviews[0][*] > 4", "got nothing"},
		{"json .reviews[9].rating != 4", "got nothing"},
		{`json .business["same as"] lacks "x"`, `got ["y","x"]`},
		{`json .business["same as"] contains "xx"`, `got ["y","x"]`},
		{`json .revision contains 8`, "got 8"},
		{`json .reviews[0].text contains 5`, `got "Très $bien"`},
		{"json .reviews[*] absent", `got {"id":"a/1"`},
		{"json .revision == $unset", "no variable $unset has been set"},
		{`json .revision == "$unset"`, "no variable $unset has been set"},
		{"header ETag ~ $unset", "no variable $unset has been set"},
		{"set x = header Location", "got 0 values, want one"},
		{"set x = json .reviews[*]", "got 3 values, want one"},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			t.Parallel()
			failures := runText(t, server.URL, "# Clause.\nGET /reviews.json\nheader ETag present\n"+tt.line)
			if len(failures) != 1 {
				t.Fatalf("failures = %q, want one", failures)
			}
			want := "script.txt:4: GET /reviews.json: want " + tt.line + ", " + tt.want
			if !strings.HasPrefix(failures[0], want) {
				t.Errorf("failure = %s\nwant %s", failures[0], want)
			}
			if answer := "\nthe answer: 200 OK\n" + reviewsBody; !strings.HasSuffix(failures[0], answer) {
				t.Errorf("failure = %s\nwant %s", failures[0], answer)
			}
		})
	}
}

// runText runs a script of one block and returns its failures.
func runText(t *testing.T, base, text string) []string {
	t.Helper()
	blocks, err := parse(text)
	if err != nil {
		t.Fatal(err)
	}
	r := &runner{base: base, file: "script.txt", vars: variables{}, client: newClient()}
	defer r.client.CloseIdleConnections()
	return r.block(t.Context(), blocks[0])
}

func TestFailuresOfRequests(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(example())
	t.Cleanup(server.Close)
	tests := []struct{ name, text, want string }{
		{"no answer", "GET /hang-up\nstatus == 200", "script.txt:2: GET /hang-up: Get "},
		{"unset in the target", "GET /$x\nstatus == 200", "script.txt:2: GET /$x: no variable $x has been set"},
		{"unset in a header", "GET /\n> A: $x\nstatus == 200", "script.txt:2: GET /: no variable $x has been set"},
		{"unset in the body", "GET /\n| $x\nstatus == 200", "script.txt:2: GET /: no variable $x has been set"},
		{"not a target", "GET :\nstatus == 200", "script.txt:2: GET :: parse"},
		{"not JSON", "GET /nowhere\njson .a == 1", "script.txt:3: GET /nowhere: want json .a == 1, the body is not JSON: "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			failures := runText(t, server.URL, "# Clause.\n"+tt.text)
			if len(failures) != 1 || !strings.HasPrefix(failures[0], tt.want) {
				t.Errorf("failures = %q, want %s", failures, tt.want)
			}
		})
	}
}

func TestEveryFailureIsReported(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(example())
	t.Cleanup(server.Close)
	failures := runText(t, server.URL, "# Clause.\nGET /reviews.json\nstatus == 1\nstatus == 2\nGET /nowhere\nstatus == 3")
	var lines []string
	for _, f := range failures {
		lines = append(lines, strings.SplitN(f, ",", 2)[0])
	}
	want := []string{
		"script.txt:3: GET /reviews.json: want status == 1",
		"script.txt:4: GET /reviews.json: want status == 2",
		"script.txt:6: GET /nowhere: want status == 3",
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Errorf("failures (-want +got):\n%s", diff)
	}
}

func TestPreset(t *testing.T) {
	t.Parallel()
	for _, wrong := range []string{"novalue", "=x", "a b=x", "1=x"} {
		if _, err := preset([]string{wrong}); err == nil {
			t.Errorf("preset(%q) = nil", wrong)
		}
	}
	got, err := preset([]string{"base=http://x/?a=b", "empty="})
	if diff := cmp.Diff(variables{"base": "http://x/?a=b", "empty": ""}, got); err != nil || diff != "" {
		t.Errorf("preset: %v, (-want +got):\n%s", err, diff)
	}
}
