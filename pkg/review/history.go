package review

import "time"

// Action is a kind of thing an operator does.
type Action string

// The actions that the history tells of.
const (
	ActionImport        Action = "import"
	ActionRemove        Action = "remove"
	ActionForget        Action = "forget"
	ActionApplyBusiness Action = "apply_business"
	ActionRestore       Action = "restore"
)

// HistoryEntry is one thing an operator did, whether or not it changed
// anything.
type HistoryEntry struct {
	Number int // counts from 1
	At     time.Time
	Action Action
	Origin Origin
	Before Revision     // the one before it
	Result ImportResult // what it did; its revision is the one after it
}

// MaxHistoryLimit is the most entries of the history that are told at a time.
const MaxHistoryLimit = 1000
