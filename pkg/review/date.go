package review

import (
	"errors"
	"time"
)

// Date is a calendar date without a time zone, packed as yyyymmdd so that
// dates compare as integers. The zero value is "no date".
type Date int32

// ErrNotADate is returned for text that is not a date of the calendar.
var ErrNotADate = errors.New("not a date of the form YYYY-MM-DD")

const dateLayout = time.DateOnly

// ParseDate reads YYYY-MM-DD. It refuses dates that the proleptic Gregorian
// calendar does not have, such as 2026-02-29, and the year 0000.
func ParseDate(s string) (Date, error) {
	t, err := time.Parse(dateLayout, s)
	if err != nil || t.Year() < 1 {
		return 0, ErrNotADate
	}
	return DateOf(t), nil
}

// DateOf returns the date that t has in its own time zone.
func DateOf(t time.Time) Date {
	y, m, d := t.Date()
	return Date(y*10000 + int(m)*100 + d)
}

// IsZero reports whether d is "no date".
func (d Date) IsZero() bool { return d == 0 }

// Time returns midnight UTC at the start of d.
func (d Date) Time() time.Time {
	return time.Date(int(d/10000), time.Month(d/100%100), int(d%100), 0, 0, 0, 0, time.UTC)
}

// String writes d as YYYY-MM-DD, and "no date" as the empty string.
func (d Date) String() string {
	if d.IsZero() {
		return ""
	}
	return d.Time().Format(dateLayout)
}

// Month writes the month of d as YYYY-MM, and that of "no date" as the empty
// string.
func (d Date) Month() string {
	if d.IsZero() {
		return ""
	}
	return d.String()[:len("YYYY-MM")]
}
