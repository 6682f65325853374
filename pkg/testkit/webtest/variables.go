package webtest

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strings"
)

// variables are the texts that set lines have kept.
type variables map[string]string

var (
	variableName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)
	variableUse  = regexp.MustCompile(`\$(\$|[A-Za-z][A-Za-z0-9_]*)`)
)

// isVariable tells whether text is one variable and nothing else.
func isVariable(text string) bool {
	return strings.HasPrefix(text, "$") && variableName.MatchString(text[1:])
}

// expand replaces each variable in text by its escaped value, and $$ by an
// escaped $.
func (v variables) expand(text string, escape func(string) string) (string, error) {
	var unknown error
	expanded := variableUse.ReplaceAllStringFunc(text, func(use string) string {
		value, known := v[use[1:]]
		if use == "$$" {
			return escape("$")
		}
		if !known {
			unknown = fmt.Errorf("no variable %s has been set", use)
		}
		return escape(value)
	})
	return expanded, unknown
}

// target is expand for the target of a request.
func (v variables) target(text string) (string, error) {
	if isVariable(text) {
		return v.expand(text, asIs)
	}
	return v.expand(text, func(s string) string {
		return strings.ReplaceAll(url.QueryEscape(s), "+", "%20")
	})
}

// blank stands every variable in text for a letter, to check the rest.
func blank(text string) string { return variableUse.ReplaceAllString(text, "x") }

func asIs(s string) string { return s }

// jsonEscape makes s fit between the quotes of a JSON string.
func jsonEscape(s string) string {
	quoted, _ := json.Marshal(s) // a string always has a JSON form
	return string(quoted[1 : len(quoted)-1])
}
