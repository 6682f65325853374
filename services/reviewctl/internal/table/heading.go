package table

import (
	"strings"
	"unicode"
)

// The fields that a column can hold: the members of a review, and the date of
// the reply.
const (
	fieldID         = "id"
	fieldSource     = "source"
	fieldSourceID   = "source_id"
	fieldAuthor     = "author"
	fieldAvatar     = "author_avatar_url"
	fieldRating     = "rating"
	fieldDate       = "date"
	fieldTitle      = "title"
	fieldText       = "text"
	fieldURL        = "source_url"
	fieldReply      = "owner_reply"
	fieldReplyDate  = "owner_reply_date"
	fieldVerified   = "verified"
	fieldTechnician = "technicians"
	fieldService    = "services"
)

// Rejected is the heading of the column in which an import says why it did not
// take a row. It is never imported.
const Rejected = "rejected"

// headings lists for each field the headings under which exports have it, the
// likeliest first, in the form of normal.
func headings() map[string][]string {
	return map[string][]string{
		fieldID:     {"id"},
		fieldSource: {"source", "site", "platform", "review source", "review site", "source name", "network"},
		fieldSourceID: {
			"source id", "review id", "reviewid", "external id", "external review id", "platform review id", "unique id",
		},
		fieldAuthor: {
			"author", "reviewer", "reviewer name", "reviewer display name", "customer name", "author name", "review username",
			"username", "user name", "display name", "customer", "consumer name", "posted by", "full name", "name",
		},
		fieldAvatar: {"author avatar url", "reviewer profile photo url", "author image", "avatar", "profile photo"},
		fieldRating: {
			"rating", "review rating", "star rating", "stars", "review stars", "number of stars", "review score", "score", "rating value",
		},
		fieldDate: {
			"date", "review date", "date posted", "review created", "review created utc", "date created", "created at", "created",
			"create time", "date published", "published date", "published at", "published", "posted at", "posted on", "posted",
			"submitted at", "submission date",
		},
		fieldTitle: {"title", "review title", "headline", "subject"},
		fieldText: {
			"text", "review text", "review content", "review body", "review comment", "review", "content", "comment", "comments",
			"body", "message", "feedback",
		},
		fieldURL: {"source url", "review url", "review link", "permalink", "url", "link"},
		fieldReply: {
			"owner reply", "owner response", "company reply", "business reply", "business response", "review reply", "review reply comment",
			"reply text", "reply comment", "response text", "public response", "reply", "response",
		},
		fieldReplyDate: {
			"owner reply date", "owner response date", "company reply date", "company reply date utc", "business reply date",
			"business response date", "review reply update time", "reply date", "response date",
		},
		fieldVerified:   {"verified"},
		fieldTechnician: {"technicians", "technician", "employee", "staff member", "team member", "assisted by"},
		fieldService:    {"services"},
	}
}

// Fields returns the names of the fields that a column can be mapped to.
func Fields() []string {
	return []string{
		fieldID, fieldSource, fieldSourceID, fieldAuthor, fieldAvatar, fieldRating, fieldDate, fieldTitle, fieldText,
		fieldURL, fieldReply, fieldReplyDate, fieldVerified, fieldTechnician, fieldService,
	}
}

// normal is a heading without regard to letter case and punctuation.
func normal(heading string) string {
	words := strings.FieldsFunc(strings.ToLower(heading), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return strings.Join(words, " ")
}

// export is a known kind of table.
type export struct {
	source   string   // the platform of all its reviews
	headings []string // those by which it is known, normal
}

// exports lists the kinds of tables whose headings tell the platform.
func exports() []export {
	return []export{
		{"trustpilot", []string{"review id", "review stars", "review title", "review content"}},
		{"yelp", []string{"reviewer", "rating", "review", "review date", "review url"}},
		{"google", []string{"star rating", "create time"}},
	}
}
