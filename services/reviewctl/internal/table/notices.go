package table

import (
	"fmt"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/review"
)

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
		if i, ok := c.index[field]; ok && c.names[i] != normal(field) {
			read = append(read, field+" from "+label(c.header[i]))
		}
	}
	for i, h := range c.header {
		if !c.taken(i) && c.names[i] != Rejected {
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
