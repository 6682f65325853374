package document

import (
	"bytes"
	"encoding/json"
)

// encode writes a body as JSON, with a final newline. Text appears as it is:
// a body is no HTML, so its characters need no escape.
func encode(v any) []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // the body types hold nothing that JSON cannot express
	return out.Bytes()
}

// encodePart writes a value as JSON, to be put into a body.
func encodePart(v any) []byte {
	return bytes.TrimSuffix(encode(v), []byte("\n"))
}

// fill puts encoded entries into the empty list or object that the member
// called name has in body. It spares a body its large part being encoded anew
// for every small change. The name in quotes cannot be part of a text, in
// which JSON escapes the quotes.
func fill(body []byte, name, empty string, entries [][]byte) []byte {
	member := `"` + name + `":` + empty
	at := bytes.Index(body, []byte(member)) + len(member) - 1
	return join(body[:at], entries, body[at:])
}

// join returns the entries, separated by commas, between what opens and what
// closes them.
func join(opening []byte, entries [][]byte, closing []byte) []byte {
	size := len(opening) + len(entries) + len(closing)
	for _, entry := range entries {
		size += len(entry)
	}
	out := append(make([]byte, 0, size), opening...)
	for i, entry := range entries {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, entry...)
	}
	return append(out, closing...)
}
