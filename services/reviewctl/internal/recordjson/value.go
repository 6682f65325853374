package recordjson

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// text reads a JSON string.
func (r *reading) text(into *string, path string, value json.RawMessage) {
	if value[0] != '"' {
		r.add(path, review.CodeMalformed, string(value), "%s must be a text in quotes", path)
		return
	}
	if err := json.Unmarshal(value, into); err != nil {
		r.add(path, review.CodeMalformed, string(value), "%s is not a valid JSON text", path)
	}
}

// texts reads a list of JSON strings.
func (r *reading) texts(into *[]string, path string, value json.RawMessage) {
	var entries []json.RawMessage
	if value[0] != '[' || json.Unmarshal(value, &entries) != nil {
		r.add(path, review.CodeMalformed, string(value), "%s must be a list of texts", path)
		return
	}
	for i, entry := range entries {
		var s string
		r.text(&s, fmt.Sprintf("%s.%d", path, i), entry)
		*into = append(*into, s)
	}
}

// rating reads a whole number. 5.0 is one: JSON knows only numbers, and tools
// that keep ratings as floating point write it that way.
func (r *reading) rating(value json.RawMessage) {
	r.rated = true
	if value[0] == '"' {
		r.add("rating", review.CodeNotAnInteger, string(value), "rating must be a number without quotes")
		return
	}
	f, err := strconv.ParseFloat(string(value), 64)
	switch {
	case err != nil && !math.IsInf(f, 0), f != math.Trunc(f):
		r.add("rating", review.CodeNotAnInteger, string(value), "rating must be an integer from %d to %d", review.MinRating, review.MaxRating)
	case f < review.MinRating, f > review.MaxRating:
		r.add("rating", review.CodeOutOfRange, string(value), "rating must be an integer from %d to %d", review.MinRating, review.MaxRating)
	default:
		r.record.Rating = int(f)
	}
}

// verified reads whether somebody checked the review; a review that does not
// say so counts as checked.
func (r *reading) verified(value json.RawMessage) {
	switch string(value) {
	case "true":
	case "false":
		r.record.Unverified = true
	default:
		r.add("verified", review.CodeMalformed, string(value), "verified must be true or false")
	}
}
