package review

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// parameters are the decoded parameters of a query string that nobody has
// taken yet.
type parameters map[string][]string

// splitParameters decodes a query string. A pair that is not decodable to
// UTF-8 is left out and reported. Unlike net/url it treats a semicolon as an
// ordinary character and loses nothing silently.
func splitParameters(raw string) (parameters, Issues) {
	out := parameters{}
	var issues Issues
	for pair := range strings.SplitSeq(raw, "&") {
		if pair == "" {
			continue
		}
		rawName, rawValue, _ := strings.Cut(pair, "=")
		name, nameErr := url.QueryUnescape(rawName)
		if nameErr != nil {
			name = rawName
		}
		value, valueErr := url.QueryUnescape(rawValue)
		if nameErr != nil || valueErr != nil || !utf8.ValidString(name) || !utf8.ValidString(value) {
			issues = append(issues, parameterIssue(name, CodeInvalidUTF8, rawValue, " must be percent-encoded UTF-8"))
			continue
		}
		out[name] = append(out[name], value)
	}
	return out, issues
}

// take removes the parameter called name and returns its value. A parameter
// that is repeated or empty is reported and not returned.
func (p parameters) take(name string, issues *Issues) (string, bool) {
	values := p[name]
	delete(p, name)
	switch {
	case len(values) == 0:
		return "", false
	case len(values) > 1:
		issues.add(name, CodeRepeatedParameter, strings.Join(values, ", "), "%s must be given once", name)
		return "", false
	case values[0] == "":
		issues.add(name, CodeEmpty, "", "%s must not be empty; leave it out instead", name)
		return "", false
	}
	return values[0], true
}

// rejectRest reports every parameter that was not taken.
func (p parameters) rejectRest(issues *Issues) {
	for _, name := range slices.Sorted(maps.Keys(p)) {
		*issues = append(*issues, parameterIssue(name, CodeUnknownParameter, strings.Join(p[name], ", "), " is not a parameter here"))
	}
}

// parameterIssue is an issue with a parameter whose name the client made up:
// it is not split at dots and is shortened like a value.
func parameterIssue(name string, code Code, received, problem string) Issue {
	name = Excerpt(name)
	return Issue{Path: []string{name}, Code: code, Message: name + problem, Received: Excerpt(received)}
}

// NoParameters reports every parameter of a query string as unknown.
func NoParameters(raw string) error {
	given, issues := splitParameters(raw)
	given.rejectRest(&issues)
	return issues.Err()
}

// CheckChangesLimit checks the limit of a page of the change feed that did not
// come from ParseChangesQuery.
func CheckChangesLimit(limit int) error {
	var issues Issues
	if limit < 1 || limit > MaxChangesLimit {
		issues.outOfRange("limit", strconv.Itoa(limit), 1, MaxChangesLimit)
	}
	return issues.Err()
}

// ParseChangesQuery reads the query string of the change feed: cursor, any
// text, and limit, 1 to MaxChangesLimit.
func ParseChangesQuery(raw string) (cursor string, limit int, err error) {
	given, issues := splitParameters(raw)
	cursor, _ = given.take("cursor", &issues)
	limit = DefaultChangesLimit
	if s, ok := given.take("limit", &issues); ok {
		limit = issues.integer("limit", s, 1, MaxChangesLimit)
	}
	given.rejectRest(&issues)
	return cursor, limit, issues.Err()
}
