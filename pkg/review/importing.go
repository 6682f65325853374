package review

// ImportOptions say how to import.
type ImportOptions struct {
	Strict     bool // write nothing if any record is rejected
	DryRun     bool // write nothing, tell the differences
	Prune      bool // delete the reviews of the same platforms that are not in the import; implies Strict
	PruneLimit int  // most reviews to prune; 0 stands for a tenth of those of the platforms
	Origin     Origin
}

// Origin is where a change comes from, for the history.
type Origin struct {
	Actor string // who made it, as they call themselves
	File  string // empty when there was none
}

// ImportResult says what an import did, or would do in a dry run.
type ImportResult struct {
	Revision  Revision // after the import
	Committed bool     // a new revision was committed
	Added     int
	Changed   int
	Unchanged int
	Withheld  int // records nobody verified
	Removed   int // published reviews taken back because they are withheld now
	Rejected  int
	Pruned    int // published reviews deleted because they are not in the import
	Forgotten int // records of reviews that were removed for good, left out
}

// Rejection is a record that an import did not accept.
type Rejection struct {
	Line   int // where in the file it stands, from 1
	Issues Issues
}

// DifferenceKind says what an import would do with a review.
type DifferenceKind string

// The kinds of differences.
const (
	DifferenceAdded    DifferenceKind = "added"
	DifferenceChanged  DifferenceKind = "changed"
	DifferenceWithheld DifferenceKind = "withheld"
	DifferencePruned   DifferenceKind = "pruned"
)

// Difference is a review that an import would change.
type Difference struct {
	Kind    DifferenceKind
	ID      ID
	Line    int      // where in the file its record stands; 0 when it is not in there
	Members []string // that change
}
