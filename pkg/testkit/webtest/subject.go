package webtest

import (
	"errors"
	"fmt"
	"strings"
)

// A subject is the part of an answer that a line looks at.
type subject struct {
	kind string // status, header, body or json
	name string // of the header
	path path   // in the JSON body
}

// parseSubject reads the subject at the start of text and returns the rest.
func parseSubject(text string) (subject, string, error) {
	kind, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	s := subject{kind: kind}
	switch kind {
	case "status", "body":
		return s, rest, nil
	case "header":
		s.name, rest, _ = strings.Cut(rest, " ")
		if s.name == "" {
			return s, "", errors.New("header of what name?")
		}
		return s, strings.TrimSpace(rest), nil
	case "json":
		var err error
		s.path, rest, err = parsePath(rest)
		return s, strings.TrimSpace(rest), err
	}
	return s, "", fmt.Errorf("%q is %w", text, errNotALine)
}

// json tells whether the subject compares with JSON values.
func (s subject) json() bool { return s.kind == "status" || s.kind == "json" }

// values returns what the answer has: nothing when it is absent, several when
// the path has [*].
func (s subject) values(a *answer) ([]any, error) {
	switch s.kind {
	case "status":
		return []any{float64(a.status)}, nil
	case "header":
		found := a.header.Values(s.name)
		if len(found) == 0 {
			return nil, nil
		}
		return []any{strings.Join(found, ", ")}, nil
	case "body":
		return []any{string(a.body)}, nil
	}
	root, err := a.json()
	if err != nil {
		return nil, err
	}
	return s.path.find(root), nil
}
