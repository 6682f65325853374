package command

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// The bounds of a summary: how many reasons are told apart, and how many told.
const (
	maxReasons   = 1000
	maxSummaries = 10
)

// reasons counts why records were rejected. Messages that differ in their
// numbers only are one reason.
type reasons struct {
	byText map[string]*reason
	others int // issues beyond maxReasons
}

// reason is one reason, told by the first message that gave it.
type reason struct {
	message string
	count   int
}

func (r *reasons) add(issues review.Issues) {
	if r.byText == nil {
		r.byText = map[string]*reason{}
	}
	for _, issue := range issues {
		key := strings.Map(withoutDigits, issue.Message)
		known := r.byText[key]
		switch {
		case known != nil:
			known.count++
		case len(r.byText) < maxReasons:
			r.byText[key] = &reason{issue.Message, 1}
		default:
			r.others++
		}
	}
}

func withoutDigits(c rune) rune {
	if unicode.IsDigit(c) {
		return -1
	}
	return c
}

// lines tells the commonest reasons, with how many records have them.
func (r *reasons) lines() []string {
	all := make([]reason, 0, len(r.byText))
	for _, one := range r.byText {
		all = append(all, *one)
	}
	slices.SortFunc(all, func(a, b reason) int {
		return cmp.Or(cmp.Compare(b.count, a.count), strings.Compare(a.message, b.message))
	})
	var lines []string
	others := r.others
	for i, one := range all {
		if i < maxSummaries {
			lines = append(lines, fmt.Sprintf("%d: %s", one.count, one.message))
		} else {
			others += one.count
		}
	}
	if others > 0 {
		lines = append(lines, fmt.Sprintf("%d: other reasons", others))
	}
	return lines
}
