// Package session makes the ids of MCP sessions and tells which of them are
// good.
//
// An id carries its own expiry under a signature, so nothing is kept for a
// session, any replica that has the key can check it, and a restart loses none.
// Only ids that a client has ended are remembered, a bounded number of them,
// and every replica hears of each.
//
// An id is no credential: everything it leads to is public. The signature
// keeps invented ids out, so that a client learns that its session is over.
package session
