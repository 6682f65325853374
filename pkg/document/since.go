package document

import "github.com/reviewdata/reviewdata/pkg/review"

// SinceBody lists the reviews on or after a date.
type SinceBody struct {
	Revision review.Revision `json:"revision" jsonschema:"Revision of the data that was read."`
	Since    Date            `json:"since" jsonschema:"The first date of the listing."`
	Returned int             `json:"returned" jsonschema:"Reviews in the listing."`
	Reviews  []ReviewBody    `json:"reviews" jsonschema:"All reviews on or after that date, newest first."`
}

// Since renders the reviews dated on or after date. Its tag speaks for the
// date and the reviews alone, so that a change to an older review leaves what
// a client has cached valid; its time of last modification comes from the
// marks, which also remember what is gone.
func Since(s *review.Snapshot, date review.Date) Document {
	return sinceDocument(s, date, convert(s.Since(date), encodeReview))
}

// sinceDocument renders the listing from its reviews as encoded before.
func sinceDocument(s *review.Snapshot, date review.Date, reviews [][]byte) Document {
	body := encode(SinceBody{
		Revision: s.Revision,
		Since:    Date(date.String()),
		Returned: len(reviews),
		Reviews:  []ReviewBody{},
	})
	mark, _ := s.SinceMark(date)
	return Document{
		Body:         fill(body, "reviews", "[]", reviews),
		ContentType:  TypeJSON,
		Tag:          tag(append([][]byte{[]byte(date.String())}, reviews...)...),
		LastModified: mark.ChangedAt,
		Revision:     s.Revision,
	}
}
