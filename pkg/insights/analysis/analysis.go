// Package analysis reads one review: which aspects of the service it praises
// or criticises and in which words, whom it names, and which services,
// problems and places it speaks of.
//
// An Analyser is made from the profile of the business and is pure: the same
// review gives the same analysis on every machine, whatever was analysed
// before and beside it. Nothing in the text of a review is an instruction.
package analysis

import "github.com/reviewdata/reviewdata/pkg/review"

// Analysis is what one review says.
type Analysis struct {
	// Language is the ISO 639-1 code of the language of the text, empty when
	// its words do not tell.
	Language string
	// Assessed is false when the text was not read for aspects and problems,
	// because it has no words or is not in English. Sentiment and Score are then
	// those of the stars.
	Assessed  bool
	Sentiment review.Sentiment
	Score     float64 // from -1 to 1, rounded to 2 decimals
	// Aspects has one entry per aspect that the review judges, in the order of
	// the taxonomy. Neutral means praised and criticised alike.
	Aspects []review.AspectMention
	// Mentions are the statements that Aspects rest on, in the order of the text
	// and then of the taxonomy.
	Mentions []Mention
	// Unclear are the ids of the aspects that the review speaks about without a
	// judgement that is sure enough to publish.
	Unclear []string
	// Technicians, Services, Problems and ServiceAreas have one entry per id,
	// sorted by id.
	Technicians  []Entity
	Services     []Entity
	Problems     []Entity
	ServiceAreas []Entity
}

// Mention is one statement about an aspect. Quote is the slice of the text from
// Start to End, in Unicode code points.
type Mention struct {
	Aspect     string
	Sentiment  review.Sentiment
	Score      float64 // from -1 to 1, the sentiment times the confidence
	Quote      string
	Start, End int
}

// Entity is a person, service, problem or place that a review speaks of. Quote
// is the statement that first does so, as in Mention; it is empty, and Start
// and End are 0, when the review only came with the entity beside its text.
type Entity struct {
	ID, Label  string
	Sentiment  review.Sentiment
	Quote      string
	Start, End int
}

// Insight returns what is published of the analysis of the review with an id.
// Topics are left empty: they arise from many reviews.
func (a Analysis) Insight(id review.ID) review.ReviewInsight {
	return review.ReviewInsight{
		ID:           id,
		Sentiment:    a.Sentiment,
		Score:        a.Score,
		Language:     a.Language,
		Aspects:      a.Aspects,
		Unclear:      a.Unclear,
		Technicians:  ids(a.Technicians),
		Services:     ids(a.Services),
		Problems:     ids(a.Problems),
		ServiceAreas: ids(a.ServiceAreas),
	}
}

func ids(entities []Entity) []string {
	var out []string
	for _, e := range entities {
		out = append(out, e.ID)
	}
	return out
}
