package jsonld_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/jsonld"
)

// read writes one line for each review in a text.
func read(text string) (string, error) {
	var out strings.Builder
	err := jsonld.Read(strings.NewReader(text), "given", func(ordinal int, r review.Record, issues review.Issues) error {
		fmt.Fprintf(&out, "%d %s %s %q %d %s %q %s %s", ordinal, r.Source, r.SourceID, r.Author, r.Rating, r.Date, r.Text, r.SourceURL, r.AuthorAvatarURL)
		if len(issues) > 0 {
			out.WriteString(" ! " + issues.Error())
		}
		out.WriteString("\n")
		return nil
	})
	return out.String(), err
}

func TestRead(t *testing.T) {
	t.Parallel()
	archive, err := txtar.ParseFile("testdata/forms.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(archive.Files); i += 2 {
		file, want := archive.Files[i], archive.Files[i+1]
		t.Run(file.Name, func(t *testing.T) {
			t.Parallel()
			got, err := read(string(file.Data))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(trimmed(string(want.Data)), trimmed(got)); diff != "" {
				t.Errorf("reviews (-want +got):\n%s", diff)
			}
		})
	}
}

// trimmed returns the lines of s without the space at their ends, which
// editors take away.
func trimmed(s string) []string {
	var lines []string
	for line := range strings.Lines(s) {
		lines = append(lines, strings.TrimSpace(line))
	}
	return lines
}

// TestReadNamesTheSource: the publisher first, then what the operator says,
// then the address of the review.
func TestReadNamesTheSource(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ members, given, want string }{
		{``, "", ""},
		{``, "given", "given"},
		{`, "url": "https://www.yelp.com/biz/x"`, "", "yelp"},
		{`, "url": "https://www.brookside.example/1"`, "", "brookside.example"},
		{`, "url": "https://www.brookside.example/1"`, "given", "given"},
		{`, "publisher": {"name": "Trustpilot"}`, "given", "trustpilot"},
		{`, "publisher": {"name": "Reviews", "url": "https://www.google.com/maps"}`, "given", "google"},
	} {
		_ = jsonld.Read(strings.NewReader(`{"@type": "Review"`+test.members+`}`), test.given, func(_ int, r review.Record, _ review.Issues) error {
			if r.Source != test.want {
				t.Errorf("%s with --source %q: source %q, want %q", test.members, test.given, r.Source, test.want)
			}
			return nil
		})
	}
}

func TestReadRefuses(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ text, want string }{
		"no reviews":        {`{"@type": "LocalBusiness", "review": []}`, "there are no reviews of schema.org in it"},
		"a page without":    {"<html><script type='application/ld+json'></script><script type='application/ld+json'>{}</script></html>", "there are no reviews"},
		"cut short":         {`{"@type": "Review"`, "it ends too early"},
		"no JSON":           {`{"@type": Review}`, "invalid character"},
		"a broken script":   {`<html><script type="application/ld+json">{"@type": "Review",}</script>`, "script 1 with JSON-LD: invalid character"},
		"not UTF-8":         {"{\"@type\": \"Review\", \"author\": \"Jos\xe9\"}", "its text is not UTF-8"},
		"far too large":     {strings.Repeat(" ", jsonld.MaxSize+1), "it is larger than 16777216 bytes"},
		"a type of its own": {`{"@type": "Review2"}`, "there are no reviews"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := read(test.text); err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("Read: %v, want %q", err, test.want)
			}
		})
	}
	want := errors.New("enough")
	err := jsonld.Read(strings.NewReader(`[{"@type": "Review"}]`), "", func(int, review.Record, review.Issues) error { return want })
	if !errors.Is(err, want) {
		t.Errorf("Read: %v, want the error of its caller", err)
	}
}

// FuzzRead checks that a document is read or refused, and that each review
// has a rating or an issue.
func FuzzRead(f *testing.F) {
	archive, err := txtar.ParseFile("testdata/forms.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for i := 0; i < len(archive.Files); i += 2 {
		f.Add(string(archive.Files[i].Data))
	}
	f.Add(`{"@graph":[{"@id":"#a","@type":"Review","author":{"@id":"#a"},"name":{"@id":"#a"}}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		_ = jsonld.Read(strings.NewReader(text), "", func(_ int, r review.Record, issues review.Issues) error {
			if r.Rating == 0 && len(issues) == 0 {
				t.Errorf("no rating and no issue: %+v", r)
			}
			return nil
		})
	})
}
