package dataset_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/dataset"
)

// visited writes what Read passed on, in its order.
func visited(text, source string) ([]string, error) {
	var out []string
	err := dataset.Read(strings.NewReader(text), source, dataset.Visitor{
		Review: func(ordinal int, r review.Record, issues review.Issues) error {
			out = append(out, fmt.Sprintf("%d %s %s %d %s", ordinal, r.ID, r.Source, r.Rating, issues.Error()))
			return nil
		},
		Business: func(profile []byte) error {
			out = append(out, "business "+string(profile))
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
	}{
		"members of others are ignored": {
			`{"generated_at":1,"business":{"id":"a"},"reviews":[{"id":"I","source":"s","rating":4,"likes":3,"owner_reply":{"text":"t","date":"d","by":1}}],"next":{}}`,
			[]string{`business {"id":"a"}`, "1 I s 4 "},
		},
		"no business":        {`{"business":null,"reviews":[]}`, nil},
		"the business after": {`{"reviews":[{"rating":1}],"business":{}}`, []string{"1  given 1 ", "business {}"}},
		"what is wrong": {
			`{"reviews":[{"rating":"5"},{"rating":5},7]}`,
			[]string{"1  given 0 rating must be a number without quotes", "2  given 5 ", "3  given 0 a review must be a JSON object"},
		},
		"too large a review": {
			fmt.Sprintf(`{"reviews":[{"rating":5,"text":%q},{"rating":4}]}`, strings.Repeat("x", dataset.MaxReview)),
			[]string{"1  given 0 the review has 1048598 bytes, at most 1048576 are read", "2  given 4 "},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := visited(test.text, "given")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("visited (-want +got):\n%s", diff)
			}
		})
	}
}

// TestReadPeer reads a data set in the form of another publisher: the same
// members for a review, and an envelope of its own.
func TestReadPeer(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/peer.json")
	if err != nil {
		t.Fatal(err)
	}
	got, err := visited(string(text), "")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"1 01JC3Y5N8Q4T6V7W8X9Y0Z1A2B google 5 ",
		"2 01JC3Y5N8Q4T6V7W8X9Y0Z1A2C yelp 2 ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("visited (-want +got):\n%s", diff)
	}
}

// FuzzRead checks that no text makes the reader fail in another way than by an
// error.
func FuzzRead(f *testing.F) {
	f.Add(`{"business":{"id":"a"},"reviews":[{"rating":5}]}`)
	f.Add(`{"reviews":[{"rating":5`)
	f.Fuzz(func(t *testing.T, text string) {
		got, err := visited(text, "given")
		if err == nil && len(got) > len(text) {
			t.Errorf("%d parts in %d bytes", len(got), len(text))
		}
	})
}
