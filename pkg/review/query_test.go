package review_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
)

func TestParseQuery(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]review.Query{
		"":                                  {Limit: 20},
		"&&":                                {Limit: 20},
		"rating=5":                          {Rating: 5, Limit: 20},
		"rating=05":                         {Rating: 5, Limit: 20},
		"min_rating=4":                      {MinRating: 4, Limit: 20},
		"min_rating=4.5":                    {MinRating: 4.5, Limit: 20},
		"min_rating=1.0&rating=2":           {MinRating: 1, Rating: 2, Limit: 20},
		"rating=2&min_rating=4":             {Rating: 2, MinRating: 4, Limit: 20}, // matches nothing, but says so without a mistake
		"since=2026-01-01":                  {Since: 20260101, Limit: 20},
		"until=2024-02-29":                  {Until: 20240229, Limit: 20},
		"until=2026-01-01&since=2026-01-01": {Since: 20260101, Until: 20260101, Limit: 20},
		"query=on+time":                     {Text: "on time", Limit: 20},
		"query=a%2Bb%26c%3D%3B;d":           {Text: "a+b&c=;;d", Limit: 20},
		"query=a=b":                         {Text: "a=b", Limit: 20},
		"query=%20":                         {Text: " ", Limit: 20},
		"query=%E2%9C%93":                   {Text: "✓", Limit: 20},
		"qu%65ry=x":                         {Text: "x", Limit: 20},
		"mentions_technician=Zo%C3%AB":      {Technician: "Zoë", Limit: 20},
		"mentions_service=AC+repair":        {Service: "AC repair", Limit: 20},
		"limit=1":                           {Limit: 1},
		"limit=100":                         {Limit: 100},
		"query=" + strings.Repeat("%F0%9F%98%80", 200): {Text: strings.Repeat("😀", 200), Limit: 20},
	} {
		got, err := review.ParseQuery(raw)
		if err != nil {
			t.Errorf("ParseQuery(%q): %v", raw, err)
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("ParseQuery(%q) (-want +got):\n%s", raw, diff)
		}
	}
}

// TestParseQueryIssues has every code, with the parameter it is about and the
// value that is shown.
func TestParseQueryIssues(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string][]string{
		"rating=0":                               {"rating out_of_range 0"},
		"rating=6":                               {"rating out_of_range 6"},
		"rating=-1":                              {"rating out_of_range -1"},
		"rating=99999999999999999999":            {"rating out_of_range 99999999999999999999"},
		"rating=4.5":                             {"rating not_an_integer 4.5"},
		"rating=five":                            {"rating not_an_integer five"},
		"rating=%2B5":                            {"rating not_an_integer +5"},
		"rating=+5":                              {"rating not_an_integer  5"},
		"rating=-":                               {"rating not_an_integer -"},
		"rating=--5":                             {"rating not_an_integer --5"},
		"rating=0x5":                             {"rating not_an_integer 0x5"},
		"rating=%EF%BC%95":                       {"rating not_an_integer ５"},
		"rating=":                                {"rating empty "},
		"rating":                                 {"rating empty "},
		"rating=4&rating=5":                      {"rating repeated_parameter 4, 5"},
		"min_rating=0.5":                         {"min_rating out_of_range 0.5"},
		"min_rating=5.01":                        {"min_rating out_of_range 5.01"},
		"min_rating=" + strings.Repeat("9", 400): {"min_rating out_of_range " + strings.Repeat("9", 100) + "…"},
		"min_rating=NaN":                         {"min_rating not_a_number NaN"},
		"min_rating=4e0":                         {"min_rating not_a_number 4e0"},
		"min_rating=.5":                          {"min_rating not_a_number .5"},
		"min_rating=4,5":                         {"min_rating not_a_number 4,5"},
		"since=2026-02-29":                       {"since not_a_date 2026-02-29"},
		"until=yesterday":                        {"until not_a_date yesterday"},
		"since=2026-02-01&until=2026-01-31":      {"since contradiction 2026-02-01"},
		"query=":                                 {"query empty "},
		"query=" + strings.Repeat("%C3%A9", 201): {"query too_long " + strings.Repeat("é", 100) + "…"},
		"mentions_technician=" + strings.Repeat("x", 201): {"mentions_technician too_long " + strings.Repeat("x", 100) + "…"},
		"mentions_service=" + strings.Repeat("x", 201):    {"mentions_service too_long " + strings.Repeat("x", 100) + "…"},
		"query=%FF":     {"query invalid_utf8 %FF"},
		"query=%zz":     {"query invalid_utf8 %zz"},
		"query=%":       {"query invalid_utf8 %"},
		"query=\xff":    {"query invalid_utf8 \uFFFD"},
		"%zz=1":         {"%zz invalid_utf8 1"},
		"%FF=1":         {"\uFFFD invalid_utf8 1"},
		"limit=0":       {"limit out_of_range 0"},
		"limit=101":     {"limit out_of_range 101"},
		"limit=ten":     {"limit not_an_integer ten"},
		"cursor=":       {"cursor empty "},
		"cursor=abc":    {"cursor invalid_cursor abc"},
		"ratings=5":     {"ratings unknown_parameter 5"},
		"Rating=5":      {"Rating unknown_parameter 5"},
		"a.b=5":         {"a.b unknown_parameter 5"},
		"=5":            {" unknown_parameter 5"},
		"page=2&page=3": {"page unknown_parameter 2, 3"},
		"%1b%5b2J=1":    {"\uFFFD[2J unknown_parameter 1"},
		"limit=0&cursor=x&until=x&zeta=1&rating=9&alpha=&query=%ff&since=": {
			"query invalid_utf8 %ff", "rating out_of_range 9", "since empty ", "until not_a_date x", "limit out_of_range 0",
			"alpha unknown_parameter ", "zeta unknown_parameter 1", "cursor invalid_cursor x",
		},
	} {
		_, err := review.ParseQuery(raw)
		if diff := cmp.Diff(want, listed(t, err)); diff != "" {
			t.Errorf("ParseQuery(%.60q) (-want +got):\n%s", raw, diff)
		}
	}
}

// TestAnUnknownParameterIsOneName: clients find it by its path, dots and all.
func TestAnUnknownParameterIsOneName(t *testing.T) {
	t.Parallel()
	_, err := review.ParseQuery("a.b=1")
	var issues review.Issues
	if !errors.As(err, &issues) || len(issues) != 1 {
		t.Fatalf("error %v, want one issue", err)
	}
	if diff := cmp.Diff([]string{"a.b"}, issues[0].Path); diff != "" {
		t.Errorf("path (-want +got):\n%s", diff)
	}
}

func TestQueryComplete(t *testing.T) {
	t.Parallel()
	filters := review.Query{Rating: 5, MinRating: 4.5, Text: "x", Technician: "Z", Service: "ac", Limit: 100}
	got, err := filters.Complete("2026-01-01", "2026-01-31", "")
	if err != nil {
		t.Fatal(err)
	}
	want := filters
	want.Since, want.Until = 20260101, 20260131
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("query (-want +got):\n%s", diff)
	}
	cursor := want.Cursor(review.Position{Date: 20260115, ID: review.NewID("a", "b")})
	got, err = filters.Complete("2026-01-01", "2026-01-31", cursor)
	if err != nil || got.After == nil || *got.After != (review.Position{Date: 20260115, ID: review.NewID("a", "b")}) {
		t.Errorf("with a cursor: %+v, %v", got.After, err)
	}
}

func TestQueryCompleteIssues(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 201)
	cut := strings.Repeat("x", 100) + "…"
	for _, test := range []struct {
		query                review.Query
		since, until, cursor string
		want                 []string
	}{
		{review.Query{}, "", "", "", []string{"limit out_of_range 0"}},
		{review.Query{Limit: 101}, "", "", "", []string{"limit out_of_range 101"}},
		{review.Query{Limit: 1, Rating: -1}, "", "", "", []string{"rating out_of_range -1"}},
		{review.Query{Limit: 1, MinRating: 0.5}, "", "", "", []string{"min_rating out_of_range 0.5"}},
		{review.Query{Limit: 1, MinRating: math.NaN()}, "", "", "", []string{"min_rating out_of_range NaN"}},
		{review.Query{Limit: 1, MinRating: math.Inf(1)}, "", "", "", []string{"min_rating out_of_range +Inf"}},
		{review.Query{Limit: 1}, "x", "y", "z", []string{"since not_a_date x", "until not_a_date y", "cursor invalid_cursor z"}},
		{review.Query{Limit: 1}, "2026-01-02", "2026-01-01", "", []string{"since contradiction 2026-01-02"}},
		{
			review.Query{Limit: 1, Text: long, Technician: long, Service: long},
			"", "", "",
			[]string{"query too_long " + cut, "mentions_technician too_long " + cut, "mentions_service too_long " + cut},
		},
	} {
		_, err := test.query.Complete(test.since, test.until, test.cursor)
		if diff := cmp.Diff(test.want, listed(t, err)); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", test, diff)
		}
	}
}

// TestQueryValuesAreReadBack: a query written as parameters is the same query.
func TestQueryValuesAreReadBack(t *testing.T) {
	t.Parallel()
	for _, q := range []review.Query{
		{Limit: 20},
		{Rating: 1, MinRating: 1.25, Since: 20240229, Until: 20260101, Text: "50% & more=?;\n", Technician: "Zoë O'Neil", Service: "ac", Limit: 7},
	} {
		got, err := review.ParseQuery(q.Values().Encode())
		if err != nil {
			t.Errorf("%v: %v", q.Values(), err)
		}
		if diff := cmp.Diff(q, got); diff != "" {
			t.Errorf("read back (-want +got):\n%s", diff)
		}
	}
}

func TestParseChangesQuery(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]struct {
		cursor string
		limit  int
		issues []string
	}{
		"":                       {"", 100, nil},
		"cursor=any+thing":       {"any thing", 100, nil}, // the feed itself says whether it can use it
		"limit=1000&cursor=a":    {"a", 1000, nil},
		"limit=1001":             {"", 0, []string{"limit out_of_range 1001"}},
		"limit=x&since=1&cursor": {"", 0, []string{"cursor empty ", "limit not_an_integer x", "since unknown_parameter 1"}},
	} {
		cursor, limit, err := review.ParseChangesQuery(raw)
		if cursor != want.cursor || limit != want.limit {
			t.Errorf("ParseChangesQuery(%q) = %q, %d; want %q, %d", raw, cursor, limit, want.cursor, want.limit)
		}
		if diff := cmp.Diff(want.issues, listed(t, err)); diff != "" {
			t.Errorf("ParseChangesQuery(%q) (-want +got):\n%s", raw, diff)
		}
	}
	for limit, want := range map[int][]string{1: nil, 1000: nil, 0: {"limit out_of_range 0"}, 1001: {"limit out_of_range 1001"}} {
		if diff := cmp.Diff(want, listed(t, review.CheckChangesLimit(limit))); diff != "" {
			t.Errorf("CheckChangesLimit(%d) (-want +got):\n%s", limit, diff)
		}
	}
}

func TestNoParameters(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string][]string{
		"":            nil,
		"&":           nil,
		"b=2&a=1&b=3": {"a unknown_parameter 1", "b unknown_parameter 2, 3"},
		"a=%":         {"a invalid_utf8 %"},
	} {
		if diff := cmp.Diff(want, listed(t, review.NoParameters(raw))); diff != "" {
			t.Errorf("NoParameters(%q) (-want +got):\n%s", raw, diff)
		}
	}
}
