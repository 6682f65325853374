package document

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// PerReview is an object of review insights by review id. It keeps their
// order, which a Go map would lose.
type PerReview []ReviewInsight

// ReviewInsight is what one review says.
type ReviewInsight struct {
	ID           review.ID        `json:"-"` // the name of the member it is the value of
	Sentiment    review.Sentiment `json:"sentiment"`
	Score        Score            `json:"score"`
	Language     *string          `json:"language" jsonschema:"ISO 639-1 code; null when its words do not tell."`
	DuplicateOf  *review.ID       `json:"duplicate_of" jsonschema:"The review that said the same before, where its statements are counted; null for most. The lists of a duplicate are empty."`
	Aspects      []AspectMention  `json:"aspects" jsonschema:"The aspects it speaks of."`
	Unclear      []string         `json:"unclear" jsonschema:"Ids of the aspects it speaks of without a clear judgement."`
	Technicians  []string         `json:"technicians" jsonschema:"Names of the technicians it mentions."`
	Services     []string         `json:"services" jsonschema:"Ids of the services it mentions."`
	Problems     []string         `json:"problems" jsonschema:"Ids of the problems it mentions."`
	ServiceAreas []string         `json:"service_areas" jsonschema:"Ids of the places it mentions."`
	Topics       []string         `json:"topics" jsonschema:"Ids of its topics."`
}

// AspectMention is the sentiment of one review about one aspect.
type AspectMention struct {
	ID        string           `json:"id"`
	Sentiment review.Sentiment `json:"sentiment"`
	Score     Score            `json:"score"`
}

var errNoObject = errors.New("per_review is not an object")

// MarshalJSON writes the object in the order of p.
func (p PerReview) MarshalJSON() ([]byte, error) {
	return join([]byte("{"), convert(p, encodeMember), []byte("}")), nil
}

// UnmarshalJSON reads an object in the order of its members.
func (p *PerReview) UnmarshalJSON(b []byte) error {
	d := json.NewDecoder(bytes.NewReader(b))
	if opening, err := d.Token(); err != nil || opening != json.Delim('{') {
		return errors.Join(err, errNoObject)
	}
	*p = PerReview{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		var in ReviewInsight
		if err := d.Decode(&in); err != nil {
			return err
		}
		in.ID = review.ID(name.(string))
		*p = append(*p, in)
	}
	return nil
}

func newReviewInsight(r review.ReviewInsight) ReviewInsight {
	return ReviewInsight{
		ID:           r.ID,
		Sentiment:    r.Sentiment,
		Score:        Score(r.Score),
		Language:     optional[string](r.Language),
		DuplicateOf:  optional[review.ID](string(r.DuplicateOf)),
		Aspects:      convert(r.Aspects, newAspectMention),
		Unclear:      list(r.Unclear),
		Technicians:  list(r.Technicians),
		Services:     list(r.Services),
		Problems:     list(r.Problems),
		ServiceAreas: list(r.ServiceAreas),
		Topics:       list(r.Topics),
	}
}

func newAspectMention(a review.AspectMention) AspectMention {
	return AspectMention{ID: a.ID, Sentiment: a.Sentiment, Score: Score(a.Score)}
}

// encodeReviewInsight writes the member of PerReview that r becomes.
func encodeReviewInsight(r review.ReviewInsight) []byte { return encodeMember(newReviewInsight(r)) }

func encodeMember(r ReviewInsight) []byte {
	return append([]byte(`"`+string(r.ID)+`":`), encodePart(r)...)
}
