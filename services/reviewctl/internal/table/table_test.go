package table_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/table"
)

// detect opens a text that is given whole.
func detect(t testing.TB, text string, mapping ...string) (*table.Table, error) {
	t.Helper()
	m, err := table.ParseMapping(mapping)
	if err != nil {
		t.Fatal(err)
	}
	return table.Detect([]byte(text), true, m)
}

// readAll returns the rows of a table.
func readAll(t *testing.T, text string, mapping ...string) []table.Row {
	t.Helper()
	opened, err := detect(t, text, mapping...)
	if err != nil {
		t.Fatal(err)
	}
	var rows []table.Row
	err = opened.Read(strings.NewReader(text), "", func(r table.Row) error {
		rows = append(rows, r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestReadKnownExports(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		text    string
		want    review.Record
		notices []string
	}{
		"Trustpilot": {
			text: "Review Id,Review Created,Review Stars,Review Title,Review Content,Review Url\n" +
				"5f00aa,2024-03-01,4,Warm again,\"Warm again, at last.\nThank you.\",https://www.trustpilot.com/reviews/5f00aa\n",
			want: review.Record{
				Source: "trustpilot", SourceID: "5f00aa", Rating: 4, Date: "2024-03-01",
				Text: "Warm again, at last.\nThank you.", SourceURL: "https://www.trustpilot.com/reviews/5f00aa",
			},
		},
		"Trustpilot with replies": {
			text: "Review Created (UTC),Review Username,Review Stars,Review Title,Review Content,Company Reply Date (UTC),Company Reply,Review Id\n" +
				"2024-03-01 22:10:00,Jane D,5,Title,Text,2024-03-02 08:00:00,Thanks!,5f00ab\n",
			want: review.Record{
				Source: "trustpilot", SourceID: "5f00ab", Author: "Jane D", Rating: 5, Date: "2024-03-01", Text: "Title\n\nText",
				OwnerReply: &review.ReplyRecord{Text: "Thanks!", Date: "2024-03-02"},
			},
		},
		"Yelp": {
			text: "Reviewer,Rating,Review,Review Date,Review URL\nSam T.,3/5,Late.,3/14/2024,\n",
			want: review.Record{Source: "yelp", Author: "Sam T.", Rating: 3, Date: "2024-03-14", Text: "Late."},
		},
		"Podium": {
			text: "Site,Customer Name,Stars,Comment,Date Posted\nGoogle,Ann Lee,★★★★★,Quick.,\"Jan 5, 2024\"\n",
			want: review.Record{Source: "google", Author: "Ann Lee", Rating: 5, Date: "2024-01-05", Text: "Quick."},
			notices: []string{
				"it reads source from Site, author from Customer Name, rating from Stars, date from Date Posted, text from Comment",
			},
		},
		"Birdeye": {
			text: "Location\tReview Source\tReviewer Name\tRating\tReview Date\tReview\tReview URL\n" +
				"Main St\tFacebook\tBo\t5.0\t2024-01-31\tFine\thttps://facebook.com/r/1\n",
			want: review.Record{
				Source: "facebook", Author: "Bo", Rating: 5, Date: "2024-01-31", Text: "Fine", SourceURL: "https://facebook.com/r/1",
			},
			notices: []string{
				"it reads source from Review Source, author from Reviewer Name, date from Review Date, text from Review, source_url from Review URL; " +
					"these columns are not imported: Location",
			},
		},
		"Google": {
			text: "Review ID;Reviewer;Star Rating;Comment;Create Time;Review Reply;Reply Date\n" +
				"AbC-1;Jo;FOUR;Ok;2024-05-06T23:30:00-05:00;Thanks;2024-05-08T00:00:00Z\n",
			want: review.Record{
				Source: "google", SourceID: "AbC-1", Author: "Jo", Rating: 4, Date: "2024-05-07", Text: "Ok",
				OwnerReply: &review.ReplyRecord{Text: "Thanks", Date: "2024-05-08"},
			},
		},
		"our own names": {
			text: "id,source,source_id,author,author_avatar_url,rating,date,title,text,source_url,owner_reply,owner_reply_date,verified,technicians,services\n" +
				"01JC3Y5N8Q4T6V7W8X9Y0Z1A2B,yelp,x1,Al,https://a.example/p.png,2,2024-02-02,,Bad,https://a.example/1,Sorry,2024-02-03,no,Gaz; Kim,ac-repair|heating\n",
			want: review.Record{
				ID: "01JC3Y5N8Q4T6V7W8X9Y0Z1A2B", Source: "yelp", SourceID: "x1", Author: "Al", AuthorAvatarURL: "https://a.example/p.png",
				Rating: 2, Date: "2024-02-02", Text: "Bad", SourceURL: "https://a.example/1", Unverified: true,
				OwnerReply:  &review.ReplyRecord{Text: "Sorry", Date: "2024-02-03"},
				Technicians: []string{"Gaz", "Kim"}, Services: []string{"ac-repair", "heating"},
			},
		},
		"replies without dates": {
			text: "Rating,Date,ID,Response\n5,2024-02-02,77,Thanks\n",
			want: review.Record{SourceID: "77", Rating: 5, Date: "2024-02-02"},
			notices: []string{
				"it reads owner_reply from Response",
				"the replies are left out, because no column is known to hold their dates; name it with --map owner_reply_date=HEADING",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rows := readAll(t, test.text)
			if len(rows) != 1 || rows[0].Issues != nil {
				t.Fatalf("%+v, want one row without issues", rows)
			}
			if diff := cmp.Diff(test.want, rows[0].Record); diff != "" {
				t.Errorf("record (-want +got):\n%s", diff)
			}
			opened, err := detect(t, test.text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.notices, opened.Notices()); diff != "" {
				t.Errorf("notices (-want +got):\n%s", diff)
			}
		})
	}
}

// brief writes what matters of a row in one line.
func brief(r table.Row) string {
	return fmt.Sprintf("%d: %s %d %s %q %s", r.Line, r.Record.Author, r.Record.Rating, r.Record.Date, r.Record.Text, r.Issues.Error())
}

func TestReadForms(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		text    string
		mapping []string
		want    []string
	}{
		"line ends of either kind": {
			text: "author,rating,date,text\r\na,5,2024-01-01,x\r\n\r\nb,4,2024-01-02,\"y\r\nz\"\nc,3,2024-01-03,w",
			want: []string{`2: a 5 2024-01-01 "x" `, `4: b 4 2024-01-02 "y\nz" `, `6: c 3 2024-01-03 "w" `},
		},
		"semicolons and quoted headings": {
			text:    "\"Author\";\"Rating, of 5\";\"Date\"\na;5;13.01.2024\n",
			mapping: []string{"rating=Rating, of 5"},
			want:    []string{`2: a 5 2024-01-13 "" `},
		},
		"a declared separator": {
			text: "sep=;\r\nauthor;rating;date\r\na;5;2024-01-01\r\n",
			want: []string{`3: a 5 2024-01-01 "" `},
		},
		"mapped columns": {
			text:    "Who,How many,Visited,Words\na,4 stars,03/04/24,x\n",
			mapping: []string{"author=Who", "rating=how MANY", "date=Visited:DD/MM/YY", "text=Words"},
			want:    []string{`2: a 4 2024-04-03 "x" `},
		},
		"a mapped column instead of the usual one": {
			text:    "rating,rating (mine),date\n1,5,2024-01-01\n",
			mapping: []string{"rating=rating (mine)"},
			want:    []string{`2:  5 2024-01-01 "" `},
		},
		"the other dates show the order": {
			text: "rating,date\n5,03/04/2024\n5,13/04/2024 10:00\n",
			want: []string{`2:  5 2024-04-03 "" `, `3:  5 2024-04-13 "" `},
		},
		"blank rows and columns": {
			text: "rating,date,,\n5,2024-01-01,,\n,,,\n4,2024-01-02\n3,2024-01-03,,,\n",
			want: []string{
				`2:  5 2024-01-01 "" `,
				`4:  0  "" the row has 2 fields, the header 4; a field with a separator or a line end must stand in quotes`,
				`5:  3 2024-01-03 "" `,
			},
		},
		"wrong quoting": {
			text: "rating,date,text\n5,2024-01-01,a \"good\" one\n4,2024-01-02,\"b\"ad\"\n3,2024-01-03,fine\n2,2024-01-04,\"c\n\"\"d\"e\n1,2024-01-05,last\n",
			want: []string{
				`2:  0  "" the quotation mark at byte 16 is not one of a field in quotes, where it would be doubled`,
				`3:  0  "" the quotation mark at byte 16 is not one of a field in quotes, where it would be doubled`,
				`4:  3 2024-01-03 "fine" `,
				`5:  0  "" line 6: the quotation mark at byte 4 is not one of a field in quotes, where it would be doubled; lines 5 to 6 are left out`,
				`7:  1 2024-01-05 "last" `,
			},
		},
		"wrong values": {
			text: "rating,date,verified,owner reply,reply date,text\n,,perhaps,R,soon,\n9,2024-02-30,,,,a\xffb\n",
			want: []string{
				`2:  0  "" rating is required; owner_reply.date must be a date such as 2026-03-01, in the same form as the others; verified must be true or false`,
				`3:  0  "" rating must be a whole number of stars from 1 to 5; date must be a date such as 2026-03-01, in the same form as the others; ` +
					`text is not UTF-8, as the rest of the file is, but perhaps Windows-1252; save all of it as UTF-8`,
			},
		},
		"a rejected column": {
			text: "rating,date,rejected\n5,2024-01-01,no stars\n",
			want: []string{`2:  5 2024-01-01 "" `},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, r := range readAll(t, test.text, test.mapping...) {
				got = append(got, brief(r))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
		})
	}
}

// TestReadKeepsWrongRows: what is rejected can be written down as it was.
func TestReadKeepsWrongRows(t *testing.T) {
	t.Parallel()
	rows := readAll(t, "rating,date\r\n5,a\"b\r\n5,c\r\n")
	if len(rows) != 2 || rows[0].Text != `5,a"b` || rows[0].Fields != nil {
		t.Errorf("%+v, want the text of the first row", rows)
	}
	if diff := cmp.Diff([]string{"5", "c"}, rows[1].Fields); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
}

func TestSource(t *testing.T) {
	t.Parallel()
	const (
		plain = "rating,date,link\n5,2024-01-01,%s\n"
		yelp  = "Reviewer,Rating,Review,Review Date,Review URL\na,5,b,2024-01-01,%s\n"
		named = "rating,date,platform\n5,2024-01-01,%s\n"
	)
	for _, test := range []struct{ form, value, given, want string }{
		{plain, "", "", ""},
		{plain, "", "given", "given"},
		{plain, "https://www.yelp.com/biz/a", "", "yelp"},
		{plain, "https://www.yelp.com/biz/a", "given", "given"},
		{plain, "https://brookside.example/a", "", ""},
		{yelp, "", "", "yelp"},
		{yelp, "", "given", "given"},
		{yelp, "https://www.google.com/maps/x", "", "google"},
		{named, "Google Maps", "given", "google"},
		{named, "", "given", "given"},
	} {
		text := fmt.Sprintf(test.form, test.value)
		opened, err := detect(t, text)
		if err != nil {
			t.Fatal(err)
		}
		_ = opened.Read(strings.NewReader(text), test.given, func(r table.Row) error {
			if r.Record.Source != test.want {
				t.Errorf("%q with --source %q: source %q, want %q", text, test.given, r.Record.Source, test.want)
			}
			return nil
		})
	}
}
