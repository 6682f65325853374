package tool

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// arguments are those of one call that nobody has taken yet, with the problems
// found so far. A null counts as absent: models write it for what they leave
// out.
type arguments struct {
	given  map[string]json.RawMessage
	issues review.Issues
}

// readArguments reads the arguments of a call.
func readArguments(raw json.RawMessage) *arguments {
	a := &arguments{given: map[string]json.RawMessage{}}
	if len(raw) == 0 || bytes.Equal(raw, []byte("null")) {
		return a
	}
	if err := json.Unmarshal(raw, &a.given); err != nil {
		a.add("arguments", review.CodeMalformed, raw, "arguments must be an object")
	}
	maps.DeleteFunc(a.given, func(_ string, value json.RawMessage) bool { return bytes.Equal(value, []byte("null")) })
	return a
}

func (a *arguments) add(name string, code review.Code, received []byte, format string, values ...any) {
	a.issues = append(a.issues, review.Issue{
		Path:     []string{name},
		Code:     code,
		Message:  fmt.Sprintf(format, values...),
		Received: review.Excerpt(string(received)),
	})
}

func (a *arguments) take(name string) (json.RawMessage, bool) {
	raw, ok := a.given[name]
	delete(a.given, name)
	return raw, ok
}

// text reads a string of 1 to most characters, empty when it is absent.
func (a *arguments) text(name string, most int) string {
	raw, ok := a.take(name)
	if !ok {
		return ""
	}
	s, ok := literal(raw)
	s = strings.TrimSpace(s)
	switch {
	case !ok:
		a.add(name, review.CodeMalformed, raw, "%s must be a string", name)
	case s == "":
		a.add(name, review.CodeEmpty, nil, "%s must not be empty", name)
	case utf8.RuneCountInString(s) > most:
		a.add(name, review.CodeTooLong, []byte(s), "%s must have at most %d characters", name, most)
	}
	return s
}

// required is text for an argument that must be there; want says what it is.
func (a *arguments) required(name string, most int, want string) string {
	if _, ok := a.given[name]; !ok {
		a.add(name, review.CodeMissing, nil, "%s is required: %s", name, want)
		return ""
	}
	return a.text(name, most)
}

// integer reads an integer from low to high; preset stands for one that is
// absent.
func (a *arguments) integer(name string, low, high, preset int) int {
	raw, ok := a.take(name)
	if !ok {
		return preset
	}
	s, _ := literal(raw)
	n, err := strconv.Atoi(s)
	if err != nil || n < low || n > high {
		a.add(name, review.CodeOutOfRange, raw, "%s must be an integer from %d to %d", name, low, high)
		return preset
	}
	return n
}

// choice reads a list of some of the given names, nil when it is absent. A
// string is a list of one, or of several separated by commas.
func (a *arguments) choice(name string, among []string) []string {
	raw, ok := a.take(name)
	if !ok {
		return nil
	}
	var chosen []string
	if s, ok := literal(raw); ok {
		chosen = strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' })
	} else if err := json.Unmarshal(raw, &chosen); err != nil {
		a.add(name, review.CodeMalformed, raw, "%s must be a list of strings", name)
		return nil
	}
	if len(chosen) == 0 {
		a.add(name, review.CodeEmpty, nil, "%s must not be empty; leave it out instead", name)
	}
	wrong := slices.IndexFunc(chosen, func(c string) bool { return !slices.Contains(among, c) })
	if wrong >= 0 { // one is enough: the message names all that there are
		a.add(name, review.CodeMalformed, []byte(chosen[wrong]), "%s must be some of %s", name, strings.Join(among, ", "))
	}
	return chosen
}

// finish returns all problems, those with arguments that nobody took included.
func (a *arguments) finish() error {
	for _, name := range slices.Sorted(maps.Keys(a.given)) {
		a.add(review.Excerpt(name), review.CodeUnknownParameter, a.given[name], "%s is not a parameter here", review.Excerpt(name))
	}
	return a.issues.Err()
}

// literal returns a JSON string or number as the text that a query string
// would have, and whether it is one of these. A number is written without an
// exponent, and without a fraction of zero: to JSON, 5.0 is an integer.
func literal(raw json.RawMessage) (string, bool) {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s, true
	}
	f, err := strconv.ParseFloat(string(raw), 64)
	if err != nil || math.IsInf(f, 0) {
		return string(raw), false
	}
	return strconv.FormatFloat(f, 'f', -1, 64), true
}
