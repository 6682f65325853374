package table

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/reviewdata/reviewdata/services/reviewctl/internal/spelling"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/when"
)

// Mapping says which columns hold what, where their headings do not.
type Mapping struct {
	headings map[string]string      // heading by field
	layouts  map[string]when.Layout // the form of the dates, by field
}

// ParseMapping reads entries such as rating=Stars or, for a date with the form
// that it has, date=Visited:DD/MM/YYYY.
func ParseMapping(entries []string) (Mapping, error) {
	m := Mapping{headings: map[string]string{}, layouts: map[string]when.Layout{}}
	for _, entry := range entries {
		if err := m.add(entry); err != nil {
			return Mapping{}, err
		}
	}
	return m, nil
}

func (m Mapping) add(entry string) error {
	field, heading, ok := strings.Cut(entry, "=")
	field, heading = strings.TrimSpace(field), strings.TrimSpace(heading)
	switch {
	case !ok || heading == "":
		return fmt.Errorf("%q must be field=Heading, such as rating=Stars", entry)
	case !slices.Contains(Fields(), field):
		return unknownField(field)
	case m.headings[field] != "":
		return fmt.Errorf("%s is given twice", field)
	}
	if field == fieldDate || field == fieldReplyDate {
		var err error
		if heading, err = m.layout(field, heading); err != nil {
			return err
		}
	}
	m.headings[field] = heading
	return nil
}

// layout takes the form of the dates off the end of a heading.
func (m Mapping) layout(field, heading string) (string, error) {
	i := strings.LastIndex(heading, ":")
	if i < 0 || !when.IsLayout(heading[i+1:]) {
		return heading, nil
	}
	layout, err := when.ParseLayout(heading[i+1:])
	if err != nil {
		return "", fmt.Errorf("%s: %w, not %s", field, err, heading[i+1:])
	}
	m.layouts[field] = layout
	return strings.TrimSpace(heading[:i]), nil
}

func unknownField(field string) error {
	if name, ok := spelling.Nearest(field, Fields()); ok {
		return fmt.Errorf("%s is not a member of a review; did you mean %s?", field, name)
	}
	return fmt.Errorf("%s is not a member of a review; those are %s", field, strings.Join(Fields(), ", "))
}

// Given reports whether anything is mapped.
func (m Mapping) Given() bool { return len(m.headings) > 0 }

// find returns the column that a heading names.
func find(header []string, heading string) (int, error) {
	found := matches(header, func(h string) bool { return h == heading })
	if len(found) == 0 {
		found = matches(header, func(h string) bool { return normal(h) == normal(heading) })
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return 0, noColumn(header, heading)
	default:
		return 0, fmt.Errorf("%d columns are called %s; give them different names", len(found), heading)
	}
}

func matches(header []string, is func(string) bool) []int {
	var found []int
	for i, h := range header {
		if is(strings.TrimSpace(h)) {
			found = append(found, i)
		}
	}
	return found
}

func noColumn(header []string, heading string) error {
	if name, ok := spelling.Nearest(heading, header); ok {
		return fmt.Errorf("no column is called %s; did you mean %s?", heading, name)
	}
	return errors.New("no column is called " + heading + "; they are " + list(header))
}
