// Package review is the domain of the service: what a review, a business, a
// query, a change and a snapshot are, and the rules that hold for them
// wherever they travel.
//
// It imports the standard library only and does no I/O. Values built by its
// constructors and accepted by its Validate methods need no second check:
// everything downstream (rendering, transport, storage) relies on that.
//
// An absent value is the zero value: the empty string for a missing text or
// URL, a nil pointer for a missing reply or location. The published documents
// show it as null.
package review
