package review_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// FuzzParseQuery checks that every query string is either a query that means
// the same when it is written again, or refused with issues fit to be shown.
func FuzzParseQuery(f *testing.F) {
	for _, seed := range []string{
		"", "rating=5&min_rating=4.5&since=2024-02-29&until=2026-01-01&query=on+time&limit=100",
		"rating=%zz&rating&=&%ff=%ff&page=2&page=3", "mentions_technician=Zo%C3%AB&mentions_service=a;b",
		"cursor=" + review.Query{}.Cursor(review.Position{Date: 20260101, ID: review.NewID("a", "b")}),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		q, err := review.ParseQuery(raw)
		if err != nil {
			checkIssues(t, err)
			return
		}
		values := q.Values()
		if q.After != nil {
			values.Set("cursor", q.Cursor(*q.After))
		}
		again, err := review.ParseQuery(values.Encode())
		if err != nil {
			t.Fatalf("%q is written as %q, which is refused: %v", raw, values.Encode(), err)
		}
		if diff := cmp.Diff(q, again); diff != "" {
			t.Errorf("%q is written as %q, which is another query (-first +again):\n%s", raw, values.Encode(), diff)
		}
		since, until, cursor := q.Since.String(), q.Until.String(), values.Get("cursor")
		q.Since, q.Until, q.After = 0, 0, nil
		complete, err := q.Complete(since, until, cursor)
		if diff := cmp.Diff(again, complete); diff != "" || err != nil {
			t.Errorf("Complete judges otherwise than ParseQuery: %v\n%s", err, diff)
		}
	})
}

// checkIssues checks what holds for issues whatever caused them.
func checkIssues(t *testing.T, err error) {
	t.Helper()
	var issues review.Issues
	if !errors.As(err, &issues) || len(issues) == 0 {
		t.Fatalf("error %v, want issues", err)
	}
	for _, issue := range issues {
		if issue.Code == "" || issue.Message == "" || len(issue.Path) == 0 {
			t.Errorf("incomplete: %+v", issue)
		}
		for _, s := range append([]string{issue.Message, issue.Received}, issue.Path...) {
			if !utf8.ValidString(s) || strings.ContainsAny(s, "\n\r\t\x00\x1b") || utf8.RuneCountInString(s) > 400 {
				t.Errorf("not fit to be shown: %q", s)
			}
		}
	}
}

// FuzzParseDate checks that a date is written as it was read.
func FuzzParseDate(f *testing.F) {
	for _, seed := range []string{"2026-03-01", "2024-02-29", "2026-02-29", "0000-01-01", "9999-12-31", "2026-1-1", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, err := review.ParseDate(s)
		if err != nil {
			if !d.IsZero() {
				t.Errorf("%q is refused, and read as %d", s, d)
			}
			return
		}
		if d.String() != s || review.DateOf(d.Time()) != d || d.Month() != s[:7] {
			t.Errorf("%q is read as %d, which is %s", s, d, d)
		}
	})
}

// FuzzCursor checks that a cursor of either kind is refused or means the same
// when it is written again.
func FuzzCursor(f *testing.F) {
	f.Add(review.ChangeCursor{DataSet: [8]byte{1}, Revision: 7, ID: review.NewID("a", "b")}.String())
	f.Add(review.ChangeCursor{Revision: 7}.String())
	f.Add(review.Query{Limit: review.DefaultLimit}.Cursor(review.Position{Date: 20260101, ID: review.NewID("a", "b")}))
	f.Add("AQ==\n")
	f.Fuzz(func(t *testing.T, s string) {
		if c, err := review.ParseChangeCursor(s); err == nil {
			if again, err := review.ParseChangeCursor(c.String()); err != nil || again != c {
				t.Errorf("%q is %+v and then %+v, %v", s, c, again, err)
			}
		}
		q, err := review.Query{Limit: 1}.Complete("", "", s)
		if err != nil || s == "" {
			return
		}
		again, err := review.Query{Limit: 1}.Complete("", "", q.Cursor(*q.After))
		if err != nil || *again.After != *q.After {
			t.Errorf("%q is after %+v and then %+v, %v", s, q.After, again.After, err)
		}
	})
}

// FuzzRecord checks that a record is refused with issues, or is a review that
// can be published: valid text, and the same review when it is imported again.
func FuzzRecord(f *testing.F) {
	whole := record()
	f.Add("", whole.Source, whole.SourceID, whole.Author, 5, whole.Date, whole.Text, whole.SourceURL, "Thanks", "2026-03-02", "Zoë")
	f.Add("01jc3y5n8q4t6v7w8x9y0z1a2b", "a", "", "", 1, "2024-02-29", "\xff\x00\u202e", "https://[", "", "", " ")
	f.Fuzz(func(t *testing.T, id, source, key, author string, rating int, date, text, url, reply, replyDate, name string) {
		in := review.Record{
			ID: id, Source: source, SourceID: key, Author: author, Rating: rating, Date: date, Text: text,
			SourceURL: url, AuthorAvatarURL: url, Technicians: []string{name}, Services: []string{name, name},
		}
		if reply != "" || replyDate != "" {
			in.OwnerReply = &review.ReplyRecord{Text: reply, Date: replyDate}
		}
		r, err := in.Review(today)
		if err != nil {
			checkIssues(t, err)
			return
		}
		out := published(r)
		again, err := out.Review(today)
		if err != nil {
			t.Fatalf("the review of %+v cannot be imported again: %v", in, err)
		}
		if diff := cmp.Diff(r, again); diff != "" {
			t.Errorf("imported again (-first +again):\n%s", diff)
		}
		for _, s := range []string{r.Author, r.Text, r.SourceURL, r.Source, r.Technicians[0]} {
			if !utf8.ValidString(s) || strings.ContainsAny(s, "\x00\r\u202e") {
				t.Errorf("not fit to be published: %q", s)
			}
		}
	})
}

// published returns the record that an export of r would be.
func published(r review.Review) review.Record {
	out := review.Record{
		ID: string(r.ID), Source: r.Source, Author: r.Author, AuthorAvatarURL: r.AuthorAvatarURL, Rating: r.Rating,
		Date: r.Date.String(), Text: r.Text, SourceURL: r.SourceURL, Technicians: r.Technicians, Services: r.Services,
	}
	if r.OwnerReply != nil {
		out.OwnerReply = &review.ReplyRecord{Text: r.OwnerReply.Text, Date: r.OwnerReply.Date.String()}
	}
	return out
}
