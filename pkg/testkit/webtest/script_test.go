package webtest

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	t.Parallel()
	text := "# Only a remark.\n\n\n#  First clause,\r\n# over two lines.\r\nGET /a\r\n>  If-None-Match:  \"x\"\n>Accept: a:b\n" +
		"|one\n| two\n|\n status  ==  200\n\n\n# Second.\nHEAD /b?c=d\nbody empty\n# remark\nGET /c\nset x = body"
	blocks, err := parse(text)
	if err != nil {
		t.Fatal(err)
	}
	type flat struct {
		Name    string
		Line    int
		Request string
		Header  []field
		Body    []string
		Actions []string
	}
	var got []flat
	for _, b := range blocks {
		for _, s := range b.steps {
			f := flat{Name: b.name, Line: s.line, Request: s.method + " " + s.target, Header: s.header, Body: s.body}
			for _, a := range s.actions {
				f.Actions = append(f.Actions, a.text)
			}
			got = append(got, f)
		}
	}
	want := []flat{
		{
			Name: "First clause, over two lines.", Line: 6, Request: "GET /a",
			Header: []field{{"If-None-Match", `"x"`}, {"Accept", "a:b"}}, Body: []string{"one", "two", ""},
			Actions: []string{"status  ==  200"},
		},
		{Name: "Second.", Line: 16, Request: "HEAD /b?c=d", Actions: []string{"body empty"}},
		{Name: "Second.", Line: 19, Request: "GET /c", Actions: []string{"set x = body"}},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(field{})); diff != "" {
		t.Errorf("steps (-want +got):\n%s", diff)
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	// Each is a script after "# Clause." and a request line.
	lines := map[string]string{
		"":                         "2: the request above expects nothing",
		"GET /b":                   "3: the request above expects nothing",
		"> novalue":                "3: want > Name: value",
		"> : value":                "3: want > Name: value",
		"GET":                      "3: want a method and a target",
		"GET /a b":                 "3: want a method and a target",
		"status 200":               `3: "200" is not a comparison`,
		"status":                   `3: "" is not a comparison`,
		"status ==":                "3: nothing to compare with",
		"status == ok":             "3: ok is not a JSON value",
		"status absent x":          "3: absent does not take a value",
		"body empty x":             "3: empty does not take a value",
		"header":                   "3: header of what name?",
		"header ETag ~ (":          "3: error parsing regexp",
		"header ETag ~ $x(":        "3: error parsing regexp",
		"json == 1":                `3: cannot read the path from "== 1" on`,
		"json":                     "3: json at what path?",
		"json .a[x] == 1":          `3: cannot read the path from "[x] == 1" on`,
		`json .a["x] == 1`:         `3: cannot read the path from "[\"x] == 1" on`,
		"json .a..b == 1":          `3: cannot read the path from "..b == 1" on`,
		`json .a["\x"] == 1`:       "3: invalid character",
		"json .a == {":             "3: { is not a JSON value",
		`json .a == "$x`:           `3: "$x is not a JSON value`,
		"set x":                    "3: want set name = ",
		"set 1 = body":             "3: want set name = ",
		"set x = status == 200":    `3: "== 200" follows what is set`,
		"set x = cookie a":         `3: "cookie a" is neither a request nor an expectation`,
		"wait 3":                   `3: "wait 3" is neither a request nor an expectation`,
		"body empty\n> A: b":       "4: header and body lines come right after the request line",
		"body empty\n| text":       "4: header and body lines come right after the request line",
		"body empty\n\nGET /b":     "5: a block must begin with a # line",
		"body empty\n\n# C\n> A:b": "6: a request line must come first",
		"body empty\n\n# C\nbody":  "6: a request line must come first",
	}
	for line, want := range lines {
		_, err := parse("# Clause.\nGET /a\n" + line)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("parse of %q = %v, want %s", line, err, want)
		}
	}
	for text, want := range map[string]string{"": "0: no block", "# remark\n\n# remark": "3: no block"} {
		if _, err := parse(text); err == nil || err.Error() != want {
			t.Errorf("parse(%q) = %v, want %s", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	example, err := os.ReadFile("testdata/example.txt")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(example))
	f.Add("# C\nGET /\njson .a[\"\\\"\"][0][*].length >= $x\nset x = json .")
	f.Fuzz(func(t *testing.T, text string) {
		blocks, err := parse(text)
		if err != nil {
			return
		}
		a := &answer{status: 200, body: []byte(reviewsBody)}
		for _, b := range blocks {
			if len(b.steps) == 0 {
				t.Error("a block without steps")
			}
			for _, s := range b.steps {
				if len(s.actions) == 0 {
					t.Error("a step that expects nothing")
				}
				for _, act := range s.actions {
					_ = act.run(a, variables{}) // must not panic
				}
			}
		}
	})
}

func FuzzVariablesInJSON(f *testing.F) {
	f.Add(`a "quoted" \ text`)
	f.Add("\x00\u2028é")
	f.Fuzz(func(t *testing.T, value string) {
		text, err := variables{"x": value}.expand(`"$x"`, jsonEscape)
		if err != nil {
			t.Fatal(err)
		}
		var got string
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != strings.ToValidUTF8(value, "\uFFFD") && !strings.Contains(got, "\uFFFD") {
			t.Errorf("%q became %s: %q, %v", value, text, got, err)
		}
	})
}
