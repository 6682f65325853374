package jsonlines_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/services/reviewctl/internal/jsonlines"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/recordjson"
)

// summary writes what Read passed on: line and author of each record, or line
// and problem.
func summary(t *testing.T, r io.Reader) ([]string, error) {
	t.Helper()
	var out []string
	err := jsonlines.Read(r, recordjson.Decoder{}, func(l jsonlines.Line) error {
		if len(l.Issues) > 0 {
			out = append(out, fmt.Sprintf("%d: %s", l.Number, l.Issues[0].Code))
		} else {
			out = append(out, fmt.Sprintf("%d %s", l.Number, l.Record.Author))
		}
		return nil
	})
	return out, err
}

func object(author string) string { return fmt.Sprintf(`{"rating":5,"author":%q}`, author) }

func TestRead(t *testing.T) {
	t.Parallel()
	const frame = len(`{"rating":5,"author":""}`)
	longest := strings.Repeat("x", jsonlines.MaxLine-frame)
	for name, test := range map[string]struct {
		text string
		want []string
	}{
		"nothing":              {"", nil},
		"blank lines":          {"\n \r\n\t\n", nil},
		"without a last end":   {object("a") + "\n" + object("b"), []string{"1 a", "2 b"}},
		"blank lines count":    {"\n\n" + object("a") + "\n\n", []string{"3 a"}},
		"CRLF":                 {object("a") + "\r\n" + object("b") + "\r\n", []string{"1 a", "2 b"}},
		"byte order mark":      {"\uFEFF" + object("a") + "\n", []string{"1 a"}},
		"only byte order mark": {"\uFEFF", nil},
		"mark further down":    {object("a") + "\n\uFEFF" + object("b") + "\n", []string{"1 a", "2: malformed"}},
		"a broken line":        {object("a") + "\n{\"rating\":\n" + object("c") + "\n", []string{"1 a", "2: malformed", "3 c"}},
		"two on a line":        {object("a") + object("b") + "\n" + object("c"), []string{"1: malformed", "2 c"}},
		"cut at the end":       {object("a") + "\n{\"rating\":5,\"auth", []string{"1 a", "2: malformed"}},
		"invalid UTF-8":        {"{\"rating\":5,\"author\":\"\xff\"}\n" + object("b"), []string{"1: invalid_utf8", "2 b"}},
		"the longest line":     {object(longest) + "\r\n" + object("b"), []string{"1 " + longest, "2 b"}},
		"a line too long":      {object(longest+"x") + "\r\n" + object("b"), []string{"1: too_long", "2 b"}},
		"a line far too long":  {object("a") + "\n" + object(strings.Repeat(longest, 3)) + "\n" + object("c"), []string{"1 a", "2: too_long", "3 c"}},
		"too long at the end":  {object(strings.Repeat(longest, 3)), []string{"1: too_long"}},
		"comments":             {"# why\n" + object("a") + "\n  # why not\n" + object("b"), []string{"2 a", "4 b"}},
		"zero bytes":           {"\x00\x00\n" + object("b"), []string{"1: malformed", "2 b"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := summary(t, strings.NewReader(test.text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("records (-want +got):\n%.2000s", diff)
			}
		})
	}
}

func TestReadStopsAtAnError(t *testing.T) {
	t.Parallel()
	broken := errors.New("disk on fire")
	got, err := summary(t, io.MultiReader(strings.NewReader(object("a")+"\n"+object("b")), iotest.ErrReader(broken)))
	if !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "line 2: ") {
		t.Errorf("Read: %v, want line 2: %v", err, broken)
	}
	if diff := cmp.Diff([]string{"1 a"}, got); diff != "" {
		t.Errorf("records before the error (-want +got):\n%s", diff)
	}
}

func TestReadReturnsTheErrorOfItsCaller(t *testing.T) {
	t.Parallel()
	full := errors.New("enough")
	calls := 0
	err := jsonlines.Read(strings.NewReader(object("a")+"\n"+object("b")), recordjson.Decoder{},
		func(jsonlines.Line) error { calls++; return full })
	if !errors.Is(err, full) || calls != 1 {
		t.Errorf("Read: %v after %d calls, want %v after 1", err, calls, full)
	}
}

// FuzzRead checks that every line that is not blank is passed on once, whatever
// stands on it.
func FuzzRead(f *testing.F) {
	f.Add(object("a") + "\r\n\n{\n" + object("b"))
	f.Add("\uFEFF\n\x00\n[]")
	f.Add("# why\n" + object("a"))
	f.Fuzz(func(t *testing.T, text string) {
		last, passed := 0, 0
		err := jsonlines.Read(strings.NewReader(text), recordjson.Decoder{}, func(l jsonlines.Line) error {
			if l.Number <= last {
				t.Errorf("line %d after line %d", l.Number, last)
			}
			last = l.Number
			passed++
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		want := 0
		for line := range strings.SplitSeq(strings.TrimPrefix(text, "\uFEFF"), "\n") {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
				want++
			}
		}
		if passed != want {
			t.Errorf("%d lines passed on, want %d", passed, want)
		}
	})
}
