package table

import (
	"fmt"
	"slices"
	"strings"
)

// maxColumns bounds how many columns a table may have.
const maxColumns = 1000

// columns says where the fields of a review stand.
type columns struct {
	header []string
	names  []string       // of the header, normal
	index  map[string]int // the column of a field
	source string         // the platform of a known export
}

// assign finds out what the columns of a header hold.
func assign(header []string, m Mapping) (columns, error) {
	c := columns{header: header, index: map[string]int{}}
	if len(header) > maxColumns {
		return c, fmt.Errorf("it has %d columns, at most %d are read", len(header), maxColumns)
	}
	for _, heading := range header {
		c.names = append(c.names, normal(heading))
	}
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
	known := headings()
	for _, field := range Fields() {
		if err := c.guess(field, known[field]); err != nil {
			return c, err
		}
	}
	c.recognise()
	return c, nil
}

// guess finds the column of a field by the headings under which exports have
// it.
func (c *columns) guess(field string, known []string) error {
	if _, mapped := c.index[field]; mapped {
		return nil
	}
	for _, heading := range known {
		found := matches(c.names, func(name string) bool { return name == heading })
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
	for _, e := range exports() {
		if !slices.ContainsFunc(e.headings, func(h string) bool { return !slices.Contains(c.names, h) }) {
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
