package profile

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/spelling"
)

// reading is one profile being read.
type reading struct {
	allowUnknown bool
	problems     LineErrors
	lines        map[string]int // where each dotted path stands
	wrong        []string       // paths with a problem already
}

// reader reads the value that stands at a dotted path.
type reader func(path string, n ast.Node)

// members are the members that an object may have.
type members map[string]reader

// object reads an object. A member that is null counts as left out.
func (r *reading) object(path string, n ast.Node, known members) {
	if _, known := r.lines[path]; !known {
		r.lines[path] = line(n)
	}
	mapping, ok := n.(*ast.MappingNode)
	if !ok {
		r.add(path, n, "%s must be an object with members", cmp.Or(path, "a profile"))
		return
	}
	for _, value := range mapping.Values {
		key, ok := value.Key.(*ast.StringNode)
		if !ok {
			r.add(path, value.Key, "%s is not the name of a member", review.Excerpt(value.Key.String()))
			continue
		}
		r.member(join(path, key.Value), key, value.Value, known)
	}
}

func (r *reading) member(path string, key *ast.StringNode, value ast.Node, known members) {
	r.lines[path] = line(key)
	read, ok := known[key.Value]
	switch {
	case !ok && r.allowUnknown:
	case !ok:
		hint := ""
		if name, near := spelling.Nearest(key.Value, slices.Sorted(maps.Keys(known))); near {
			hint = fmt.Sprintf("; did you mean %s?", name)
		}
		r.add(path, key, "%s is not a member of a profile%s", review.Excerpt(path), hint)
	case value.Type() != ast.NullType:
		read(path, value)
	}
}

// list reads a list whose entries are read by entry.
func list[T any](r *reading, into *[]T, entry func(path string, n ast.Node) T) reader {
	return func(path string, n ast.Node) {
		sequence, ok := n.(*ast.SequenceNode)
		if !ok {
			r.add(path, n, "%s must be a list", path)
			return
		}
		for i, value := range sequence.Values {
			at := join(path, strconv.Itoa(i))
			r.lines[at] = line(value)
			*into = append(*into, entry(at, value))
		}
	}
}

// text reads a text. What YAML takes for a number or a truth value is
// refused: a postal code 01234 would come out as another one.
func (r *reading) text(into *string) reader {
	return func(path string, n ast.Node) {
		switch n := n.(type) {
		case *ast.StringNode:
			*into = n.Value
		case *ast.LiteralNode:
			*into = strings.TrimSuffix(n.Value.Value, "\n")
		case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
			r.add(path, n, "%s must be a text; put it in quotes: \"%s\"", path, review.Excerpt(n.GetToken().Value))
		default:
			r.add(path, n, "%s must be a text", path)
		}
	}
}

// clock reads a time of day, which must stand in quotes: without them many
// YAML readers take 17:00 for the number 1020.
func (r *reading) clock(into *string) reader {
	return func(path string, n ast.Node) {
		switch t := n.GetToken(); t.Type {
		case token.SingleQuoteType, token.DoubleQuoteType:
			r.text(into)(path, n)
		default:
			r.add(path, n, "%s must be a time in quotes, such as \"17:00\"", path)
		}
	}
}

// number reads a number.
func (r *reading) number(into *float64) reader {
	return func(path string, n ast.Node) {
		f, err := strconv.ParseFloat(n.GetToken().Value, 64)
		_, isText := n.(*ast.StringNode)
		if err != nil || isText {
			r.add(path, n, "%s must be a number without quotes", path)
			return
		}
		*into = f
	}
}

// truth reads true or false.
func (r *reading) truth(into *bool) reader {
	return func(path string, n ast.Node) {
		truth, ok := n.(*ast.BoolNode)
		if !ok {
			r.add(path, n, "%s must be true or false", path)
			return
		}
		*into = truth.Value
	}
}

// required reports a member that is missing from the object at path.
func (r *reading) required(path, member string) {
	at := join(path, member)
	if _, ok := r.lines[at]; !ok {
		r.addAt(r.lineOf(at), at, "%s is required", at)
	}
}

// check adds what the domain finds wrong, unless something is known to be
// wrong with the same member already.
func (r *reading) check(b *review.Business) {
	var issues review.Issues
	if !errors.As(b.Validate(), &issues) {
		return
	}
	for _, issue := range issues {
		path := strings.Join(issue.Path, ".")
		if !slices.ContainsFunc(r.wrong, func(wrong string) bool { return within(path, wrong) }) {
			r.problems = append(r.problems, Problem{Line: r.lineOf(path), Message: issue.Message})
		}
	}
}

// lineOf returns the line of path, or of the nearest that it stands in.
func (r *reading) lineOf(path string) int {
	for {
		if line, ok := r.lines[path]; ok {
			return line
		}
		path = path[:max(0, strings.LastIndexByte(path, '.'))]
	}
}

func (r *reading) add(path string, n ast.Node, format string, args ...any) {
	r.addAt(line(n), path, format, args...)
}

func (r *reading) addAt(line int, path, format string, args ...any) {
	r.wrong = append(r.wrong, path)
	r.problems = append(r.problems, Problem{Line: line, Message: fmt.Sprintf(format, args...)})
}

// within reports whether path is outer or a part of it.
func within(path, outer string) bool {
	return outer == "" || path == outer || strings.HasPrefix(path, outer+".")
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func line(n ast.Node) int { return n.GetToken().Position.Line }
