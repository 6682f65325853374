// Package reviewdb is what the store needs of a database, whichever engine is
// behind it: load everything at start, commit one revision at a time with its
// event, follow what other replicas commit, and say which events have not been
// sent yet.
package reviewdb

import (
	"context"
	"errors"
	"time"

	"github.com/reviewdata/reviewdata/pkg/change"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// ErrConflict says that a commit is not the revision after the one in the
// database: somebody else has committed it.
var ErrConflict = errors.New("the database is at another revision")

// AdviceError is a failure of the database that the operator can mend.
type AdviceError struct {
	Advice string // what to do about it, without anything private
	Err    error
}

// Error tells the advice and the cause.
func (e *AdviceError) Error() string { return e.Advice + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *AdviceError) Unwrap() error { return e.Err }

// Database keeps the reviews of one business. An error of Commit means that
// nothing of it was written, unless the connection to a server broke in its
// last step: then Changes tells. After success it is on disk.
type Database interface {
	// Load returns all that is there.
	Load(ctx context.Context) (State, error)
	// Changes returns what differs from the state at an earlier revision:
	// reviews and tombstones newer than it, and marks that review.AddMark adds
	// in their order. At the same revision it returns no lists.
	Changes(ctx context.Context, after review.Revision) (State, error)
	// Await returns when another process has brought the database to another
	// revision than the given one, or with an error.
	Await(ctx context.Context, known review.Revision) error
	// Commit writes one revision, or ErrConflict.
	Commit(ctx context.Context, c Commit) error
	// Scrub makes what commits have deleted unreadable on the disk.
	Scrub(ctx context.Context) error
	// Restore writes a whole state into a database at revision 0; at any other
	// revision it is an error that says so.
	Restore(ctx context.Context, r Restoration) error
	// Record adds an entry to the history that no commit belongs to.
	Record(ctx context.Context, e review.HistoryEntry) error
	// History returns entries, latest first: those before the numbered one, or
	// with 0 the latest, at most limit.
	History(ctx context.Context, before, limit int) ([]review.HistoryEntry, error)
	// Unsent returns the events of commits that were not marked as sent, oldest
	// first, at most limit.
	Unsent(ctx context.Context, limit int) ([]change.Event, error)
	// MarkSent marks the events up to and including a revision as sent.
	MarkSent(ctx context.Context, through review.Revision) error
	// Claim makes owner the only one who relays events for the length of the
	// lease, or tells that somebody else is. Claiming again renews the lease, a
	// lease of zero ends it.
	Claim(ctx context.Context, owner string, lease time.Duration) (bool, error)
	// Close lets go of the database.
	Close() error
}

// DataSet tells databases apart: random bytes, made with the database.
type DataSet = [8]byte

// State is everything a database holds.
type State struct {
	DataSet    DataSet
	Revision   review.Revision
	ChangedAt  time.Time // zero at revision 0
	BaseURL    string    // empty at revision 0
	Business   *review.Business
	Reviews    []Row              // newest first
	Tombstones []review.Tombstone // oldest first
	Marks      []review.Mark      // latest date first
	Forgotten  []review.ID        // reviews that were removed for good
}

// Row is a review with the mentions its import gave, before any were found in
// its text.
type Row struct {
	review.Review

	Given Mentions
}

// Mentions are names of technicians and ids or labels of services.
type Mentions struct {
	Technicians, Services []string
}

// Commit is one revision: what changed with it, and the event that tells.
type Commit struct {
	Event    change.Event
	BaseURL  string
	Business *review.Business // nil leaves it as it is
	Upserts  []Row
	Removed  []review.ID
	Mark     review.Mark // the zero mark when no review changed

	Forgotten []review.ID          // to remember as removed for good
	History   *review.HistoryEntry // what led to it; nil if nobody did
}

// Restoration is what a backup brings back: everything but the id of the data
// set, because what followed the backup is not in it.
type Restoration struct {
	State   State
	History []review.HistoryEntry // latest first; the restoration itself is the first
	Event   change.Event
}
