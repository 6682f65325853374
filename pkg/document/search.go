package document

import "github.com/reviewdata/reviewdata/pkg/review"

// SearchBody is one page of a search.
type SearchBody struct {
	Revision   review.Revision `json:"revision" jsonschema:"Revision of the data that was searched."`
	Matched    int             `json:"matched" jsonschema:"Reviews that match, on all pages."`
	Returned   int             `json:"returned" jsonschema:"Reviews on this page."`
	Reviews    []ReviewBody    `json:"reviews" jsonschema:"The matching reviews, newest first."`
	NextCursor *string         `json:"next_cursor" jsonschema:"The cursor parameter of the next page; null on the last."`
}

// Search renders a page of a search. It has no time of last modification: a
// review that no longer matches would go unnoticed.
func Search(page review.SearchPage) Document {
	body := encode(SearchBody{
		Revision:   page.Revision,
		Matched:    page.Matched,
		Returned:   len(page.Reviews),
		Reviews:    convert(page.Reviews, newReviewBody),
		NextCursor: optional[string](page.NextCursor),
	})
	return Document{Body: body, ContentType: TypeJSON, Tag: tag(body), Revision: page.Revision}
}
