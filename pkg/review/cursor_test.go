package review_test

import (
	"encoding/base64"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
)

// queries differ from each other in one filter.
func queries() []review.Query {
	return []review.Query{
		{Limit: 20},
		{Limit: 20, Rating: 4},
		{Limit: 20, MinRating: 4},
		{Limit: 20, MinRating: 4.5},
		{Limit: 20, Since: 20260101},
		{Limit: 20, Until: 20260101},
		{Limit: 20, Text: "x"},
		{Limit: 20, Text: "X"},
		{Limit: 20, Technician: "x"},
		{Limit: 20, Service: "x"},
	}
}

// TestSearchCursorIsBoundToItsFilters: a cursor continues its own search,
// whatever the limit, and no other.
func TestSearchCursorIsBoundToItsFilters(t *testing.T) {
	t.Parallel()
	after := review.Position{Date: 20260301, ID: review.NewID("google", "1")}
	for i, made := range queries() {
		cursor := made.Cursor(after)
		for j, used := range queries() {
			used.Limit = 7
			values := used.Values()
			values.Set("cursor", cursor)
			got, err := review.ParseQuery(values.Encode())
			if i != j {
				if diff := cmp.Diff([]string{"cursor invalid_cursor " + cursor}, listed(t, err)); diff != "" {
					t.Errorf("cursor of %v with %v (-want +got):\n%s", made.Values(), used.Values(), diff)
				}
				continue
			}
			want := used
			want.After = &after
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("cursor of %v: %v (-want +got):\n%s", made.Values(), err, diff)
			}
		}
	}
}

func TestSearchCursorRoundTrip(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	q := review.Query{Limit: review.DefaultLimit}
	for range 1000 {
		after := reviewtest.Review(rng, 1).Position()
		got, err := review.ParseQuery("cursor=" + q.Cursor(after))
		if err != nil || got.After == nil || *got.After != after {
			t.Fatalf("after %v: %v, %v", after, got.After, err)
		}
	}
}

func TestGarbageIsNoSearchCursor(t *testing.T) {
	t.Parallel()
	good := review.Query{}.Cursor(review.Position{Date: 20260301, ID: review.NewID("google", "1")})
	raw, err := base64.RawURLEncoding.DecodeString(good)
	if err != nil {
		t.Fatal(err)
	}
	otherVersion := append([]byte{raw[0] + 1}, raw[1:]...)
	noID := slices.Clone(raw[:len(raw)-1])
	for name, cursor := range map[string]string{
		"short":           good[:len(good)-4],
		"long":            good + "AAAA",
		"padded":          good + "=",
		"not base64":      "%2B" + good[1:],
		"another version": base64.RawURLEncoding.EncodeToString(otherVersion),
		"no id":           base64.RawURLEncoding.EncodeToString(append(noID, 'U')),
		"of changes":      review.ChangeCursor{Revision: 1}.String(),
	} {
		_, err := review.ParseQuery("cursor=" + cursor)
		if got := listed(t, err); len(got) != 1 || !strings.HasPrefix(got[0], "cursor invalid_cursor ") {
			t.Errorf("%s: %q, want an invalid cursor", name, got)
		}
	}
}

func TestChangeCursorRoundTrip(t *testing.T) {
	t.Parallel()
	for _, want := range []review.ChangeCursor{
		{},
		{Revision: 1},
		{DataSet: [8]byte{1, 2, 3, 4, 5, 6, 7, 8}, Revision: 1<<64 - 1, ID: review.NewID("google", "1")},
	} {
		got, err := review.ParseChangeCursor(want.String())
		if err != nil || got != want {
			t.Errorf("%+v comes back as %+v, %v", want, got, err)
		}
	}
}

func TestGarbageIsNoChangeCursor(t *testing.T) {
	t.Parallel()
	good := review.ChangeCursor{Revision: 1, ID: review.NewID("google", "1")}.String()
	for name, cursor := range map[string]string{
		"nothing":         "",
		"text":            "next",
		"cut id":          good[:len(good)-4],
		"cut revision":    good[:20],
		"long":            good + "AAAA",
		"another version": "_" + good[1:],
		"of a search":     review.Query{}.Cursor(review.Position{ID: review.NewID("google", "1")}),
	} {
		if got, err := review.ParseChangeCursor(cursor); err == nil {
			t.Errorf("%s: %q is read as %+v", name, cursor, got)
		}
	}
}
