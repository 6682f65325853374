// Package front is the HTTP face of the MCP server: the Streamable HTTP
// transport in both of its eras, on one path.
//
// The library behind it speaks the protocol, but leaves a public port open to
// what the front keeps out: bodies without end, foreign origins, sessions that
// were never begun or are over, messages of one client that cancel the calls
// of another, and answers that show what is inside. Everything that is refused
// here is answered with a JSON-RPC error that says what to change, because
// clients tell servers of the two eras apart by such bodies.
//
// A message of the protocol versions up to 2025-11-25 belongs to a session,
// which initialize begins. One of 2026-07-28 or later belongs to none. In both
// cases nothing outlives the request, so any replica can serve it.
package front
