package command

import (
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/importer"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/rejected"
)

// maxListed bounds how many rejected records of a file are listed.
const maxListed = 20

// report tells how the import of one file goes. Its methods are called one at
// a time.
type report struct {
	w        io.Writer
	name     string
	terminal bool
	count    int // of rejected records
	reasons  reasons
	keep     *rejected.Writer // nil if rejected records are not written down
	failed   error            // why one of them was not
	shown    bool             // a progress line stands on the terminal
}

func newReport(w io.Writer, name string) *report {
	file, ok := w.(*os.File)
	return &report{w: w, name: name, terminal: ok && term.IsTerminal(int(file.Fd()))}
}

// rejected lists a record, unless there were many already.
func (r *report) rejected(one importer.Rejection) {
	r.count++
	r.reasons.add(one.Issues)
	if r.count <= maxListed {
		r.line("%s: %s: %s", r.name, one.Where, describe(one.Issues))
	}
	if r.keep != nil && r.failed == nil {
		r.failed = r.keep.Write(one.Where, one.Row, describe(one.Issues))
	}
}

// notice passes on a sentence about the file.
func (r *report) notice(sentence string) { r.line("%s: %s", r.name, sentence) }

// progress shows on a terminal how many records were checked.
func (r *report) progress(records int) {
	if !r.terminal {
		return
	}
	r.clear()
	_, _ = fmt.Fprintf(r.w, "%s: %d records", r.name, records) // without progress it goes on too
	r.shown = true
}

// finish ends the report: of many rejected records it counts the reasons.
func (r *report) finish() {
	r.clear()
	if r.count <= maxListed {
		return
	}
	r.line("%s: … and %d more rejected records; the reasons of all %d:", r.name, r.count-maxListed, r.count)
	for _, line := range r.reasons.lines() {
		r.line("%s:   %s", r.name, line)
	}
}

func (r *report) line(format string, args ...any) {
	r.clear()
	_, _ = fmt.Fprintf(r.w, format+"\n", args...) // nothing can be done if that fails
}

// clear wipes the progress line.
func (r *report) clear() {
	if r.shown {
		_, _ = io.WriteString(r.w, "\r\x1b[K")
		r.shown = false
	}
}

// describe writes all problems of a record in one line.
func describe(issues review.Issues) string {
	problems := make([]string, len(issues))
	for i, issue := range issues {
		problems[i] = issue.Message
		if issue.Received != "" {
			problems[i] += " (" + issue.Received + ")"
		}
	}
	return strings.Join(problems, "; ")
}
