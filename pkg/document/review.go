package document

import "github.com/reviewdata/reviewdata/pkg/review"

// ReviewBody is one published review.
type ReviewBody struct {
	ID              review.ID       `json:"id" jsonschema:"Stable identifier: the same source review has the same id on every import and in every database."`
	Author          string          `json:"author" jsonschema:"Display name of the author, Anonymous when the source names none."`
	AuthorAvatarURL *URL            `json:"author_avatar_url" jsonschema:"Picture of the author."`
	Rating          Rating          `json:"rating" jsonschema:"Stars, 1 to 5."`
	Date            Date            `json:"date" jsonschema:"Calendar date of the review."`
	Text            *string         `json:"text" jsonschema:"What the customer wrote; null for a rating without words."`
	Source          string          `json:"source" jsonschema:"Platform the review was written on, such as google."`
	SourceURL       *URL            `json:"source_url" jsonschema:"The review on that platform."`
	OwnerReply      *OwnerReply     `json:"owner_reply" jsonschema:"Answer of the business."`
	Verified        bool            `json:"verified" jsonschema:"Always true: only verified reviews are published."`
	Technicians     []string        `json:"technicians" jsonschema:"Names of the technicians the review mentions, sorted."`
	Services        []string        `json:"services" jsonschema:"Ids of the services the review mentions, sorted."`
	UpdatedAt       Instant         `json:"updated_at" jsonschema:"When the review last changed here."`
	Revision        review.Revision `json:"revision" jsonschema:"Revision of its last change."`
}

// OwnerReply is the answer of the business to a review.
type OwnerReply struct {
	Text string `json:"text" jsonschema:"What the business answered."`
	Date Date   `json:"date" jsonschema:"Calendar date of the answer."`
}

func newReviewBody(r review.Review) ReviewBody {
	return ReviewBody{
		ID:              r.ID,
		Author:          r.Author,
		AuthorAvatarURL: optional[URL](r.AuthorAvatarURL),
		Rating:          Rating(r.Rating),
		Date:            Date(r.Date.String()),
		Text:            optional[string](r.Text),
		Source:          r.Source,
		SourceURL:       optional[URL](r.SourceURL),
		OwnerReply:      newOwnerReply(r.OwnerReply),
		Verified:        true,
		Technicians:     list(r.Technicians),
		Services:        list(r.Services),
		UpdatedAt:       instant(r.UpdatedAt),
		Revision:        r.Revision,
	}
}

func newOwnerReply(r *review.OwnerReply) *OwnerReply {
	if r == nil {
		return nil
	}
	return &OwnerReply{Text: r.Text, Date: Date(r.Date.String())}
}

// Review renders one review of a snapshot. It was last modified when the
// review was, whatever else has changed since.
func Review(s *review.Snapshot, r review.Review) Document {
	body := encode(newReviewBody(r))
	return Document{
		Body:         body,
		ContentType:  TypeJSON,
		Tag:          tag(body),
		LastModified: r.UpdatedAt,
		Revision:     s.Revision,
	}
}
