package table

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/platform"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/recordjson"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/stars"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/when"
)

// reading is one row being read.
type reading struct {
	table  *Table
	fields []string
	issues review.Issues
}

// record returns the review in the row.
func (r *reading) record(source string) review.Record {
	out := review.Record{
		Source:          r.source(source),
		SourceID:        r.text(fieldSourceID),
		Author:          r.text(fieldAuthor),
		AuthorAvatarURL: r.text(fieldAvatar),
		Rating:          r.rating(),
		Date:            r.date(fieldDate, "date"),
		Text:            recordjson.WithTitle(r.text(fieldTitle), r.text(fieldText)),
		SourceURL:       r.text(fieldURL),
		OwnerReply:      r.reply(),
		Technicians:     r.names(fieldTechnician),
		Services:        r.names(fieldService),
	}
	r.identify(&out)
	r.verified(&out)
	return out
}

// text returns the field of the row, without the space around it.
func (r *reading) text(field string) string {
	i, ok := r.table.index[field]
	if !ok {
		return ""
	}
	s := strings.TrimSpace(r.fields[i])
	if !utf8.ValidString(s) {
		r.add(field, review.CodeInvalidUTF8, s, field+" is not UTF-8, as the rest of the file is, but perhaps Windows-1252; save all of it as UTF-8")
		return ""
	}
	return s
}

// source returns the platform: what the row says, else what the operator says,
// else what its address or the kind of export tells.
func (r *reading) source(given string) string {
	return cmp.Or(platform.FromName(r.text(fieldSource)), given, platform.Known(r.text(fieldURL)), r.table.source)
}

// identify reads a column called id: an id of ours, as export writes it, or
// the key of the platform.
func (r *reading) identify(out *review.Record) {
	id := r.text(fieldID)
	if _, err := review.ParseID(id); err == nil {
		out.ID = id
	} else if out.SourceID == "" {
		out.SourceID = id
	}
}

func (r *reading) rating() int {
	n, issues := stars.Parse(r.text(fieldRating))
	r.issues = append(r.issues, issues...)
	return n
}

// date reads the date in a column, which the review has at path.
func (r *reading) date(field, path string) string {
	s := r.text(field)
	if s == "" {
		return ""
	}
	day, err := r.table.dates[field].Date(s)
	heading := label(r.table.header[r.table.index[field]])
	switch {
	case errors.Is(err, when.ErrAmbiguous):
		r.add(path, review.CodeNotADate, s, fmt.Sprintf("%s can be read in two ways; say which with --map '%s=%s:DD/MM/YYYY'", path, field, heading))
	case err != nil:
		r.add(path, review.CodeNotADate, s, path+" must be a date such as 2026-03-01, in the same form as the others")
	}
	return day
}

// reply reads the answer of the business, which is nothing without its date.
func (r *reading) reply() *review.ReplyRecord {
	text := r.text(fieldReply)
	if _, dated := r.table.index[fieldReplyDate]; text == "" || !dated {
		return nil
	}
	return &review.ReplyRecord{Text: text, Date: r.date(fieldReplyDate, "owner_reply.date")}
}

// names reads a list with semicolons or upright strokes between its entries.
func (r *reading) names(field string) []string {
	var names []string
	for name := range strings.FieldsFuncSeq(r.text(field), func(c rune) bool { return c == ';' || c == '|' }) {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// verified reads whether somebody checked the review; one that does not say so
// counts as checked.
func (r *reading) verified(out *review.Record) {
	switch s := strings.ToLower(r.text(fieldVerified)); s {
	case "", "true", "yes", "1", "verified":
	case "false", "no", "0", "unverified", "not verified":
		out.Unverified = true
	default:
		r.add(fieldVerified, review.CodeMalformed, s, "verified must be true or false")
	}
}

// add reports a problem with the member at the dotted path.
func (r *reading) add(path string, code review.Code, received, message string) {
	r.issues = append(r.issues, review.Issue{
		Path: strings.Split(path, "."), Code: code, Message: message, Received: review.Excerpt(received),
	})
}
