// Package when reads the dates of exports, of which only the day is published.
//
// An instant with its zone counts with its day in UTC, as everywhere in the
// service; a time without a zone with the day that is written. What stands for
// two days, such as 03/04/2026, is never guessed: a Reader has to be told the
// order, or to have seen one date of the file that has only one reading.
package when

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// The errors of Date.
var (
	// ErrNotADate is returned for what is no date of the calendar in any form
	// that is known.
	ErrNotADate = errors.New("not a date")
	// ErrAmbiguous is returned for a date that stands for two days.
	ErrAmbiguous = errors.New("a date that can be read in two ways")
)

// maxLength is the length of the longest date that is read, in bytes.
const maxLength = 100

// Order is what comes first in dates such as 03/04/2026.
type Order int

// The orders.
const (
	Unknown Order = iota
	DayFirst
	MonthFirst
)

// Reader reads dates. The zero value reads those that have one reading.
type Reader struct {
	Order  Order
	Layout Layout // if not empty, dates have this form only
}

var (
	numericForm = regexp.MustCompile(`^(\d{1,4})([/.-])(\d{1,2})([/.-])(\d{1,4})$`)
	unixForm    = regexp.MustCompile(`^(\d{10})(?:\d{3})?$`)
	clockForm   = regexp.MustCompile(`(?i)(?:[,T]| at)? *\b?\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]\.?m\.?)?(?: ?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))*$`)
	ordinalForm = regexp.MustCompile(`(\d)(?:st|nd|rd|th)\b`)
	weekdayForm = regexp.MustCompile(`(?i)^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? +`)
)

// Date returns the day that s names, as YYYY-MM-DD.
func (r Reader) Date(s string) (string, error) {
	s = strings.TrimSpace(s)
	if len(s) > maxLength {
		return "", ErrNotADate
	}
	if r.Layout != "" {
		return r.Layout.date(s)
	}
	if day, ok := instant(s); ok {
		return day, nil
	}
	s = clockForm.ReplaceAllString(s, "")
	if m := numericForm.FindStringSubmatch(s); m != nil {
		return r.numeric(m)
	}
	return named(s)
}

// instant reads a time with its zone, or seconds or milliseconds since 1970.
func instant(s string) (string, bool) {
	if m := unixForm.FindStringSubmatch(s); m != nil {
		seconds, err := strconv.ParseInt(m[1], 10, 64)
		return time.Unix(seconds, 0).UTC().Format(time.DateOnly), err == nil
	}
	for _, layout := range []string{
		time.RFC3339, "2006-01-02T15:04:05-0700", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05 -0700",
		"2006-01-02 15:04:05 -0700 MST", time.RFC1123Z,
	} {
		if t, err := time.Parse(layout, s); err == nil && t.UTC().Year() > 0 {
			return t.UTC().Format(time.DateOnly), true
		}
	}
	return "", false
}

// numeric reads a date of three numbers, the parts of numericForm.
func (r Reader) numeric(m []string) (string, error) {
	first, second, third := m[1], m[3], m[5]
	switch {
	case m[2] != m[4]:
		return "", ErrNotADate
	case len(first) == 4:
		return calendar(first, second, third)
	case len(third) != 4:
		return "", ErrNotADate
	}
	order := r.Order
	if seen := read(first, second, m[2]); order == Unknown {
		order = seen
	}
	switch {
	case order == DayFirst, first == second:
		return calendar(third, second, first)
	case order == MonthFirst:
		return calendar(third, first, second)
	default:
		return "", ErrAmbiguous
	}
}

// read tells the order in which two numbers must stand to be a day and a
// month. With dots the day comes first, wherever dots are written.
func read(first, second, separator string) Order {
	a, _ := strconv.Atoi(first)  // at most four digits
	b, _ := strconv.Atoi(second) // at most two
	switch {
	case separator == ".", a > 12:
		return DayFirst
	case b > 12:
		return MonthFirst
	default:
		return Unknown
	}
}

func calendar(year, month, day string) (string, error) {
	t, err := time.Parse("2006-1-2", year+"-"+month+"-"+day)
	if err != nil || t.Year() < 1 {
		return "", ErrNotADate
	}
	return t.Format(time.DateOnly), nil
}

// named reads a date with the name of its month, in English.
func named(s string) (string, error) {
	s = ordinalForm.ReplaceAllString(weekdayForm.ReplaceAllString(s, ""), "$1")
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" ,-.", r) }), " ")
	s = strings.Replace(s, "Sept ", "Sep ", 1)
	for _, layout := range []string{"Jan 2 2006", "January 2 2006", "2 Jan 2006", "2 January 2006", "2006 Jan 2"} {
		if t, err := time.Parse(layout, s); err == nil && t.Year() > 0 {
			return t.Format(time.DateOnly), nil
		}
	}
	return "", ErrNotADate
}
