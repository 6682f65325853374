package review

// Change is one entry of the change feed: the newest version of a review, or
// its tombstone. Each review has one entry, at the revision of its last
// change, so replaying the feed from the start gives the current data set.
type Change struct {
	Upsert *Review    // set unless the review was deleted
	Delete *Tombstone // set when the review was deleted
}

// Revision returns the revision of the change.
func (c Change) Revision() Revision {
	if c.Upsert != nil {
		return c.Upsert.Revision
	}
	return c.Delete.Revision
}

// ID returns the id of the review that changed.
func (c Change) ID() ID {
	if c.Upsert != nil {
		return c.Upsert.ID
	}
	return c.Delete.ID
}

// The bounds of a page of the change feed.
const (
	DefaultChangesLimit = 100
	MaxChangesLimit     = 1000
)

// ChangePage is one page of the change feed, oldest change first.
type ChangePage struct {
	Revision   Revision // of the data the page was read from
	Changes    []Change
	NextCursor string // continues after this page, now or later; never empty
	HasMore    bool
	Reset      bool // the cursor was unusable: the reader must start from nothing, and this is the first page
}

// SearchPage is one page of a search, newest review first.
type SearchPage struct {
	Revision   Revision
	Matched    int // reviews that match, on all pages
	Reviews    []Review
	NextCursor string // empty on the last page
}
