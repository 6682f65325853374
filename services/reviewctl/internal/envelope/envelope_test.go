package envelope_test

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/services/reviewctl/internal/envelope"
)

// visited writes what Read passed on, in its order.
func visited(r io.Reader) ([]string, error) {
	var out []string
	err := envelope.Read(r, envelope.Visitor{
		Review: func(value json.RawMessage) error { out = append(out, "review "+string(value)); return nil },
		Member: func(name string, value json.RawMessage) error {
			out = append(out, name+" "+string(value))
			return nil
		},
	})
	return out, err
}

func TestRead(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		text string
		want []string
		err  string
	}{
		"a data set": {
			"\uFEFF {\"revision\": 4, \"reviews\": [{\"id\": 1}, 2], \"business\": {\"a\": [1]}}\n",
			[]string{"revision 4", `review {"id": 1}`, "review 2", `business {"a": [1]}`},
			"",
		},
		"empty list":          {`{"reviews":[]}`, nil, ""},
		"no list":             {`{"a":1}`, []string{"a 1"}, `the JSON object has no list "reviews"`},
		"null for the list":   {`{"reviews":null}`, nil, `the JSON object has no list "reviews"`},
		"an array":            {`[1]`, nil, `the JSON object has no list "reviews"`},
		"nothing":             {``, nil, "it ends too early"},
		"cut in the list":     {`{"reviews":[1,2`, []string{"review 1", "review 2"}, "it ends too early"},
		"cut in a review":     {`{"reviews":[{"id":`, nil, "it ends too early"},
		"cut after the list":  {`{"reviews":[1]`, []string{"review 1"}, "it ends too early"},
		"something follows":   {`{"reviews":[1]} {}`, []string{"review 1"}, "something follows"},
		"not JSON":            {`{"reviews":[1 2]}`, []string{"review 1"}, "expected comma"},
		"one mark is allowed": {"\uFEFF\uFEFF{}", nil, "invalid character"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := visited(strings.NewReader(test.text))
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("visited (-want +got):\n%s", diff)
			}
			if test.err == "" && err != nil || test.err != "" && (err == nil || !strings.HasPrefix(err.Error(), test.err)) {
				t.Errorf("Read: %v, want %q", err, test.err)
			}
		})
	}
}

// endless is a JSON text that never comes to its end.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	e.read += len(p)
	return len(p), nil
}

func TestReadBoundsOneValue(t *testing.T) {
	t.Parallel()
	for _, start := range []string{`{"reviews":["`, `{"business":"`, `{"`} {
		source := &endless{}
		if _, err := visited(io.MultiReader(strings.NewReader(start), source)); err == nil {
			t.Errorf("%s: read to the end of an endless text", start)
		}
		if source.read > 2*envelope.MaxValue {
			t.Errorf("%s: %d bytes read, the bound is %d", start, source.read, envelope.MaxValue)
		}
	}
}

func TestReadManyValuesBeyondTheBound(t *testing.T) {
	t.Parallel()
	const size = 1 << 20
	value := `"` + strings.Repeat("x", size-2) + `"`
	parts := []io.Reader{strings.NewReader(`{"reviews":[` + value)}
	const n = 2 * envelope.MaxValue / size
	for range n - 1 {
		parts = append(parts, strings.NewReader(","+value))
	}
	parts = append(parts, strings.NewReader("]}"))
	got, err := visited(io.MultiReader(parts...))
	if err != nil || len(got) != n {
		t.Errorf("%d values, %v; want %d", len(got), err, n)
	}
}

func TestReadReturnsTheErrorOfItsVisitor(t *testing.T) {
	t.Parallel()
	// io.EOF is what a stream to the store that has ended returns.
	for _, want := range []error{errors.New("enough"), io.EOF} {
		err := envelope.Read(strings.NewReader(`{"reviews":[1,2]}`), envelope.Visitor{
			Review: func(json.RawMessage) error { return want },
		})
		if !errors.Is(err, want) {
			t.Errorf("Read: %v, want %v", err, want)
		}
	}
}
