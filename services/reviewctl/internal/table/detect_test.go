package table_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/reviewdata/reviewdata/services/reviewctl/internal/table"
)

func TestDetectRefuses(t *testing.T) {
	t.Parallel()
	const noTable = "it is not a table: no line names its columns"
	for name, test := range map[string]struct {
		text    string
		mapping []string
		want    string
	}{
		"nothing":             {"", nil, noTable},
		"prose":               {"Dear customer,\nwe are sorry to hear that.\n", nil, noTable},
		"one column":          {"rating\n5\n", nil, noTable},
		"no rating":           {"author,date\nJane,2024-01-01\n", nil, "no column is known to hold the rating; its columns are author, date: name it with --map rating=HEADING"},
		"unknown headings":    {"a,b,\n5,x,y\n", nil, "no column is known to hold the rating and the date; its columns are a, b, (without a name): name it with --map rating=HEADING --map date=HEADING"},
		"no header":           {"5f00aa,2024-03-01,4,fine\n5f00ab,2024-03-02,4,fine\n", nil, "its first line holds data, not the names of the columns"},
		"no header either":    {"a,4,https://x.example/1\nb,4,https://x.example/2\n", nil, "its first line holds data"},
		"the same twice":      {"rating,Rating,date\n5,4,2024-01-01\n", nil, "2 columns are called rating; give them different names"},
		"mapped to the same":  {"a,rating,a\n5,4,2024-01-01\n", []string{"date=a"}, "2 columns are called a;"},
		"no such column":      {"Stars;When\n5;2024-01-01\n", []string{"date=Whem"}, "no column is called Whem; did you mean When?"},
		"no such column, far": {"Stars;When\n5;2024-01-01\n", []string{"date=Day of visit"}, "no column is called Day of visit; they are Stars, When"},
		"either order":        {"stars,date posted\n5,03/04/2024\n5,2024-01-01\n", nil, "03/04/2024 in the column date posted can be read in two ways; say which with --map 'date=date posted:DD/MM/YYYY' or"},
		"both orders":         {"stars,date\n5,13/04/2024\n5,04/13/2024\n", nil, "date: some of its dates have the day first and some the month; say which form they must have with --map 'date=date:DD/MM/YYYY'"},
		"a quoted header":     {"rating,\"date\"x,text\n5,2024-01-01,\n", nil, "line 1: the quotation mark at byte 13 is not one of a field in quotes"},
		"far too wide":        {strings.Repeat("rating,", 2000) + "date\n", nil, "it has 2001 columns, at most 1000 are read"},
		"old line ends":       {"rating,date\r5,2024-01-01\r", nil, "its lines end in a carriage return alone"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := detect(t, test.text, test.mapping...)
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("Detect: %v, want %q", err, test.want)
			}
		})
	}
}

func TestParseMappingRefuses(t *testing.T) {
	t.Parallel()
	for entry, want := range map[string]string{
		"rating":               `"rating" must be field=Heading, such as rating=Stars`,
		"rating= ":             `"rating= " must be field=Heading`,
		"ratng=Stars":          "ratng is not a member of a review; did you mean rating?",
		"colour=Red":           "colour is not a member of a review; those are id, source, ",
		"date=Day:DD/MMYY":     "",
		"date=Day:XX/YYYY":     "date: the form of a date is written with YYYY, MM and DD",
		"date=Time: of day":    "",
		"rating=Stars:DD/YYYY": "",
	} {
		_, err := table.ParseMapping([]string{entry})
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("ParseMapping(%q): %v, want %q", entry, err, want)
		}
	}
	if _, err := table.ParseMapping([]string{"rating=A", "rating=B"}); err == nil {
		t.Error("ParseMapping took a field twice")
	}
}

func TestReadEndsWhereNothingCanBeKnown(t *testing.T) {
	t.Parallel()
	const header = "rating,date,text\n5,2024-01-01,fine\n"
	for name, test := range map[string]struct{ text, want string }{
		"never closed":          {header + "4,2024-01-02,\"open\n3,2024-01-03,lost\n", "line 3: the quotation mark that opens a field here is never closed"},
		"never closed, at once": {header + "4,2024-01-02,\"open", "line 3: the quotation mark that opens a field here is never closed"},
		"too long":              {header + "4,2024-01-02,\"" + strings.Repeat("x\n", table.MaxRow), "after line 2: a row is longer than 1048576 bytes"},
		"too long a line":       {header + strings.Repeat("x", 2*table.MaxRow), "after line 2: a row is longer than 1048576 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opened, err := detect(t, header)
			if err != nil {
				t.Fatal(err)
			}
			err = opened.Read(strings.NewReader(test.text), "", func(table.Row) error { return nil })
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("Read: %v, want %q", err, test.want)
			}
		})
	}
}

func TestReadReturnsTheErrorsOfOthers(t *testing.T) {
	t.Parallel()
	const text = "rating,date\n5,2024-01-01\n"
	opened, err := detect(t, text)
	if err != nil {
		t.Fatal(err)
	}
	want := errors.New("enough")
	if err := opened.Read(strings.NewReader(text), "", func(table.Row) error { return want }); !errors.Is(err, want) {
		t.Errorf("Read: %v, want the error of its caller", err)
	}
	broken := io.MultiReader(strings.NewReader(text+"5,"), failing{want})
	if err := opened.Read(broken, "", func(table.Row) error { return nil }); !errors.Is(err, want) {
		t.Errorf("Read: %v, want the error of its reader", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// FuzzTable checks that a table is read or refused, that its rows come in the
// order of their lines, and that a row has a rating or an issue.
func FuzzTable(f *testing.F) {
	for _, seed := range []string{
		"Review Id,Review Created,Review Stars,Review Title,Review Content,Review Url\na,2024-03-01,4,b,\"c\nd\",https://www.trustpilot.com/reviews/a\n",
		"Site\tCustomer Name\tStars\tComment\tDate Posted\r\nGoogle\tAnn\t★★★★★\tx\tJan 5, 2024\r\n",
		"sep=;\nrating;date\n5;13/04/2024\n5;\"a\"b\"\n;;\n",
		"id,rating,date,text\n1,8/10,1772321400,\"open",
	} {
		f.Add(seed, "rating=Stars")
		f.Add(seed, "")
	}
	f.Fuzz(func(t *testing.T, text, mapping string) {
		m, err := table.ParseMapping([]string{mapping})
		if err != nil {
			m = table.Mapping{}
		}
		opened, err := table.Detect([]byte(text), true, m)
		if err != nil {
			return
		}
		last := 0
		_ = opened.Read(strings.NewReader(text), "", func(r table.Row) error {
			if r.Line <= last {
				t.Errorf("line %d after line %d", r.Line, last)
			}
			last = r.Line
			if r.Record.Rating == 0 && len(r.Issues) == 0 {
				t.Errorf("no rating and no issue: %+v", r)
			}
			return nil
		})
	})
}
