// Package dataset reads a published data set: reviews.json as this service or
// another one publishes it, a JSON object with a list of reviews. Reviews keep
// the ids they have. Members nobody knows are ignored, since every publisher
// adds its own.
package dataset

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/envelope"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/recordjson"
)

// MaxReview is the size of the largest review that is read, in bytes.
const MaxReview = 1 << 20

// Visitor is told what the data set holds, in its order. An error ends the
// reading and comes back as it is.
type Visitor struct {
	// Review takes a review and its ordinal, from 1. With issues, the record
	// holds what could be read of it.
	Review func(ordinal int, record review.Record, issues review.Issues) error
	// Business takes the profile of the business, a JSON object or whatever
	// stands in its place.
	Business func(profile []byte) error
}

// Read reads the data set in r. Reviews that do not name their source get the
// given one.
func Read(r io.Reader, source string, visit Visitor) error {
	decoder := recordjson.Decoder{Source: source, AllowUnknown: true}
	ordinal := 0
	return envelope.Read(r, envelope.Visitor{
		Review: func(value json.RawMessage) error {
			ordinal++
			if len(value) > MaxReview {
				return visit.Review(ordinal, review.Record{Source: source}, tooLarge(len(value)))
			}
			record, issues := decoder.Decode(value)
			return visit.Review(ordinal, record, issues)
		},
		Member: func(name string, value json.RawMessage) error {
			if name != "business" || string(value) == "null" {
				return nil
			}
			return visit.Business(value)
		},
	})
}

func tooLarge(size int) review.Issues {
	return review.Issues{{
		Code:    review.CodeTooLong,
		Message: fmt.Sprintf("the review has %d bytes, at most %d are read", size, MaxReview),
	}}
}
