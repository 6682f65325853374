package conditional

import (
	"net/http"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/services/gateway/internal/coding"
)

var (
	changed = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	current = Validators{Tag: "5e7d", LastModified: changed}
	browser = coding.Accept([]string{"gzip, br, zstd"})
)

func TestIfNoneMatch(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		lines    []string
		accepted coding.Accepted
		want     string // the coding of the 304; empty for no match
	}{
		{"the coding itself", []string{`"5e7d-br"`}, browser, "br"},
		{"no coding", []string{`"5e7d"`}, browser, "identity"},
		{"another coding", []string{`"5e7d-gzip"`}, browser, "gzip"},
		{"a coding the client does not accept now", []string{`"5e7d-gzip"`}, coding.Accept([]string{"br"}), ""},
		{"a coding, and no word on codings", []string{`"5e7d-gzip"`}, coding.Accept(nil), "gzip"},
		{"weak", []string{`W/"5e7d"`}, browser, "identity"},
		{"list", []string{`"a", W/"b" ,"5e7d-zstd"`}, browser, "zstd"},
		{"lines", []string{`"a"`, `"5e7d-zstd"`}, browser, "zstd"},
		{"the chosen coding comes first", []string{`"5e7d-zstd", "5e7d", "5e7d-br", "5e7d-gzip"`}, browser, "br"},
		{"empty items", []string{`, ,"5e7d"`}, browser, "identity"},
		{"any", []string{"*"}, browser, "br"},
		{"any, spaced", []string{" * "}, browser, "br"},
		{"any in a list", []string{`"a", *`}, browser, ""},
		{"another content", []string{`"5e7e"`}, browser, ""},
		{"start of the tag", []string{`"5e7"`}, browser, ""},
		{"longer tag", []string{`"5e7dx"`, `"5e7d-"`, `"5e7d-deflate"`, `"5e7dgzip"`}, browser, ""},
		{"empty tag", []string{`""`}, browser, ""},
		{"empty", []string{""}, browser, ""},
		{"no quotes", []string{"5e7d"}, browser, ""},
		{"open quotes", []string{`"5e7d`}, browser, ""},
		{"lower-case weakness", []string{`w/"5e7d"`}, browser, ""},
		{"no comma", []string{`"a" "5e7d"`}, browser, ""},
		{"space within", []string{`"5e7d "`}, browser, ""},
		{"after a malformed one", []string{`a, "5e7d"`}, browser, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			// The date would match: it must not be looked at.
			h := http.Header{"If-None-Match": test.lines, "If-Modified-Since": {changed.Format(http.TimeFormat)}}
			got := ""
			if c, ok := NotModified(h, current, test.accepted, coding.Brotli); ok {
				got = c.String()
			}
			if got != test.want {
				t.Errorf("If-None-Match %q: %q, want %q", test.lines, got, test.want)
			}
		})
	}
}

func TestIfModifiedSince(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		lines []string
		v     Validators
		want  bool
	}{
		{"no field", nil, current, false},
		{"the same time", []string{"Sun, 01 Mar 2026 12:00:00 GMT"}, current, true},
		{"later", []string{"Sun, 01 Mar 2026 12:00:01 GMT"}, current, true},
		{"earlier", []string{"Sun, 01 Mar 2026 11:59:59 GMT"}, current, false},
		{"RFC 850", []string{"Sunday, 01-Mar-26 12:00:00 GMT"}, current, true},
		{"asctime", []string{"Sun Mar  1 12:00:00 2026"}, current, true},
		{"no date", []string{"yesterday"}, current, false},
		{"empty", []string{""}, current, false},
		{"two lines", []string{"Sun, 01 Mar 2026 12:00:00 GMT", "Sun, 01 Mar 2026 12:00:00 GMT"}, current, false},
		{"no known time", []string{"Sun, 01 Mar 2026 12:00:00 GMT"}, Validators{Tag: "5e7d"}, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			h := http.Header{}
			if test.lines != nil {
				h["If-Modified-Since"] = test.lines
			}
			c, got := NotModified(h, test.v, browser, coding.Zstd)
			if got != test.want || c != coding.Zstd {
				t.Errorf("If-Modified-Since %q: %t in %s, want %t in zstd", test.lines, got, c, test.want)
			}
		})
	}
}

func TestFailed(t *testing.T) {
	t.Parallel()
	same, before := "Sun, 01 Mar 2026 12:00:00 GMT", "Sun, 01 Mar 2026 11:59:59 GMT"
	tests := []struct {
		name   string
		header http.Header
		want   bool
	}{
		{"neither field", http.Header{}, false},
		{"the tag", http.Header{"If-Match": {`"5e7d"`}}, false},
		{"the tag of a coding, in a list", http.Header{"If-Match": {`"a", "5e7d-gzip"`}}, false},
		{"any", http.Header{"If-Match": {"*"}}, false},
		{"weak", http.Header{"If-Match": {`W/"5e7d"`}}, true},
		{"weak, then strong", http.Header{"If-Match": {`W/"5e7d"`, `"5e7d"`}}, false},
		{"another content", http.Header{"If-Match": {`"5e7e"`}}, true},
		{"empty", http.Header{"If-Match": {""}}, true},
		{"the same time", http.Header{"If-Unmodified-Since": {same}}, false},
		{"earlier", http.Header{"If-Unmodified-Since": {before}}, true},
		{"no date", http.Header{"If-Unmodified-Since": {"yesterday"}}, false},
		{"two dates", http.Header{"If-Unmodified-Since": {before, before}}, false},
		{"the tag beats the time", http.Header{"If-Match": {`"5e7d"`}, "If-Unmodified-Since": {before}}, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := Failed(test.header, current); got != test.want {
				t.Errorf("%v: %t, want %t", test.header, got, test.want)
			}
		})
	}
	if Failed(http.Header{"If-Unmodified-Since": {before}}, Validators{Tag: "5e7d"}) {
		t.Error("failed by a time that is not known")
	}
}

func TestETag(t *testing.T) {
	t.Parallel()
	for c, want := range map[coding.Coding]string{
		coding.Identity: `"5e7d"`, coding.Gzip: `"5e7d-gzip"`, coding.Zstd: `"5e7d-zstd"`, coding.Brotli: `"5e7d-br"`,
	} {
		if got := ETag("5e7d", c); got != want {
			t.Errorf("ETag in %s: %s, want %s", c, got, want)
		}
	}
}

func TestNotModifiedDoesNotAllocate(t *testing.T) {
	h := http.Header{"If-None-Match": {`"a", W/"b", "5e7d-br"`}}
	if n := testing.AllocsPerRun(100, func() { NotModified(h, current, browser, coding.Brotli) }); n > 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

// An entity tag that was sent is found again wherever it stands in a list of
// well-formed ones, and nothing else ever matches.
func FuzzIfNoneMatch(f *testing.F) {
	for _, seed := range []string{"", "*", `"a"`, `W/"a", "b"`, `"`, `""`, ` , "x" , `, "\"\xff\"", `W/`, `"a"b`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		for given, rest, ok := nextTag(line); ok; given, rest, ok = nextTag(rest) {
			if len(rest) >= len(line) {
				t.Fatalf("%q: no progress at %q", line, given.opaque)
			}
			v := Validators{Tag: given.opaque}
			h := http.Header{"If-None-Match": {line}}
			if _, ok := NotModified(h, v, browser, coding.Brotli); !ok {
				t.Errorf("%q: does not match %q, which it lists", line, given.opaque)
			}
		}
		h := http.Header{"If-None-Match": {line}}
		_, got := NotModified(h, Validators{Tag: "never\x00sent"}, browser, coding.Brotli)
		if want := trim(line) == "*"; got != want {
			t.Errorf("%q: matches a tag it does not list: %t, want %t", line, got, want)
		}
	})
}
