package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// columns says where the fields of a review stand.
type columns struct {
	header []string
	index  map[string]int // the column of a field
	source string         // the platform of a known export
}

// assign finds out what the columns of a header hold.
func assign(header []string, m Mapping) (columns, error) {
	c := columns{header: header, index: map[string]int{}}
	for _, field := range Fields() {
		heading, mapped := m.headings[field]
		if !mapped {
			continue
		}
		i, err := find(header, heading)
		if err != nil {
			return c, err
		}
		c.index[field] = i
	}
	for _, field := range Fields() {
		if err := c.guess(field); err != nil {
			return c, err
		}
	}
	c.recognise()
	return c, nil
}

// guess finds the column of a field by its heading.
func (c *columns) guess(field string) error {
	if _, known := c.index[field]; known {
		return nil
	}
	for _, heading := range headings()[field] {
		found := matches(c.header, func(h string) bool { return normal(h) == heading })
		found = slices.DeleteFunc(found, c.taken)
		if len(found) > 1 {
			return fmt.Errorf("%d columns are called %s; give them different names", len(found), c.header[found[0]])
		}
		if len(found) > 0 {
			c.index[field] = found[0]
			return nil
		}
	}
	return nil
}

// taken reports whether the column i is known to hold something.
func (c *columns) taken(i int) bool {
	for _, other := range c.index {
		if other == i {
			return true
		}
	}
	return false
}

// recognise finds the known export that the header is of.
func (c *columns) recognise() {
	names := make([]string, len(c.header))
	for i, h := range c.header {
		names[i] = normal(h)
	}
	for _, e := range exports() {
		if !slices.ContainsFunc(e.headings, func(h string) bool { return !slices.Contains(names, h) }) {
			c.source = e.source
			return
		}
	}
}

// missing says what is needed and not there.
func (c *columns) missing() error {
	var fields []string
	for _, field := range []string{fieldRating, fieldDate} {
		if _, ok := c.index[field]; !ok {
			fields = append(fields, field)
		}
	}
	if len(fields) == 0 {
		return nil
	}
	return fmt.Errorf("no column is known to hold the %s; its columns are %s: name it with --map %s=HEADING",
		strings.Join(fields, " and the "), list(c.header), strings.Join(fields, "=HEADING --map "))
}

// Notices says what of the table is left out, and how its columns are
// understood if it is no known export.
func (c *columns) Notices() []string {
	var notices []string
	if c.source == "" {
		notices = c.understood()
	}
	_, replies := c.index[fieldReply]
	if _, dated := c.index[fieldReplyDate]; replies && !dated {
		notices = append(notices, "the replies are left out, because no column is known to hold their dates; name it with --map owner_reply_date=HEADING")
	}
	return notices
}

// understood says what the columns are taken for.
func (c *columns) understood() []string {
	var read, rest []string
	for _, field := range Fields() {
		if i, ok := c.index[field]; ok && normal(c.header[i]) != normal(field) {
			read = append(read, field+" from "+label(c.header[i]))
		}
	}
	for i, h := range c.header {
		if !c.taken(i) && normal(h) != Rejected {
			rest = append(rest, h)
		}
	}
	switch {
	case len(read) == 0 && len(rest) == 0:
		return nil
	case len(read) == 0:
		return []string{"these columns are not imported: " + list(rest)}
	case len(rest) == 0:
		return []string{"it reads " + strings.Join(read, ", ")}
	default:
		return []string{"it reads " + strings.Join(read, ", ") + "; these columns are not imported: " + list(rest)}
	}
}

// maxNamed bounds how many columns a sentence names.
const maxNamed = 30

// list writes the headings of columns.
func list(header []string) string {
	names := make([]string, 0, maxNamed)
	for _, h := range header[:min(len(header), maxNamed)] {
		names = append(names, label(h))
	}
	if more := len(header) - len(names); more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names, ", "), more)
	}
	return strings.Join(names, ", ")
}

// label is a heading as a sentence can have it.
func label(heading string) string {
	if h := strings.TrimSpace(heading); h != "" {
		return review.Excerpt(h)
	}
	return "(without a name)"
}
