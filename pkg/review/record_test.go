package review_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
)

const today review.Date = 20260310

// record returns a record with every member, all of them right.
func record() review.Record {
	return review.Record{
		Source:          "google",
		SourceID:        "locations/1/reviews/2",
		Author:          " Jane D. ",
		AuthorAvatarURL: "https://photos.example.com/jane.png",
		Rating:          5,
		Date:            "2026-03-10",
		Text:            "\r\n On time.\r\nFair\rprice.\u2028Thanks \n",
		SourceURL:       "http://maps.example.com/?r=2",
		OwnerReply:      &review.ReplyRecord{Text: " Thank you.\r\n", Date: "2026-03-10"},
		Technicians:     []string{"Zoë", " Gazi ", "Zoë"},
		Services:        []string{"ac-repair"},
	}
}

func TestRecordReview(t *testing.T) {
	t.Parallel()
	got, err := record().Review(today)
	if err != nil {
		t.Fatal(err)
	}
	want := review.Review{
		ID:              review.NewID("google", "locations/1/reviews/2"),
		Author:          "Jane D.",
		AuthorAvatarURL: "https://photos.example.com/jane.png",
		Rating:          5,
		Date:            today,
		Text:            "On time.\nFair\nprice.\nThanks",
		Source:          "google",
		SourceURL:       "http://maps.example.com/?r=2",
		OwnerReply:      &review.OwnerReply{Text: "Thank you.", Date: today},
		Technicians:     []string{"Gazi", "Zoë"},
		Services:        []string{"ac-repair"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("review (-want +got):\n%s", diff)
	}
}

func TestRecordReviewOfTheLeast(t *testing.T) {
	t.Parallel()
	got, err := review.Record{Source: "g", SourceID: "k", Rating: 1, Date: "1990-01-01"}.Review(today)
	if err != nil {
		t.Fatal(err)
	}
	want := review.Review{
		ID: review.NewID("g", "k"), Author: "Anonymous", Rating: 1, Date: 19900101, Source: "g",
		Technicians: []string{}, Services: []string{},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("review (-want +got):\n%s", diff)
	}
}

// TestRecordIssues has every problem a record can have: path, code, and the
// value that is shown.
func TestRecordIssues(t *testing.T) {
	t.Parallel()
	many := slices.Repeat([]string{"x"}, review.MaxMentions+1)
	for name, test := range map[string]struct {
		change func(*review.Record)
		want   []string
	}{
		"id":                {func(r *review.Record) { r.ID = "A1" }, []string{"id malformed A1"}},
		"long key":          {func(r *review.Record) { r.SourceID = strings.Repeat("k", 201) }, []string{"source_id too_long " + strings.Repeat("k", 100) + "…"}},
		"key of two lines":  {func(r *review.Record) { r.SourceID = "a\nb" }, []string{"source_id invalid_character a\uFFFDb"}},
		"no source":         {func(r *review.Record) { r.Source = "" }, []string{"source missing "}},
		"source":            {func(r *review.Record) { r.Source = "Google Maps" }, []string{"source malformed Google Maps"}},
		"long source":       {func(r *review.Record) { r.Source = strings.Repeat("s", 65) }, []string{"source malformed " + strings.Repeat("s", 65)}},
		"rating 0":          {func(r *review.Record) { r.Rating = 0 }, []string{"rating out_of_range 0"}},
		"rating 6":          {func(r *review.Record) { r.Rating = 6 }, []string{"rating out_of_range 6"}},
		"rating -1":         {func(r *review.Record) { r.Rating = -1 }, []string{"rating out_of_range -1"}},
		"no date":           {func(r *review.Record) { r.Date = "" }, []string{"date missing "}},
		"date":              {func(r *review.Record) { r.Date = "2026-02-29" }, []string{"date not_a_date 2026-02-29"}},
		"tomorrow":          {func(r *review.Record) { r.Date = "2026-03-11" }, []string{"date in_future 2026-03-11"}},
		"long ago":          {func(r *review.Record) { r.Date = "1989-12-31" }, []string{"date out_of_range 1989-12-31"}},
		"long author":       {func(r *review.Record) { r.Author = strings.Repeat("é", 201) }, []string{"author too_long " + strings.Repeat("é", 100) + "…"}},
		"author of lines":   {func(r *review.Record) { r.Author = "a\tb" }, []string{"author invalid_character a\uFFFDb"}},
		"author in UTF-16":  {func(r *review.Record) { r.Author = "J\xfcrg" }, []string{"author invalid_utf8 J\uFFFDrg"}},
		"long text":         {func(r *review.Record) { r.Text = strings.Repeat("é", 10_001) }, []string{"text too_long " + strings.Repeat("é", 100) + "…"}},
		"text in Latin-1":   {func(r *review.Record) { r.Text = "caf\xe9" }, []string{"text invalid_utf8 caf\uFFFD"}},
		"zero in the text":  {func(r *review.Record) { r.Text = "a\x00b" }, []string{"text invalid_character a\uFFFDb"}},
		"escape":            {func(r *review.Record) { r.Text = "\x1b[2J" }, []string{"text invalid_character \uFFFD[2J"}},
		"C1 control":        {func(r *review.Record) { r.Text = "a\u0085b" }, []string{"text invalid_character a\uFFFDb"}},
		"bidi override":     {func(r *review.Record) { r.Text = "a\u202eb" }, []string{"text invalid_character a\uFFFDb"}},
		"bidi isolate":      {func(r *review.Record) { r.Text = "a\u2066b" }, []string{"text invalid_character a\uFFFDb"}},
		"noncharacter":      {func(r *review.Record) { r.Text = "a\uffffb" }, []string{"text invalid_character a\uFFFDb"}},
		"relative URL":      {func(r *review.Record) { r.SourceURL = "/reviews/1" }, []string{"source_url malformed /reviews/1"}},
		"URL of a script":   {func(r *review.Record) { r.SourceURL = "javascript:alert(1)" }, []string{"source_url malformed javascript:alert(1)"}},
		"URL without host":  {func(r *review.Record) { r.AuthorAvatarURL = "https:///x" }, []string{"author_avatar_url malformed https:///x"}},
		"long URL":          {func(r *review.Record) { r.AuthorAvatarURL = "https://x/" + strings.Repeat("x", 2048) }, []string{"author_avatar_url too_long https://x/" + strings.Repeat("x", 90) + "…"}},
		"empty reply":       {func(r *review.Record) { r.OwnerReply.Text = " \n" }, []string{"owner_reply.text missing "}},
		"reply undated":     {func(r *review.Record) { r.OwnerReply.Date = "" }, []string{"owner_reply.date missing "}},
		"reply tomorrow":    {func(r *review.Record) { r.OwnerReply.Date = "2026-03-11" }, []string{"owner_reply.date in_future 2026-03-11"}},
		"control in reply":  {func(r *review.Record) { r.OwnerReply.Text = "\x07" }, []string{"owner_reply.text invalid_character \uFFFD"}},
		"many technicians":  {func(r *review.Record) { r.Technicians = many }, []string{"technicians too_long "}},
		"empty technician":  {func(r *review.Record) { r.Technicians = []string{"a", " "} }, []string{"technicians.1 missing "}},
		"service with ends": {func(r *review.Record) { r.Services = []string{"a\nb"} }, []string{"services.0 invalid_character a\uFFFDb"}},
		"all at once": {
			func(r *review.Record) { *r = review.Record{ID: "x", Text: "\x00", SourceURL: "x", Rating: 7} },
			[]string{"id malformed x", "date missing ", "rating out_of_range 7", "text invalid_character \uFFFD", "source_url malformed x", "source missing "},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := record()
			test.change(&r)
			_, err := r.Review(today)
			if diff := cmp.Diff(test.want, listed(t, err)); diff != "" {
				t.Errorf("issues (-want +got):\n%s", diff)
			}
		})
	}
}

// listed writes the path, code and received value of each issue of an error.
func listed(t *testing.T, err error) []string {
	t.Helper()
	var issues review.Issues
	if err != nil && !errors.As(err, &issues) {
		t.Fatalf("error %v, want issues", err)
	}
	var out []string
	for _, issue := range issues {
		if issue.Message == "" {
			t.Errorf("no message: %+v", issue)
		}
		out = append(out, fmt.Sprintf("%s %s %s", strings.Join(issue.Path, "."), issue.Code, issue.Received))
	}
	return out
}

func TestRecordTakesWhatIsOnlyUnusual(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*review.Record){
		"leap day":            func(r *review.Record) { r.Date = "2024-02-29" },
		"longest text":        func(r *review.Record) { r.Text = strings.Repeat("😀", review.MaxTextLength) },
		"text of spaces":      func(r *review.Record) { r.Text = " \n\t" },
		"right-to-left marks": func(r *review.Record) { r.Text = "\u200f(שלום)\u200e \u061c" },
		"joined emoji":        func(r *review.Record) { r.Text = "👩\u200d🔧 👍🏽" },
		"tab in the text":     func(r *review.Record) { r.Text = "a\tb" },
		"capital scheme":      func(r *review.Record) { r.SourceURL = "HTTPS://x.example" },
		"no reply":            func(r *review.Record) { r.OwnerReply = nil },
		"longest source":      func(r *review.Record) { r.Source = strings.Repeat("s", 64) },
		"dotted source":       func(r *review.Record) { r.Source = "yelp.co.uk_2-b" },
	} {
		r := record()
		change(&r)
		if _, err := r.Review(today); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestRecordID: a given id is kept, a key decides alone, and only without
// either does the content count.
func TestRecordID(t *testing.T) {
	t.Parallel()
	content := func(change func(*review.Record)) review.Record {
		r := review.Record{Source: "google", Author: "Jane D.", Rating: 5, Date: "2026-03-01", Text: "Great."}
		change(&r)
		return r
	}
	const (
		first  = "4ZGWP9WDEFV2MC65V57QXQVJWA" // known values, which must never change
		second = "6Y8GV9YBHYG2CNQ2ZH3ED3Y8HX"
	)
	for name, test := range map[string]struct {
		record review.Record
		want   review.ID
	}{
		"given":             {content(func(r *review.Record) { r.ID, r.SourceID = "01jc3y5n8q4t6v7w8x9y0z1a2b", "k" }), "01JC3Y5N8Q4T6V7W8X9Y0Z1A2B"},
		"key":               {content(func(r *review.Record) { r.SourceID = "k" }), review.NewID("google", "k")},
		"content":           {content(func(*review.Record) {}), first},
		"the second of it":  {content(func(r *review.Record) { r.Occurrence = 1 }), second},
		"other stars":       {content(func(r *review.Record) { r.Rating = 1 }), first},
		"other space":       {content(func(r *review.Record) { r.Text, r.Author = "\nGreat.\r\n", " Jane D." }), first},
		"nobody, long text": {content(func(r *review.Record) { r.Author, r.Text = "", strings.Repeat("é", 40) }), "6SG22PC9HX5ZMF2NMW529WP3TA"},
		"another end":       {content(func(r *review.Record) { r.Author, r.Text = "Anonymous", strings.Repeat("é", 32)+"!" }), "6SG22PC9HX5ZMF2NMW529WP3TA"},
	} {
		got, err := test.record.Review(today)
		if err != nil || got.ID != test.want {
			t.Errorf("%s: id %s, %v; want %s", name, got.ID, err, test.want)
		}
	}
	apart := map[review.ID]bool{}
	for _, change := range []func(*review.Record){
		func(*review.Record) {},
		func(r *review.Record) { r.Author = "Jane E." },
		func(r *review.Record) { r.Date = "2026-03-02" },
		func(r *review.Record) { r.Text = "Great!" },
		func(r *review.Record) { r.Source = "yelp" },
		func(r *review.Record) { r.Occurrence = 2 },
	} {
		got, err := content(change).Review(today)
		if err != nil || apart[got.ID] {
			t.Errorf("%+v: id %s (%v), which another one has", got, got.ID, err)
		}
		apart[got.ID] = true
	}
}
