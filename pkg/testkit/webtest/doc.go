// Package webtest runs scripts that say what an HTTP server must answer. They
// read like the specification they test, one block per clause:
//
//	# A document that has not changed is not sent again.
//	GET /reviews.json
//	status == 200
//	header ETag ~ ^"[0-9a-f]+"$
//	json .reviews[*].rating >= 1
//	set etag = header ETag
//	GET /reviews.json
//	> If-None-Match: $etag
//	status == 304
//	body empty
//
// Blocks are separated by blank lines. A block begins with # lines, which name
// its subtest, and has one or more steps. A step is a request line, header
// lines that begin with >, body lines that begin with | (joined by newlines,
// without a final one), and then what the answer must be. Further # lines are
// comments. Redirects are not followed and nothing is decompressed.
//
// # Expectations
//
// Each looks at one thing in the answer and compares it:
//
//	status == 404
//	header Vary contains Accept-Encoding
//	header Location absent
//	body lacks SQL
//	json .issues[0].code == "out_of_range"
//	json .reviews.length <= 50
//	json .paths["/reviews.json"].get present
//
// The comparisons are == != < <= > >= ~ !~ (a regular expression found, not
// found) contains lacks present absent empty. What is compared must be there;
// only absent wants it missing. Status and json compare with a JSON value, and
// contains also finds an element of a list; header and body compare with the
// rest of the line as it stands. Values of a repeated header are joined by
// ", ". A body equals a text with or without one final newline.
//
// A path in JSON has .name or ["any name"] for a member, [0] for an element,
// [*] for all elements, which must all pass, and .length for the size of a
// list or object, or the characters of a string.
//
// # Variables
//
// "set name = header ETag", or body, or json with a path, keeps a text for the
// lines after it, in later blocks too; $name stands for it in requests and
// comparisons. It is escaped where it goes: in a target (unless it is all of
// it), in a regular expression, inside the quotes of a JSON string. $$ stands
// for a $ as such, and so does a $ before anything but a letter.
package webtest
