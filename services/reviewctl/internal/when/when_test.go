package when_test

import (
	"errors"
	"testing"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/when"
)

func TestDate(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"2026-03-01":                      "2026-03-01",
		" 2026/3/1 ":                      "2026-03-01",
		"2026-03-01 23:30":                "2026-03-01",
		"2026-03-01 23:30:00.000":         "2026-03-01",
		"2026-03-01T23:30:00Z":            "2026-03-01",
		"2026-03-01T23:30:00-05:00":       "2026-03-02",
		"2026-03-01T23:30:00.123-0500":    "2026-03-02",
		"2026-03-01 23:30:00 UTC":         "2026-03-01",
		"2026-03-01 23:30:00 -0500":       "2026-03-02",
		"2026-03-01 23:30:00 +0000 UTC":   "2026-03-01",
		"2026-03-01T23:30":                "2026-03-01",
		"1772321400":                      "2026-02-28",
		"1772321400000":                   "2026-02-28",
		"28/02/2026":                      "2026-02-28",
		"02/28/2026":                      "2026-02-28",
		"2/28/2026 9:05 PM":               "2026-02-28",
		"28-02-2026":                      "2026-02-28",
		"05/05/2026":                      "2026-05-05",
		"03.04.2026":                      "2026-04-03",
		"3.4.2026, 18:00 Uhr":             "",
		"Jan 5, 2026":                     "2026-01-05",
		"January 5, 2026 at 3:04 PM":      "2026-01-05",
		"Jan. 5 2026":                     "2026-01-05",
		"Sept 5, 2026":                    "2026-09-05",
		"5 Jan 2026":                      "2026-01-05",
		"05-Jan-2026":                     "2026-01-05",
		"5th January 2026":                "2026-01-05",
		"Monday, January 5, 2026":         "2026-01-05",
		"Mon, 05 Jan 2026 23:00:00 -0500": "2026-01-06",
		"":                                "",
		"yesterday":                       "",
		"2026-02-30":                      "",
		"30/02/2026":                      "",
		"13/13/2026":                      "",
		"1/2/26":                          "",
		"2026-01/02":                      "",
		"46082":                           "",
	} {
		got, err := when.Reader{}.Date(text)
		if got != want || (want == "") != errors.Is(err, when.ErrNotADate) {
			t.Errorf("Date(%q) = %q, %v; want %q", text, got, err, want)
		}
	}
}

func TestDateInAnOrder(t *testing.T) {
	t.Parallel()
	const text = "03/04/2026 10:00"
	if got, err := (when.Reader{}).Date(text); !errors.Is(err, when.ErrAmbiguous) {
		t.Errorf("Date(%q) = %q, %v; want %v", text, got, err, when.ErrAmbiguous)
	}
	for order, want := range map[when.Order]string{when.DayFirst: "2026-04-03", when.MonthFirst: "2026-03-04"} {
		if got, err := (when.Reader{Order: order}).Date(text); got != want || err != nil {
			t.Errorf("Date(%q) in order %d = %q, %v; want %q", text, order, got, err, want)
		}
	}
	if got, err := (when.Reader{Order: when.MonthFirst}).Date("31/12/2026"); !errors.Is(err, when.ErrNotADate) {
		t.Errorf("Date of a 31st month = %q, %v; want %v", got, err, when.ErrNotADate)
	}
}

func TestLayout(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ layout, text, want string }{
		{"DD/MM/YYYY", "03/04/2026", "2026-04-03"},
		{"DD/MM/YYYY", "3/4/2026 17:05:00", "2026-04-03"},
		{"MM/DD/YY", "03/04/26", "2026-03-04"},
		{"YYYYMMDD", "20261231", "2026-12-31"},
		{"MMM D, YYYY", "Mar 4, 2026", "2026-03-04"},
		{"D MMMM YYYY", "4 March 2026", "2026-03-04"},
		{"DD/MM/YYYY", "2026-04-03", ""},
		{"DD/MM/YYYY", "12/31/2026", ""},
	} {
		layout, err := when.ParseLayout(test.layout)
		if err != nil {
			t.Errorf("ParseLayout(%q): %v", test.layout, err)
			continue
		}
		if got, err := (when.Reader{Layout: layout}).Date(test.text); got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("Date(%q) as %s = %q, %v; want %q", test.text, test.layout, got, err, test.want)
		}
	}
	for _, bad := range []string{"", "DD/MM", "YYYY", "MM/YYYY", "DD/MM/YYYY HH:mm", "dd/mm/yyyy", "2006-01-02"} {
		if got, err := when.ParseLayout(bad); !errors.Is(err, when.ErrLayout) {
			t.Errorf("ParseLayout(%q) = %q, %v; want %v", bad, got, err, when.ErrLayout)
		}
	}
}

func TestEvidence(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		dates []string
		want  when.Order
		err   error
	}{
		"nothing":             {nil, when.Unknown, nil},
		"one form":            {[]string{"2026-03-04", "Jan 5, 2026", "03.04.2026", "5/5/2026", "1772321400", "x"}, when.Unknown, nil},
		"a thirteenth":        {[]string{"03/04/2026", "13/04/2026"}, when.DayFirst, nil},
		"a thirteenth second": {[]string{"03/04/2026", "04/13/2026 10:00"}, when.MonthFirst, nil},
		"nothing shows it":    {[]string{"2026-03-04", "03/04/2026"}, when.Unknown, when.ErrAmbiguous},
		"both":                {[]string{"13/04/2026", "04/13/2026"}, when.Unknown, when.ErrBothOrders},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var e when.Evidence
			for _, d := range test.dates {
				e.Add(d)
			}
			if got, _, err := e.Order(); got != test.want || !errors.Is(err, test.err) {
				t.Errorf("Order() = %d, %v; want %d, %v", got, err, test.want, test.err)
			}
		})
	}
}

// FuzzDate checks that what is read as a date is one, in every order.
func FuzzDate(f *testing.F) {
	for _, seed := range []string{"2026-03-01", "03/04/2026", "Jan 5, 2026 3:04 PM", "1772321400", "2026-03-01T23:30:00-05:00", "5th May 2020"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, order := range []when.Order{when.Unknown, when.DayFirst, when.MonthFirst} {
			day, err := when.Reader{Order: order}.Date(s)
			if _, wrong := review.ParseDate(day); err == nil && wrong != nil {
				t.Errorf("Date(%q) = %q: %v", s, day, wrong)
			}
		}
		var e when.Evidence
		e.Add(s)
		_, _, _ = e.Order()
	})
}
