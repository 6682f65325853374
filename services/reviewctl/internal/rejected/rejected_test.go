package rejected_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/rejected"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/source"
)

// write returns the file of some rejected rows, each at a place of its own.
func write(t testing.TB, f *source.File, rows ...source.Row) string {
	t.Helper()
	var out bytes.Buffer
	w, err := rejected.New(&out, f)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if err := w.Write("here", row, `it is "wrong"`); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestWrite(t *testing.T) {
	t.Parallel()
	lines, columns := &source.File{}, &source.File{Header: []string{"a", "b"}, Comma: '\t'}
	again := &source.File{Header: []string{"a", "rejected", "b"}, Comma: ','}
	record := review.Record{Source: "google", SourceID: "1", Rating: 9, Date: "2026-03-01"}
	for name, test := range map[string]struct {
		file *source.File
		rows []source.Row
		want string
	}{
		"no rows":            {lines, nil, ""},
		"a line":             {lines, []source.Row{{Text: `{"x":1}`, Record: record}}, "# here: it is \"wrong\"\n{\"x\":1}\n"},
		"a record":           {lines, []source.Row{{Record: record}}, "# here: it is \"wrong\"\n{\"source\":\"google\",\"source_id\":\"1\",\"rating\":9,\"date\":\"2026-03-01\"}\n"},
		"what was too long":  {lines, []source.Row{{}}, "# here: it is \"wrong\"\n"},
		"no rows of a table": {columns, nil, "a\tb\trejected\n"},
		"rows": {
			columns,
			[]source.Row{{Fields: []string{"1", "2\n3"}}, {Text: `4	5"6`}, {Fields: []string{"7"}}},
			"a\tb\trejected\n1\t\"2\n3\"\t\"here: it is \"\"wrong\"\"\"\n4\t5\"6\t\"here: it is \"\"wrong\"\"\"\n7\t\t\"here: it is \"\"wrong\"\"\"\n",
		},
		"rejected again": {
			again,
			[]source.Row{{Fields: []string{"1", "why", "2"}}},
			"a,b,rejected\n1,2,\"here: it is \"\"wrong\"\"\"\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, write(t, test.file, test.rows...)); diff != "" {
				t.Errorf("file (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWriteReturnsTheErrorOfTheFile(t *testing.T) {
	t.Parallel()
	full := errors.New("no space left")
	for name, f := range map[string]*source.File{"lines": {}, "a table": {Header: []string{"a", "b"}, Comma: ','}} {
		w, err := rejected.New(failing{full}, f)
		if err != nil {
			t.Fatal(err)
		}
		err = errors.Join(w.Write("here", source.Row{Text: strings.Repeat("x", 10_000)}, "wrong"), w.Close())
		if !errors.Is(err, full) {
			t.Errorf("%s: %v, want %v", name, err, full)
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// FuzzTable checks that a rejected row of a table is read back as it was.
func FuzzTable(f *testing.F) {
	f.Add("5", "fine", "say \"it\"\r\ntwice; or, not\t")
	f.Add("", " ", "é")
	f.Fuzz(func(t *testing.T, rating, author, text string) {
		const header = "rating;date;author;text"
		fields := []string{rating, "2026-03-01", author, text}
		file := write(t, &source.File{Header: strings.Split(header, ";"), Comma: ';'}, source.Row{Fields: fields})
		opened, err := source.Open(t.Context(), source.Stdin, strings.NewReader(file), source.Options{Format: source.Table})
		if err != nil {
			return // its encoding was made unknown
		}
		defer func() { _ = opened.Close() }()
		_ = opened.Read("", source.Visitor{Record: func(row source.Row) error {
			got := row.Fields[:min(4, len(row.Fields))]
			// A line end is one character, however it was written, and what is
			// not UTF-8 may have been read as another encoding.
			if want := normal(fields); len(opened.Notices) == 0 && !slices.Equal(normal(got), want) {
				t.Errorf("%q is read back as %q", want, got)
			}
			return nil
		}})
	})
}

func normal(fields []string) []string {
	out := make([]string, len(fields))
	for i, f := range fields {
		out[i] = strings.ReplaceAll(f, "\r\n", "\n")
	}
	return out
}
