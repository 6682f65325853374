package importer

import "github.com/reviewdata/reviewdata/services/reviewctl/internal/source"

// unsettled holds the rows that the store was sent and has not judged yet, in
// the order in which they were sent. They are few: the store reads no more
// than it can check.
type unsettled struct {
	rows    []source.Row
	settled int // rows that were judged and are not held any more
}

func (u *unsettled) add(row source.Row) { u.rows = append(u.rows, row) }

// settle forgets all rows but those after the first n that were sent.
func (u *unsettled) settle(n int) {
	if judged := n - u.settled; judged > 0 && judged <= len(u.rows) {
		u.rows = u.rows[judged:]
		u.settled = n
	}
}

// find returns the row at a position; one that is not held any more has
// nothing but its position.
func (u *unsettled) find(position int) source.Row {
	for _, row := range u.rows {
		if row.Position == position {
			return row
		}
	}
	return source.Row{Position: position}
}
