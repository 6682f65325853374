// Package stars reads how many stars a review gives, in the many ways in which
// exports write that: 5, 5.0, FIVE, 4/5, 8 out of 10, 4 stars, ★★★★☆.
//
// A published rating is a whole number from 1 to 5. A rating on another scale
// is taken if it is one when the scale is shrunk or stretched to 5: 8 of 10
// are 4 stars. 9 of 10 are refused rather than rounded, because either way the
// customer would have said something else.
package stars

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// wanted is what every message about a rating asks for.
const wanted = "rating must be a whole number of stars from 1 to 5"

// numberForm is a number, perhaps with its scale and the word stars.
var numberForm = regexp.MustCompile(`(?i)^(\d+(?:[.,]\d+)?)\s*(?:(?:/|out of|of)\s*(\d+(?:[.,]\d+)?))?\s*(?:stars?|★|⭐)?$`)

// Parse reads a rating. Its issues speak of the member rating.
func Parse(s string) (int, review.Issues) {
	text := strings.TrimSpace(strings.ReplaceAll(s, "\uFE0F", "")) // it asks for a coloured star
	if text == "" {
		return 0, issue(review.CodeMissing, "", "rating is required")
	}
	if n := word(text); n > 0 {
		return n, nil
	}
	if m := numberForm.FindStringSubmatch(text); m != nil {
		best := float64(review.MaxRating)
		if m[2] != "" {
			best = number(m[2])
		}
		return scaled(number(m[1]), best, s)
	}
	if filled, all := symbols(text); all > 0 {
		if filled == all {
			all = review.MaxRating // ★★★★ leaves the empty ones out
		}
		return scaled(float64(filled), float64(all), s)
	}
	return 0, issue(review.CodeNotAnInteger, s, wanted)
}

// Scaled reads a rating whose scale ends at best, which may be empty.
func Scaled(value, best string) (int, review.Issues) {
	value, best = strings.TrimSpace(value), strings.TrimSpace(best)
	if value == "" || best == "" || best == "5" || strings.ContainsAny(value, "/★⭐") {
		return Parse(value)
	}
	return Parse(value + "/" + best)
}

// word reads the names of the Business Profile API; 0 if s is none of them.
func word(s string) int {
	s = strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(s), "s"), " star")
	return 1 + slices.Index([]string{"one", "two", "three", "four", "five"}, s)
}

// symbols counts the filled stars and all stars in a text that has nothing
// else.
func symbols(s string) (filled, all int) {
	for _, r := range s {
		switch r {
		case '★', '⭐':
			filled++
		case '☆':
		default:
			return 0, 0
		}
		all++
	}
	return filled, all
}

func number(s string) float64 {
	f, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", "."), 64)
	if err != nil {
		return math.Inf(1) // out of every range
	}
	return f
}

// scaled returns value of best as stars.
func scaled(value, best float64, received string) (int, review.Issues) {
	n := value * review.MaxRating / best
	switch {
	case math.IsNaN(n), math.IsInf(n, 0), n > review.MaxRating, n < review.MinRating:
		return 0, issue(review.CodeOutOfRange, received, wanted)
	case n != math.Trunc(n):
		message := wanted
		if best != review.MaxRating {
			message += fmt.Sprintf("; this is %.3g of %d", n, review.MaxRating)
		}
		return 0, issue(review.CodeNotAnInteger, received, message)
	}
	return int(n), nil
}

func issue(code review.Code, received, message string) review.Issues {
	return review.Issues{{Path: []string{"rating"}, Code: code, Message: message, Received: review.Excerpt(received)}}
}
