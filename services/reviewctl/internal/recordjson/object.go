package recordjson

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/charset"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/spelling"
)

// errMore says that a second value follows where there should be one.
var errMore = errors.New("something follows after its end")

// object reads the JSON object at path and passes on its members, those that
// are null left out. It reports whether the object was whole.
func (r *reading) object(path string, object []byte, each func(name string, value json.RawMessage)) bool {
	d := json.NewDecoder(bytes.NewReader(object))
	switch start, err := d.Token(); {
	case err != nil:
		return r.broken(path, err)
	case start != json.Delim('{'):
		r.add(path, review.CodeMalformed, string(object), "%s must be a JSON object", cmp.Or(path, "a review"))
		return false
	}
	seen := map[string]bool{}
	for d.More() {
		name, value, err := next(d)
		if err != nil {
			return r.broken(path, err)
		}
		r.visit(path, name, value, seen, each)
	}
	if _, err := d.Token(); err != nil { // the closing brace
		return r.broken(path, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return r.broken(path, errMore)
	}
	return true
}

// next reads the next member of an object.
func next(d *json.Decoder) (name string, value json.RawMessage, err error) {
	token, err := d.Token()
	if err != nil {
		return "", nil, err
	}
	name, _ = token.(string) // More has seen to it that this is a name
	err = d.Decode(&value)
	return name, value, err
}

// visit passes on one member of the object at path.
func (r *reading) visit(path, name string, value json.RawMessage, seen map[string]bool, each func(string, json.RawMessage)) {
	if seen[name] {
		r.add(join(path, name), review.CodeDuplicate, "", "%s is given twice", review.Excerpt(join(path, name)))
		return
	}
	seen[name] = true
	switch {
	case string(value) == "null":
	case value[0] != '{' && !utf8.Valid(value): // of an object, its own members are checked
		r.add(join(path, name), review.CodeInvalidUTF8, string(value), "%s must be valid UTF-8%s", review.Excerpt(join(path, name)), guess(value))
		r.rated = r.rated || name == "rating"
	default:
		each(name, value)
	}
}

// guess names the encoding of a text that is not UTF-8, which JSON must be
// (RFC 8259 §8.1).
func guess(text []byte) string {
	if charset.Detect(text, true) == charset.Windows1252 {
		return "; it looks like Windows-1252"
	}
	return ""
}

// broken reports that the text at path is not JSON, and returns false.
func (r *reading) broken(path string, err error) bool {
	reason := err.Error()
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		reason = "it ends too early"
	}
	r.add(path, review.CodeMalformed, "", "%s is not valid JSON: %s", cmp.Or(path, "the record"), reason)
	return false
}

func (r *reading) unknown(path string, known []string) {
	if r.allowUnknown {
		return
	}
	hint := ""
	if name, ok := spelling.Nearest(path, known); ok {
		hint = fmt.Sprintf("; did you mean %s?", name)
	}
	r.add(path, review.CodeUnknownMember, "", "%s is not a member of a review%s", review.Excerpt(path), hint)
}

// add reports a problem with the member at the dotted path.
func (r *reading) add(path string, code review.Code, received, format string, args ...any) {
	issue := review.Issue{Code: code, Message: fmt.Sprintf(format, args...), Received: review.Excerpt(received)}
	if path != "" {
		issue.Path = strings.Split(review.Excerpt(path), ".")
	}
	r.issues = append(r.issues, issue)
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
