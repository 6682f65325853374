package when

import (
	"errors"
	"strings"
)

// ErrBothOrders is returned for a file whose dates cannot all be in one order.
var ErrBothOrders = errors.New("some of its dates have the day first and some the month")

// Evidence collects what the dates of a file tell about their order.
type Evidence struct {
	dayFirst, monthFirst bool
	open                 string // the first date that can be read in two ways
}

// Add looks at one more date.
func (e *Evidence) Add(s string) {
	s = strings.TrimSpace(s)
	if _, ok := instant(s); ok || len(s) > maxLength {
		return
	}
	m := numericForm.FindStringSubmatch(clockForm.ReplaceAllString(s, ""))
	if m == nil || len(m[1]) == 4 || len(m[5]) != 4 || m[2] == "." || m[2] != m[4] {
		return
	}
	switch order := read(m[1], m[3], m[2]); {
	case order == DayFirst:
		e.dayFirst = true
	case order == MonthFirst:
		e.monthFirst = true
	case m[1] != m[3] && e.open == "":
		e.open = s
	}
}

// Order returns the order that the dates have. If nothing shows it and it
// matters, the error is ErrAmbiguous and the date an example.
func (e *Evidence) Order() (order Order, example string, err error) {
	switch {
	case e.dayFirst && e.monthFirst:
		return Unknown, "", ErrBothOrders
	case e.dayFirst:
		return DayFirst, "", nil
	case e.monthFirst:
		return MonthFirst, "", nil
	case e.open != "":
		return Unknown, e.open, ErrAmbiguous
	default:
		return Unknown, "", nil
	}
}
