// Package index answers searches from memory. An Index is immutable: a change
// makes a new one that shares most of the old, so readers never wait.
//
// It has two parts. The segment holds most reviews in the order of every list,
// with bit sets for the exact filters and a vocabulary for the substring
// search. The delta holds what changed since the segment was built: few enough
// reviews to compare one by one. Reviews of the segment that changed or went
// are marked dead. When the delta has grown, the next change builds a new
// segment of everything.
package index
