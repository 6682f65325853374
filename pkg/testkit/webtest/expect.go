package webtest

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// compile turns a line after a request into what it does with the answer.
func compile(line string) (func(*answer, variables) error, error) {
	word, rest, _ := strings.Cut(line, " ")
	if word == "set" {
		return compileSet(rest)
	}
	s, rest, err := parseSubject(line)
	if err != nil {
		return nil, err
	}
	word, operand, _ := strings.Cut(rest, " ")
	operand = strings.TrimSpace(operand)
	switch word {
	case "present", "absent":
		return s.presence(word == "present"), noOperand(word, operand)
	case "empty":
		return s.all(func(got any) bool { return textOf(got) == "" || sizeOf(got) == 0 }), noOperand(word, operand)
	case "~", "!~":
		return s.matches(operand, word == "~")
	}
	if test := comparison(word); test != nil {
		return s.compares(operand, test)
	}
	return nil, fmt.Errorf("%q is not a comparison", word)
}

func noOperand(word, operand string) error {
	if operand != "" {
		return fmt.Errorf("%s %w", word, errUnexpected)
	}
	return nil
}

func compileSet(rest string) (func(*answer, variables) error, error) {
	name, source, found := strings.Cut(rest, "=")
	name = strings.TrimSpace(name)
	if !found || !variableName.MatchString(name) {
		return nil, errors.New("want set name = header Name, or body, or json .path")
	}
	s, more, err := parseSubject(strings.TrimSpace(source))
	if err != nil {
		return nil, err
	}
	if more != "" {
		return nil, fmt.Errorf("%q follows what is set", more)
	}
	return func(a *answer, vars variables) error {
		values, err := s.values(a)
		if err != nil {
			return err
		}
		if len(values) != 1 {
			return fmt.Errorf("got %d values, want one", len(values))
		}
		vars[name] = textOf(values[0])
		return nil
	}, nil
}

// comparison returns the test of an operator, or nil. What cannot be ordered
// is neither less nor more.
func comparison(operator string) func(got, want any) bool {
	switch operator {
	case "==":
		return equal
	case "!=":
		return func(got, want any) bool { return !equal(got, want) }
	case "<":
		return ordered(func(c int) bool { return c < 0 })
	case "<=":
		return ordered(func(c int) bool { return c <= 0 })
	case ">":
		return ordered(func(c int) bool { return c > 0 })
	case ">=":
		return ordered(func(c int) bool { return c >= 0 })
	case "contains":
		return contains
	case "lacks":
		return func(got, want any) bool { return !contains(got, want) }
	}
	return nil
}

func equal(got, want any) bool { return reflect.DeepEqual(got, want) }

// ordered applies accept to the order of two numbers or two strings.
func ordered(accept func(c int) bool) func(got, want any) bool {
	return func(got, want any) bool {
		switch g := got.(type) {
		case float64:
			w, ok := want.(float64)
			return ok && accept(cmp.Compare(g, w))
		case string:
			w, ok := want.(string)
			return ok && accept(cmp.Compare(g, w))
		}
		return false
	}
}

// contains finds a substring, or an element of a list.
func contains(got, want any) bool {
	switch g := got.(type) {
	case string:
		w, ok := want.(string)
		return ok && strings.Contains(g, w)
	case []any:
		for _, element := range g {
			if equal(element, want) {
				return true
			}
		}
	}
	return false
}
