// Package tool holds the tools of the MCP server, each in a file of its own.
//
// They answer with the bodies of package document, so that a tool and a path
// of the public origin never disagree, and they read their arguments with the
// parser of the public search. An argument that is wrong is no protocol error
// but a result that says what to change: the model that made the mistake is
// who reads it.
//
// Names, descriptions and schemas are written for a model that sees nothing
// else. All tools only read.
package tool
