package when

import (
	"errors"
	"regexp"
	"strings"
	"time"
)

// Layout is the form of a date in the words of package time.
type Layout string

// ErrLayout is returned for what is not the form of a date.
var ErrLayout = errors.New("the form of a date is written with YYYY, MM and DD, such as DD/MM/YYYY, MM/DD/YY or MMM D, YYYY")

// foreign finds letters and digits that are no part of a form.
var foreign = regexp.MustCompile(`[^\W_YMD]`)

// ParseLayout reads the form of a date as people write it: DD/MM/YYYY,
// MM/DD/YY, MMM D, YYYY or D MMMM YYYY. A time of day is left out; it may
// follow in the dates.
func ParseLayout(s string) (Layout, error) {
	if foreign.MatchString(s) {
		return "", ErrLayout
	}
	layout := strings.NewReplacer(
		"YYYY", "2006", "YY", "06",
		"MMMM", "January", "MMM", "Jan", "MM", "1", "M", "1",
		"DD", "2", "D", "2",
	).Replace(strings.TrimSpace(s))
	probe := time.Date(2003, time.November, 28, 0, 0, 0, 0, time.UTC)
	if t, err := time.Parse(layout, probe.Format(layout)); err != nil || !t.Equal(probe) {
		return "", ErrLayout
	}
	return Layout(layout), nil
}

// IsLayout reports whether s looks like the form of a date, be it a wrong one.
func IsLayout(s string) bool { return strings.Contains(s, "YY") }

// date reads a date of this form, perhaps with a time of day after it.
func (l Layout) date(s string) (string, error) {
	for _, text := range []string{s, clockForm.ReplaceAllString(s, "")} {
		if t, err := time.Parse(string(l), text); err == nil {
			return t.Format(time.DateOnly), nil
		}
	}
	return "", ErrNotADate
}
