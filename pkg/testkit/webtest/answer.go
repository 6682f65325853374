package webtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// An answer is a response that has been read to its end.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// json decodes the body, which must be one JSON document.
func (a *answer) json() (any, error) {
	var v any
	if err := json.Unmarshal(a.body, &v); err != nil {
		return nil, fmt.Errorf("the body is not JSON: %w", err)
	}
	return v, nil
}

// shownBytes bounds how much of a body or value a failure prints.
const shownBytes = 500

// String describes the answer for a failure.
func (a *answer) String() string {
	return fmt.Sprintf("%d %s\n%s", a.status, http.StatusText(a.status), shorten(string(a.body)))
}

// show prints values as JSON, one after the other.
func show(values []any) string {
	if len(values) == 0 {
		return "nothing"
	}
	texts := make([]string, len(values))
	for i, v := range values {
		text, err := json.Marshal(v)
		if err != nil {
			text = fmt.Appendf(nil, "%v", v)
		}
		texts[i] = string(text)
	}
	return shorten(strings.Join(texts, ", "))
}

func shorten(text string) string {
	if len(text) <= shownBytes {
		return text
	}
	return strings.ToValidUTF8(text[:shownBytes], "") + "…"
}

// textOf is the text form of a value: strings as they are, others as JSON.
func textOf(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(text)
}
