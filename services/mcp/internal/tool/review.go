package tool

import (
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/mcp/internal/edition"
)

// maxChars is how long a text can be asked to be: longer than any is.
const maxChars = 20_000

const maxCharsName = "max_chars"

func maxCharsSchema() *jsonschema.Schema {
	return number("integer", "Cut each review text to this many characters; a cut text ends in …. Leave it out for whole texts.", 1, maxChars)
}

// cut shortens the text of a review to so many code points; 0 leaves it whole.
func cut(v review.Review, most int) review.Review {
	if most == 0 {
		return v
	}
	n := 0
	for at := range v.Text {
		if n == most {
			v.Text = v.Text[:at] + "…"
			break
		}
		n++
	}
	return v
}

func getReview() definition {
	return definition{
		name:  "get_review",
		title: "Get one review",
		description: "One customer review with everything known of it: author, stars, date, text, platform, reply of the business, technicians and services it mentions. " +
			"The id comes from search_reviews, or from the example_review_ids and evidence of the insights tools.",
		input: object(
			parameter{"id", reviewID("Id of the review, 26 letters and digits."), true},
			parameter{maxCharsName, maxCharsSchema(), false},
		),
		output: body[document.ReviewBody](),
		answer: answerReview,
	}
}

func answerReview(r *request) (*mcp.CallToolResult, error) {
	id := r.required("id", review.MaxQueryLength, "the id of a review, such as search_reviews returns")
	most := r.integer(maxCharsName, 1, maxChars, 0)
	if err := r.finish(); err != nil {
		return nil, err
	}
	v, err := Find(r.edition, id)
	if err != nil {
		return nil, notHereError{err.Error()}
	}
	return newResult(document.Review(r.edition.Snapshot, cut(v, most)).Body), nil
}

// Find returns the review with an id. The text of the error is for the client.
func Find(e *edition.Edition, text string) (review.Review, error) {
	id, err := review.ParseID(strings.TrimSpace(text))
	if err != nil {
		return review.Review{}, notHereError{"This is no id of a review: ids have 26 letters and digits, as search_reviews returns them."}
	}
	if v, ok := e.Review(id); ok {
		return v, nil
	}
	if t, ok := e.Tombstone(id); ok {
		return review.Review{}, notHereError{"This review was deleted on " + review.DateOf(t.DeletedAt.UTC()).String() + "."}
	}
	return review.Review{}, notHereError{"No review has this id; search_reviews returns those there are."}
}
