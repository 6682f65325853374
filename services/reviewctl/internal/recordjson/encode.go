package recordjson

import (
	"encoding/json"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// object is a record as Decode reads it, with what it must have always there.
type object struct {
	ID          string   `json:"id,omitempty"`
	Source      string   `json:"source"`
	SourceID    string   `json:"source_id,omitempty"`
	Author      string   `json:"author,omitempty"`
	AvatarURL   string   `json:"author_avatar_url,omitempty"`
	Rating      int      `json:"rating"`
	Date        string   `json:"date"`
	Text        string   `json:"text,omitempty"`
	SourceURL   string   `json:"source_url,omitempty"`
	OwnerReply  *reply   `json:"owner_reply,omitempty"`
	Verified    *bool    `json:"verified,omitempty"`
	Technicians []string `json:"technicians,omitempty"`
	Services    []string `json:"services,omitempty"`
}

type reply struct {
	Text string `json:"text"`
	Date string `json:"date"`
}

// Encode writes a record as an object on one line, which Decode reads back.
func Encode(r review.Record) ([]byte, error) {
	out := object{
		ID: r.ID, Source: r.Source, SourceID: r.SourceID, Author: r.Author, AvatarURL: r.AuthorAvatarURL,
		Rating: r.Rating, Date: r.Date, Text: r.Text, SourceURL: r.SourceURL, Technicians: r.Technicians, Services: r.Services,
	}
	if r.OwnerReply != nil {
		out.OwnerReply = &reply{Text: r.OwnerReply.Text, Date: r.OwnerReply.Date}
	}
	if r.Unverified {
		out.Verified = new(bool)
	}
	return json.Marshal(out)
}
