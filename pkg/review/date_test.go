package review_test

import (
	"errors"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
)

func TestParseDate(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]review.Date{
		"2026-03-01": 20260301,
		"2024-02-29": 20240229,
		"2000-02-29": 20000229,
		"0001-01-01": 10101,
		"9999-12-31": 99991231,
		"2026-12-31": 20261231,
		// Not in the calendar.
		"2026-02-29": 0,
		"1900-02-29": 0,
		"2026-04-31": 0,
		"2026-13-01": 0,
		"2026-00-01": 0,
		"2026-01-00": 0,
		"2026-01-32": 0,
		"0000-01-01": 0,
		// Not of the form.
		"":                     0,
		"2026-3-1":             0,
		"2026-03-1":            0,
		"26-03-01":             0,
		"02026-03-01":          0,
		"10000-01-01":          0,
		"-001-01-01":           0,
		"+026-01-01":           0,
		" 2026-03-01":          0,
		"2026-03-01 ":          0,
		"2026-03-01\n":         0,
		"2026-03-01T00:00:00Z": 0,
		"2026/03/01":           0,
		"20260301":             0,
		"01.03.2026":           0,
		"2026-03-0a":           0,
		"２０２６-03-01":           0,
		"2026–03–01":           0,
	} {
		got, err := review.ParseDate(s)
		if got != want || (err == nil) != (want != 0) {
			t.Errorf("ParseDate(%q) = %d, %v; want %d", s, got, err, want)
		}
		if err != nil && !errors.Is(err, review.ErrNotADate) {
			t.Errorf("ParseDate(%q): %v, want %v", s, err, review.ErrNotADate)
		}
		if err == nil && got.String() != s {
			t.Errorf("%q is written as %q", s, got.String())
		}
	}
}

func TestDateOfEveryDay(t *testing.T) {
	t.Parallel()
	before := review.Date(0)
	for day := time.Date(1896, 1, 1, 0, 0, 0, 0, time.UTC); day.Year() < 2105; day = day.AddDate(0, 0, 1) {
		d := review.DateOf(day)
		if !d.Time().Equal(day) || d <= before {
			t.Fatalf("%s is the date %d, which is %s, after %d", day, d, d.Time(), before)
		}
		if again, err := review.ParseDate(d.String()); err != nil || again != d {
			t.Fatalf("ParseDate(%s) = %d, %v", d, again, err)
		}
		before = d
	}
}

func TestDateOfUsesTheZoneOfItsTime(t *testing.T) {
	t.Parallel()
	evening := time.Date(2026, 3, 1, 22, 0, 0, 0, time.FixedZone("west", -5*60*60))
	if got, want := review.DateOf(evening), review.Date(20260301); got != want {
		t.Errorf("DateOf(%s) = %d, want %d", evening, got, want)
	}
	if got, want := review.DateOf(evening.UTC()), review.Date(20260302); got != want {
		t.Errorf("DateOf(%s) = %d, want %d", evening.UTC(), got, want)
	}
}

func TestDateText(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		date        review.Date
		text, month string
		zero        bool
	}{
		{20260301, "2026-03-01", "2026-03", false},
		{10101, "0001-01-01", "0001-01", false},
		{0, "", "", true},
	} {
		if got := test.date.String(); got != test.text {
			t.Errorf("String of %d: %q, want %q", test.date, got, test.text)
		}
		if got := test.date.Month(); got != test.month {
			t.Errorf("Month of %d: %q, want %q", test.date, got, test.month)
		}
		if got := test.date.IsZero(); got != test.zero {
			t.Errorf("IsZero of %d: %t, want %t", test.date, got, test.zero)
		}
	}
}
