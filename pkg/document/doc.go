// Package document renders what the service publishes: snapshots, search
// pages and changes as the JSON bodies and the Atom feed that consumers read.
//
// Everything here is a pure function of its arguments: no clock, environment,
// locale or map order reaches a page, so two processes that hold the same
// snapshot produce the same bytes, and an unchanged hash means unchanged
// content. The types whose names end in Body, and their parts, are the bodies
// themselves; encoding/json writes them, and package schema derives the
// published schemas from them.
//
// Members appear in the order of their declaration. A value that is absent is
// null and a list without entries is []; the only members that are left out
// are those for which JSON Feed 1.1 has no null. Instants are UTC to the
// second. The domain promises that numbers are finite and text is valid UTF-8
// without control characters, so rendering cannot fail.
package document
