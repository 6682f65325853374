// Package profile reads and writes the profile of a business as YAML, with the
// member names of the published data set, and what helps to find mentions
// beside them: synonyms of services and aliases of technicians.
//
// A profile is written by hand, so everything that is wrong with it is found
// at once and named with its line: members nobody knows, values of the wrong
// type, and what review.Business refuses. JSON is YAML, so it is read too.
package profile

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// Problem is one thing that is wrong with a profile.
type Problem struct {
	Line    int // where, from 1
	Message string
}

// LineErrors is everything that is wrong with a profile, in the order of its
// lines. As an error it reads as one line of text per problem.
type LineErrors []Problem

// Error lists the problems.
func (ps LineErrors) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = fmt.Sprintf("line %d: %s", p.Line, p.Message)
	}
	return strings.Join(lines, "\n")
}

// Parse reads a profile. What is wrong with it comes back as LineErrors.
func Parse(text []byte) (*review.Business, error) { return parse(text, false) }

// ParsePublished reads the business of a published data set, which may have
// members of its own; they are ignored.
func ParsePublished(object []byte) (*review.Business, error) { return parse(object, true) }

func parse(text []byte, allowUnknown bool) (*review.Business, error) {
	root, err := document(text)
	if err != nil {
		return nil, err
	}
	r := &reading{allowUnknown: allowUnknown, lines: map[string]int{}}
	b := r.business(root)
	r.check(b)
	if len(r.problems) > 0 {
		slices.SortStableFunc(r.problems, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
		return nil, r.problems
	}
	return b, nil
}

// document returns the one document of a YAML text.
func document(text []byte) (ast.Node, error) {
	const byteOrderMark = "\uFEFF"
	file, err := parser.ParseBytes([]byte(strings.TrimPrefix(string(text), byteOrderMark)), 0)
	if err != nil {
		return nil, syntax(err)
	}
	if len(file.Docs) != 1 || file.Docs[0].Body == nil {
		return nil, LineErrors{{Line: 1, Message: "a profile is one YAML document with members such as id and name"}}
	}
	return file.Docs[0].Body, nil
}

// syntax says in our words where a text stops being YAML.
func syntax(err error) error {
	var broken *yaml.SyntaxError
	if errors.As(err, &broken) && broken.Token != nil {
		return LineErrors{{Line: broken.Token.Position.Line, Message: "not valid YAML: " + broken.Message}}
	}
	return LineErrors{{Line: 1, Message: "not valid YAML"}}
}
