package source_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/unicode"

	"github.com/reviewdata/reviewdata/services/reviewctl/internal/source"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/takeout"
)

const (
	csv     = "rating;author;date;platform\n5;a;2024-01-01;\n4;\"b\";2024-01-02;Yelp\n"
	listing = `{"reviews":[{"name":"accounts/1/locations/2/reviews/3","reviewId":"3","reviewer":{"displayName":"a"},"starRating":"FIVE","createTime":"2026-01-02T03:04:05Z"}]}`
	linked  = `{"@context":"https://schema.org","@type":"Review","author":"a","reviewRating":5}`
	lines   = `{"rating":5,"author":"a"}` + "\n" + `{"rating":4,"author":"b","source":"yelp"}` + "\n"
	dataSet = `{"revision":3,"business":{"id":"x"},"reviews":[{"rating":5,"author":"a"},{"rating":4,"author":"b","source":"yelp"}]}` + "\n"
	page    = `{"reviews":[{"name":"accounts/1/locations/2/reviews/3","reviewer":{"displayName":"a"},"starRating":"FIVE","createTime":"2026-01-02T03:04:05Z"}]}`
	maps    = `{"type":"FeatureCollection","features":[]}`
)

func gzipped(t testing.TB, b []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(b); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func zipped(t testing.TB) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	entry, err := w.Create("Takeout/account-1/location-2/reviews.json")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(entry, page); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// wide writes s as UTF-16.
func wide(t testing.TB, s string, order unicode.Endianness) []byte {
	t.Helper()
	b, err := unicode.UTF16(order, unicode.UseBOM).NewEncoder().Bytes([]byte(s))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// summary writes what a file passes on.
func summary(f *source.File) ([]string, error) {
	out := []string{string(f.Format)}
	err := f.Read("given", source.Visitor{
		Record: func(r source.Row) error {
			out = append(out, fmt.Sprintf("%s: %s %s %s", f.Where(r.Position), r.Record.Author, r.Record.Source, r.Issues.Error()))
			return nil
		},
		Business: func(profile []byte) error {
			out = append(out, "business "+string(profile))
			return nil
		},
	})
	return out, err
}

func TestOpenDetectsTheFormat(t *testing.T) {
	t.Parallel()
	fromLines := []string{"jsonl", "line 1: a given ", "line 2: b yelp "}
	fromDataSet := []string{"dataset", `business {"id":"x"}`, "review 1: a given ", "review 2: b yelp "}
	fromTable := []string{"csv", "line 2: a given ", "line 3: b yelp "}
	fromListing := []string{"google", "review 1: a google "}
	fromLinked := []string{"jsonld", "review 1: a given "}
	fromTakeout := []string{"takeout", "Takeout/account-1/location-2/reviews.json, review 1: a google "}
	for name, test := range map[string]struct {
		content []byte
		want    []string
	}{
		"JSON Lines":          {[]byte(lines), fromLines},
		"gzip of them":        {gzipped(t, []byte(lines)), fromLines},
		"with a mark":         {[]byte("\uFEFF" + lines), fromLines},
		"the first is broken": {[]byte("{\"rating\":}\n" + lines), []string{"jsonl", "line 1:  given the record is not valid JSON: invalid character '}' looking for beginning of value", "line 2: a given ", "line 3: b yelp "}},
		"a single one, cut":   {[]byte(`{"rating":5`), []string{"jsonl", "line 1:  given the record is not valid JSON: it ends too early"}},
		"data set":            {[]byte(dataSet), fromDataSet},
		"data set, spread":    {[]byte(strings.ReplaceAll("\uFEFF\n"+dataSet, ",", ",\n")), fromDataSet},
		"gzip of a data set":  {gzipped(t, []byte(dataSet)), fromDataSet},
		"a large head": {
			[]byte(`{"insights":"` + strings.Repeat("x", 2<<20) + `","reviews":[{"rating":1,"author":"z"}]}`),
			[]string{"dataset", "review 1: z given "},
		},
		"a table":                 {[]byte(csv), fromTable},
		"gzip of a table":         {gzipped(t, []byte(csv)), fromTable},
		"a table in UTF-16":       {wide(t, csv, unicode.LittleEndian), fromTable},
		"JSON Lines in UTF-16":    {wide(t, lines, unicode.BigEndian), fromLines},
		"gzip of UTF-16":          {gzipped(t, wide(t, dataSet, unicode.LittleEndian)), fromDataSet},
		"a table in Windows-1252": {[]byte("rating;author;date;platform\n5;Jos\xe9;2024-01-01;\n"), []string{"csv", "line 2: José given "}},
		"comments before lines":   {[]byte("# line 1: wrong\n\n" + lines), []string{"jsonl", "line 3: a given ", "line 4: b yelp "}},
		"listing":                 {[]byte(listing), fromListing},
		"a listing per line":      {[]byte(listing + "\n" + listing), fromListing},
		"an array of listings":    {gzipped(t, []byte("["+listing+"]")), fromListing},
		"a listing in UTF-16":     {wide(t, listing, unicode.BigEndian), fromListing},
		"JSON-LD":                 {[]byte(linked), fromLinked},
		"an array of JSON-LD":     {[]byte("\uFEFF[" + linked + "]"), fromLinked},
		"a page":                  {[]byte("\n<!doctype html><script type=application/ld+json>" + linked + "</script>"), fromLinked},
		"a page in Windows-1252":  {[]byte("<html>\xe9<script type=application/ld+json>" + linked + "</script>"), fromLinked},
		"Takeout":                 {zipped(t), fromTakeout},
		"gzip of it":              {gzipped(t, zipped(t)), fromTakeout},
	} {
		for _, from := range []string{"file", "stdin"} {
			t.Run(name+" from "+from, func(t *testing.T) {
				t.Parallel()
				path := source.Stdin
				if from == "file" {
					path = filepath.Join(t.TempDir(), "import")
					if err := os.WriteFile(path, test.content, 0o600); err != nil {
						t.Fatal(err)
					}
				}
				f, err := source.Open(t.Context(), path, bytes.NewReader(test.content), source.Options{})
				if err != nil {
					t.Fatal(err)
				}
				got, err := summary(f)
				if err := errors.Join(err, f.Close()); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(test.want, got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		}
	}
}

func TestOpenSaysWhyAFileCannotBeImported(t *testing.T) {
	t.Parallel()
	zip := zipped(t)
	for name, test := range map[string]struct {
		content []byte
		want    string
	}{
		"nothing":                        {nil, "there is nothing in it"},
		"blank":                          {[]byte("\uFEFF \r\n\n"), "there is nothing in it"},
		"gzip of nothing":                {gzipped(t, nil), "there is nothing in it"},
		"an array":                       {[]byte("[" + `{"rating":5}` + "]"), "it is a JSON array;"},
		"spread objects":                 {[]byte("{\n\"rating\": 5\n}\n"), "its JSON objects run over several lines"},
		"UTF-32":                         {[]byte("\xff\xfe\x00\x00{\x00\x00\x00"), "it is UTF-32"},
		"a table":                        {[]byte("author,rating\nJane,5\n"), "no column is known to hold the date"},
		"prose":                          {[]byte("Dear customer,\nthank you.\n"), "its format is not known"},
		"far too blank":                  {bytes.Repeat([]byte(" "), 2<<20), "its format is not known"},
		"an array of pages of a Takeout": {[]byte("[" + page + "]"), "it is a JSON array;"},
		"a tar archive":                  {[]byte("Takeout/" + strings.Repeat("\x00", 249) + "ustar  "), "it is a tar archive"},
		"an old workbook":                {[]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), "it is a spreadsheet; save it as CSV"},
		"reviews without pages":          {[]byte(`{"reviewId":"3","starRating":"FIVE"}` + "\n"), "it has reviews of the Business Profile API without their pages"},
		"an array of them":               {[]byte(`[{"reviewId":"3","starRating":"FIVE"}]`), "it has reviews of the Business Profile API without their pages"},
		"a picture":                      {[]byte("\x89PNG\r\n\x1a\n"), "its format is not known"},
		"a page":                         {[]byte(page), "it is a single page of a Google Takeout"},
		"Maps reviews":                   {[]byte(maps), takeout.ErrMaps.Error()},
		"gzip in gzip":                   {gzipped(t, gzipped(t, []byte(lines))), "it is compressed twice"},
		"gzip cut early":                 {gzipped(t, []byte(lines))[:5], "the gzip data ends too early"},
		"no gzip at all":                 {[]byte("\x1f\x8bnothing of the kind"), "the gzip data is damaged"},
		"a zip cut short":                {zip[:len(zip)-30], takeout.ErrDamaged.Error()},
		"an empty zip":                   {[]byte("PK\x05\x06" + strings.Repeat("\x00", 18)), takeout.ErrNoPages.Error()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := source.Open(t.Context(), source.Stdin, bytes.NewReader(test.content), source.Options{})
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("Open: %v, want %q", err, test.want)
			}
		})
	}
}

func TestOpenMissingFile(t *testing.T) {
	t.Parallel()
	_, err := source.Open(t.Context(), filepath.Join(t.TempDir(), "none.jsonl"), nil, source.Options{})
	if !errors.Is(err, os.ErrNotExist) || strings.Contains(err.Error(), "none.jsonl") {
		t.Errorf("Open: %v, want %v without the name, which the caller says", err, os.ErrNotExist)
	}
}

func TestReadFailsWhereGzipIsCut(t *testing.T) {
	t.Parallel()
	whole := gzipped(t, []byte(strings.Repeat(lines, 100_000)))
	f, err := source.Open(t.Context(), source.Stdin, bytes.NewReader(whole[:len(whole)-100]), source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := summary(f); err == nil || !strings.Contains(err.Error(), "the gzip data ends too early") {
		t.Errorf("Read: %v, want that the data ends too early", err)
	}
}

// TestReadRefusesABomb: what unpacks to far more than any file of reviews ends
// the reading, before it fills a disk or a day.
func TestReadRefusesABomb(t *testing.T) {
	t.Parallel()
	blank := strings.Repeat(" ", 100_000)
	for name, test := range map[string]struct{ start, more string }{
		"lines":     {lines, blank + "\n"},
		"a table":   {csv, "5;a;2024-01-01;" + blank + "\n"},
		"a listing": {listing, blank},
		"a zip":     {"PK\x03\x04", blank},
	} {
		bomb := gzipped(t, []byte(test.start+strings.Repeat(test.more, 18<<20/len(test.more))))
		f, err := source.Open(t.Context(), source.Stdin, bytes.NewReader(bomb), source.Options{})
		if err == nil {
			_, err = summary(f)
			_ = f.Close()
		}
		if err == nil || !strings.Contains(err.Error(), "it is compressed more than 200 times") {
			t.Errorf("%s: %v, want that it is compressed too much", name, err)
		}
	}
}

func TestOpenFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	folder := filepath.Join(dir, "account-1", "location-2")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "reviews.json"), []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := source.Open(t.Context(), dir, nil, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := summary(f)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	want := []string{"takeout", "account-1/location-2/reviews.json, review 1: a google "}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestOpenLeavesAWaitingInput: a terminal on which nobody types must not keep
// the command from ending.
func TestOpenLeavesAWaitingInput(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	r, w := io.Pipe()
	defer func() { _ = w.Close() }()
	done := make(chan error)
	go func() {
		_, err := source.Open(ctx, source.Stdin, r, source.Options{})
		done <- err
	}()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("Open: %v, want %v", err, context.Canceled)
	}
}

// TestOpenEndsWithItsContext: whoever interrupts a long reading of a file need
// not wait for its end.
func TestOpenEndsWithItsContext(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, content := range map[string][]byte{"lines": []byte(lines), "zip": zipped(t), "listing": []byte(listing)} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := source.Open(ctx, path, nil, source.Options{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want %v", name, err, context.Canceled)
		}
	}
}

// FuzzOpen checks that no file makes the program fail in another way than by
// an error.
func FuzzOpen(f *testing.F) {
	for _, seed := range [][]byte{[]byte(lines), []byte(csv), []byte(listing), []byte(linked), wide(f, csv, unicode.LittleEndian), []byte("a,rating\xe9,date\n"), []byte(dataSet), []byte(page), []byte(maps), zipped(f), gzipped(f, []byte(lines))} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		file, err := source.Open(t.Context(), source.Stdin, bytes.NewReader(b), source.Options{})
		if err != nil {
			return
		}
		_, _ = summary(file)
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	})
}
