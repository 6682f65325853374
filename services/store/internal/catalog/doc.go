// Package catalog owns the state of the store. It decides what a change is,
// commits it, and puts the next state in place of the present one: readers
// hold a State, which never changes under their hands, and may wait for a
// revision to come.
package catalog
