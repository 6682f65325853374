package tool

import (
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/mcp/internal/edition"
)

// TopicList is what the reviews are about.
type TopicList struct {
	Revision    review.Revision  `json:"revision" jsonschema:"Revision of the data."`
	ReviewCount int              `json:"review_count"`
	Topics      []document.Topic `json:"topics" jsonschema:"Subjects that reviews have in common."`
	Aspects     []AspectDigest   `json:"aspects" jsonschema:"The aspects of the service that get_aspect_sentiment knows."`
}

// AspectDigest is an aspect in short.
type AspectDigest struct {
	ID           string           `json:"id"`
	Label        string           `json:"label"`
	MentionCount int              `json:"mention_count" jsonschema:"Reviews that speak of it."`
	PositivePct  document.Percent `json:"positive_pct"`
	Score        document.Score   `json:"score"`
	Trend        review.Trend     `json:"trend"`
}

// NewTopicList lists the topics and aspects of an edition.
func NewTopicList(e *edition.Edition) TopicList {
	out := TopicList{
		Revision:    e.Snapshot.Revision,
		ReviewCount: e.Insights.ReviewCount,
		Topics:      e.Insights.Topics,
		Aspects:     []AspectDigest{},
	}
	for _, a := range e.Insights.Aspects {
		out.Aspects = append(out.Aspects, AspectDigest{a.ID, a.Label, a.MentionCount, a.PositivePct, a.Score, a.Trend})
	}
	return out
}

func listTopics() definition {
	return definition{
		name:  "list_topics",
		title: "List topics and aspects",
		description: "What the reviews are about: topics that reviews have in common, with mention counts, score from -1 to 1, keywords and example review ids; and the aspects that get_aspect_sentiment takes. " +
			"Lists are empty while nothing has been derived. Takes no arguments.",
		input:  object(),
		output: body[TopicList](),
		answer: func(r *request) (*mcp.CallToolResult, error) {
			if err := r.finish(); err != nil {
				return nil, err
			}
			return reply(NewTopicList(r.edition))
		},
	}
}
