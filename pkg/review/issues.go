package review

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Code names one kind of problem in a request or a record. Codes are part of
// the public contract: clients branch on them.
type Code string

// The codes of query parameters.
const (
	CodeUnknownParameter  Code = "unknown_parameter"
	CodeRepeatedParameter Code = "repeated_parameter"
	CodeEmpty             Code = "empty"
	CodeNotAnInteger      Code = "not_an_integer"
	CodeNotANumber        Code = "not_a_number"
	CodeOutOfRange        Code = "out_of_range"
	CodeNotADate          Code = "not_a_date"
	CodeContradiction     Code = "contradiction"
	CodeTooLong           Code = "too_long"
	CodeInvalidCursor     Code = "invalid_cursor"
	CodeInvalidUTF8       Code = "invalid_utf8"
)

// The further codes of records and business profiles.
const (
	CodeMissing          Code = "missing"
	CodeMalformed        Code = "malformed"
	CodeInFuture         Code = "in_future"
	CodeInvalidCharacter Code = "invalid_character"
	CodeDuplicate        Code = "duplicate"
	CodeUnknownMember    Code = "unknown_member"
)

// maxReceived bounds how much of an offending value is echoed, in code points.
const maxReceived = 100

// Issue is one problem with one member of a request or a record.
type Issue struct {
	Path     []string // where: member names, outermost first
	Code     Code
	Message  string // what to change, for a person
	Received string // the offending value, shortened; empty when there is none
}

// Issues are all problems found in one value. As an error it reads as one
// sentence per problem.
type Issues []Issue

// Error joins the messages.
func (is Issues) Error() string {
	parts := make([]string, len(is))
	for i, issue := range is {
		parts[i] = issue.Message
	}
	return strings.Join(parts, "; ")
}

// Err returns is as an error, or nil when there are no issues: a nil Issues in
// an error variable would not compare equal to nil.
func (is Issues) Err() error {
	if len(is) == 0 {
		return nil
	}
	return is
}

// add appends a problem with the member at the dotted path.
func (is *Issues) add(path string, code Code, received, format string, args ...any) {
	*is = append(*is, Issue{
		Path:     strings.Split(path, "."),
		Code:     code,
		Message:  fmt.Sprintf(format, args...),
		Received: Excerpt(received),
	})
}

// Excerpt shortens an offending value for an error message: at most 100 code
// points, valid UTF-8, and no control characters that could forge a log line.
func Excerpt(s string) string {
	var b strings.Builder
	n := 0
	for _, r := range strings.ToValidUTF8(s, "\uFFFD") {
		if n == maxReceived {
			b.WriteString("…")
			break
		}
		if forbidden(r) || r == '\n' || r == '\t' {
			r = utf8.RuneError
		}
		b.WriteRune(r)
		n++
	}
	return b.String()
}
