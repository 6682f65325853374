package review

// ImportResult says what an import did.
type ImportResult struct {
	Revision  Revision // after the import
	Committed bool     // a new revision was committed
	Added     int
	Changed   int
	Unchanged int
	Withheld  int // records nobody verified
	Removed   int // published reviews taken back because they are withheld now
	Rejected  int
}

// Rejection is a record that an import did not accept.
type Rejection struct {
	Line   int // where in the file it stands, from 1
	Issues Issues
}
