package webtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A path leads from a JSON document to the values it means.
type path []selector

// A selector goes from one value to those one level below.
type selector func(any) []any

// The forms of a selector, at the start of what is left of a path.
var (
	memberForm  = regexp.MustCompile(`^\.([A-Za-z0-9_$-]+)`)
	quotedForm  = regexp.MustCompile(`^\[("(?:[^"\\]|\\.)*")\]`)
	elementForm = regexp.MustCompile(`^\[([0-9]{1,9})\]`)
)

// everyForm selects all elements of a list.
const everyForm = "[*]"

// parsePath reads the path at the start of text, up to a blank, and returns
// the rest. A single dot is the whole document.
func parsePath(text string) (path, string, error) {
	if text == "." || strings.HasPrefix(text, ". ") {
		return path{}, text[1:], nil
	}
	var p path
	rest := text
	for rest != "" && rest[0] != ' ' {
		next, more, err := parseSelector(rest)
		if err != nil {
			return nil, "", err
		}
		p, rest = append(p, next), more
	}
	if p == nil {
		return nil, "", errors.New("json at what path?")
	}
	return p, rest, nil
}

func parseSelector(text string) (selector, string, error) {
	if rest, ok := strings.CutPrefix(text, everyForm); ok {
		return every, rest, nil
	}
	if m := memberForm.FindStringSubmatch(text); m != nil {
		return member(m[1]), text[len(m[0]):], nil
	}
	if m := elementForm.FindStringSubmatch(text); m != nil {
		n, err := strconv.Atoi(m[1])
		return element(n), text[len(m[0]):], err
	}
	if m := quotedForm.FindStringSubmatch(text); m != nil {
		var name string
		err := json.Unmarshal([]byte(m[1]), &name)
		return member(name), text[len(m[0]):], err
	}
	return nil, "", fmt.Errorf("cannot read the path from %q on", text)
}

func every(v any) []any {
	list, _ := v.([]any)
	return list
}

func element(n int) selector {
	return func(v any) []any {
		if list, _ := v.([]any); n < len(list) {
			return list[n : n+1]
		}
		return nil
	}
}

// member selects a member of an object; one called length that is not there
// is the size.
func member(name string) selector {
	return func(v any) []any {
		if object, ok := v.(map[string]any); ok {
			if found, ok := object[name]; ok {
				return []any{found}
			}
		}
		if size := sizeOf(v); name == "length" && size >= 0 {
			return []any{float64(size)}
		}
		return nil
	}
}

// sizeOf counts elements, members or characters; it is -1 for what has none.
func sizeOf(v any) int {
	switch v := v.(type) {
	case []any:
		return len(v)
	case map[string]any:
		return len(v)
	case string:
		return utf8.RuneCountInString(v)
	}
	return -1
}

func (p path) find(root any) []any {
	found := []any{root}
	for _, next := range p {
		var below []any
		for _, v := range found {
			below = append(below, next(v)...)
		}
		found = below
	}
	return found
}
