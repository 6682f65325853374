package document

import (
	"encoding/json"
	"fmt"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// ChangesBody is one page of the change feed.
type ChangesBody struct {
	Revision   review.Revision `json:"revision" jsonschema:"Revision of the data that was read."`
	Changes    []Change        `json:"changes" jsonschema:"The last change of each review that changed, oldest first."`
	NextCursor string          `json:"next_cursor" jsonschema:"The cursor parameter that continues after this page, now or later."`
	HasMore    bool            `json:"has_more" jsonschema:"Whether the next page has changes already."`
	Reset      bool            `json:"reset" jsonschema:"The cursor could not be used: drop what was read before, this is the first page."`
}

// Change is one entry of the change feed: exactly one of its members is set.
type Change struct {
	Upsert   *Upsert
	Deletion *Deletion
}

// Op says what a change did.
type Op string

// The two kinds of change.
const (
	OpUpsert Op = "upsert"
	OpDelete Op = "delete"
)

// Upsert says that a review was added or changed.
type Upsert struct {
	Revision review.Revision `json:"revision" jsonschema:"Revision of the change."`
	Op       Op              `json:"op"`
	Review   ReviewBody      `json:"review" jsonschema:"The review as it is now."`
}

// Deletion says that a review was deleted.
type Deletion struct {
	Revision  review.Revision `json:"revision" jsonschema:"Revision of the change."`
	Op        Op              `json:"op"`
	ID        review.ID       `json:"id" jsonschema:"The review that is gone."`
	DeletedAt Instant         `json:"deleted_at"`
}

// MarshalJSON writes the member that is set.
func (c Change) MarshalJSON() ([]byte, error) {
	if c.Deletion != nil {
		return encodePart(c.Deletion), nil
	}
	return encodePart(c.Upsert), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (c *Change) UnmarshalJSON(b []byte) error {
	var kind struct {
		Op Op `json:"op"`
	}
	if err := json.Unmarshal(b, &kind); err != nil {
		return err
	}
	*c = Change{}
	switch kind.Op {
	case OpUpsert:
		return json.Unmarshal(b, &c.Upsert)
	case OpDelete:
		return json.Unmarshal(b, &c.Deletion)
	default:
		return fmt.Errorf("change with the unknown op %q", kind.Op)
	}
}

// Changes renders a page of the change feed.
func Changes(page review.ChangePage) Document {
	body := encode(ChangesBody{
		Revision:   page.Revision,
		Changes:    convert(page.Changes, newChange),
		NextCursor: page.NextCursor,
		HasMore:    page.HasMore,
		Reset:      page.Reset,
	})
	return Document{Body: body, ContentType: TypeJSON, Tag: tag(body), Revision: page.Revision}
}

func newChange(c review.Change) Change {
	if t := c.Delete; t != nil {
		return Change{Deletion: &Deletion{t.Revision, OpDelete, t.ID, instant(t.DeletedAt)}}
	}
	return Change{Upsert: &Upsert{c.Upsert.Revision, OpUpsert, newReviewBody(*c.Upsert)}}
}
