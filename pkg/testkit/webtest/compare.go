package webtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// presence wants at least one value, or none.
func (s subject) presence(want bool) func(*answer, variables) error {
	return func(a *answer, _ variables) error {
		values, err := s.values(a)
		if err != nil {
			return err
		}
		if want != (len(values) > 0) {
			return fmt.Errorf("got %s", show(values))
		}
		return nil
	}
}

// all wants at least one value, and that all of them pass.
func (s subject) all(test func(got any) bool) func(*answer, variables) error {
	return func(a *answer, _ variables) error {
		values, err := s.values(a)
		if err != nil {
			return err
		}
		if len(values) == 0 {
			return errors.New("got nothing")
		}
		for _, got := range values {
			if !test(got) {
				return fmt.Errorf("got %s", show([]any{got}))
			}
		}
		return nil
	}
}

// matches wants a regular expression found, or not found, in all values.
func (s subject) matches(pattern string, want bool) (func(*answer, variables) error, error) {
	if _, err := regexp.Compile(blank(pattern)); err != nil {
		return nil, err
	}
	return func(a *answer, vars variables) error {
		expanded, err := vars.expand(pattern, regexp.QuoteMeta)
		if err != nil {
			return err
		}
		re, err := regexp.Compile(expanded)
		if err != nil {
			return err
		}
		return s.all(func(got any) bool { return re.MatchString(textOf(got)) == want })(a, vars)
	}, nil
}

// compares applies test to all values; the final newline of a body does not
// count.
func (s subject) compares(operand string, test func(got, want any) bool) (func(*answer, variables) error, error) {
	if operand == "" {
		return nil, errors.New("nothing to compare with")
	}
	if err := s.checkOperand(operand); err != nil {
		return nil, err
	}
	return func(a *answer, vars variables) error {
		want, asText, err := s.operand(operand, vars)
		if err != nil {
			return err
		}
		return s.all(func(got any) bool {
			if asText {
				got = textOf(got)
			}
			if s.kind == "body" {
				got = strings.TrimSuffix(textOf(got), "\n")
			}
			return test(got, want)
		})(a, vars)
	}, nil
}

// checkOperand finds while parsing what cannot become JSON.
func (s subject) checkOperand(operand string) error {
	if !s.json() || isVariable(operand) {
		return nil
	}
	var v any
	if err := json.Unmarshal([]byte(blank(operand)), &v); err != nil {
		return fmt.Errorf("%s is not a JSON value", operand)
	}
	return nil
}

// operand returns what to compare with. A JSON comparison with a variable
// alone is one of texts, as the variable does not know its type.
func (s subject) operand(operand string, vars variables) (want any, asText bool, err error) {
	if !s.json() || isVariable(operand) {
		text, err := vars.expand(operand, asIs)
		return text, true, err
	}
	text, err := vars.expand(operand, jsonEscape)
	if err != nil {
		return nil, false, err
	}
	return want, false, errors.Join(json.Unmarshal([]byte(text), &want))
}
