package envelope_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/services/reviewctl/internal/envelope"
)

func TestReadAll(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ text, want, err string }{
		"one page":       {`{"reviews":[1,2],"a":3}`, "1 2 a3 end", ""},
		"two":            {"{\"a\":3,\"reviews\":[1]}\n{\"reviews\":[2]}", "a3 1 end 2 end", ""},
		"a list":         {"\uFEFF[{\"reviews\":[1]},{}]", "1 end end", ""},
		"an empty list":  {`[]{"reviews":[]}`, "end", ""},
		"no reviews":     {`{"a":3}`, "a3 end", `the JSON object has no list "reviews"`},
		"nothing":        {" ", "", `the JSON object has no list "reviews"`},
		"no page":        {`{"reviews":[1]} 2`, "1 end", "a page must be a JSON object"},
		"lists in lists": {`[[{"reviews":[1]}]]`, "", "a page must be a JSON object"},
		"cut short":      {`[{"reviews":[1]}`, "1 end", "it ends too early"},
		"cut in a page":  {`{"reviews":[1]`, "1", "it ends too early"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			err := envelope.ReadAll(strings.NewReader(test.text), envelope.Visitor{
				Review: func(value json.RawMessage) error { got = append(got, string(value)); return nil },
				Member: func(name string, value json.RawMessage) error { got = append(got, name+string(value)); return nil },
				End:    func() error { got = append(got, "end"); return nil },
			})
			if diff := cmp.Diff(test.want, strings.Join(got, " ")); diff != "" {
				t.Errorf("visited (-want +got):\n%s", diff)
			}
			if test.err == "" && err != nil || test.err != "" && (err == nil || !strings.HasPrefix(err.Error(), test.err)) {
				t.Errorf("ReadAll: %v, want %q", err, test.err)
			}
		})
	}
	want := errors.New("enough")
	err := envelope.ReadAll(strings.NewReader(`{"reviews":[1]}`), envelope.Visitor{Review: func(json.RawMessage) error { return want }})
	if !errors.Is(err, want) {
		t.Errorf("ReadAll: %v, want the error of its caller", err)
	}
}
