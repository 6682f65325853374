// Package recordjson reads a review that is written as a JSON object, with the
// member names of the published data set. Beside those an object may have a
// source_id, from which a stable id is derived, and a title.
//
// It only finds out what the object says; whether the values are those of a
// real review is for review.Record to judge. A member with the wrong JSON type
// is reported, never converted: "5" is not 5.
package recordjson

import (
	"encoding/json"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// Decoder turns JSON objects into records.
type Decoder struct {
	Source       string // the source of records that name none
	AllowUnknown bool   // ignore members nobody knows instead of reporting them
}

// memberNames lists the members an object may have. The last two are what
// export writes beside the review itself; they are ignored, since the store
// numbers its own changes.
func memberNames() []string {
	return []string{
		"id", "source", "source_id", "author", "author_avatar_url", "rating", "date", "title", "text",
		"source_url", "owner_reply", "verified", "technicians", "services", "updated_at", "revision",
	}
}

// Decode reads one object. With issues, the record holds what could be read.
func (d Decoder) Decode(object []byte) (review.Record, review.Issues) {
	r := reading{allowUnknown: d.AllowUnknown}
	whole := r.object("", object, r.member)
	if whole && !r.rated {
		r.add("rating", review.CodeMissing, "", "rating is required")
	}
	if r.record.Source == "" {
		r.record.Source = d.Source
	}
	r.record.Text = WithTitle(r.title, r.record.Text)
	return r.record, r.issues
}

// reading is one object being read.
type reading struct {
	record       review.Record
	title        string
	rated        bool // the object has a rating, be it a wrong one
	allowUnknown bool
	issues       review.Issues
}

// member reads one member of a review.
func (r *reading) member(name string, value json.RawMessage) {
	switch name {
	case "id":
		r.text(&r.record.ID, name, value)
	case "source":
		r.text(&r.record.Source, name, value)
	case "source_id":
		r.text(&r.record.SourceID, name, value)
	case "author":
		r.text(&r.record.Author, name, value)
	case "author_avatar_url":
		r.text(&r.record.AuthorAvatarURL, name, value)
	case "rating":
		r.rating(value)
	case "date":
		r.text(&r.record.Date, name, value)
	case "title":
		r.text(&r.title, name, value)
	case "text":
		r.text(&r.record.Text, name, value)
	case "source_url":
		r.text(&r.record.SourceURL, name, value)
	case "owner_reply":
		r.reply(value)
	case "verified":
		r.verified(value)
	case "technicians":
		r.texts(&r.record.Technicians, name, value)
	case "services":
		r.texts(&r.record.Services, name, value)
	case "updated_at", "revision":
	default:
		r.unknown(name, memberNames())
	}
}

// reply reads the answer of the business.
func (r *reading) reply(value json.RawMessage) {
	reply := &review.ReplyRecord{}
	r.record.OwnerReply = reply
	r.object("owner_reply", value, func(name string, value json.RawMessage) {
		path := join("owner_reply", name)
		switch name {
		case "text":
			r.text(&reply.Text, path, value)
		case "date":
			r.text(&reply.Date, path, value)
		default:
			r.unknown(path, []string{"owner_reply.text", "owner_reply.date"})
		}
	})
}
