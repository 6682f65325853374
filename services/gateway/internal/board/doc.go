// Package board holds what the gateway shows: the documents of the newest
// snapshot, ready to be served.
//
// It follows the store: an event of a commit makes it fetch the snapshot at
// once, and every two seconds it asks for the revision anyway, so that no
// event is needed to be right, only to be fast. While the store is away the
// last documents stay. They never go back to an older revision.
//
// A new edition shows as soon as it is rendered. Its small documents are
// compressed before that, the large ones just after; when the data has been
// quiet for a moment, everything is compressed again as hard as it goes.
package board
