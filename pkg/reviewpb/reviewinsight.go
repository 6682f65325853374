package reviewpb

import (
	"github.com/reviewdata/reviewdata/pkg/review"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
)

func fromReviewInsight(in review.ReviewInsight) *pb.ReviewInsight {
	return &pb.ReviewInsight{
		Id:           string(in.ID),
		Sentiment:    fromSentiment(in.Sentiment),
		Score:        in.Score,
		Language:     in.Language,
		DuplicateOf:  string(in.DuplicateOf),
		Aspects:      convert(in.Aspects, fromAspectMention),
		Unclear:      in.Unclear,
		Technicians:  in.Technicians,
		Services:     in.Services,
		Problems:     in.Problems,
		ServiceAreas: in.ServiceAreas,
		Topics:       in.Topics,
	}
}

func (r *reader) reviewInsight(m *pb.ReviewInsight) review.ReviewInsight {
	out := review.ReviewInsight{
		ID:           r.id("id", m.GetId()),
		Sentiment:    r.sentiment(m.GetSentiment()),
		Score:        m.GetScore(),
		Language:     m.GetLanguage(),
		Aspects:      convert(m.GetAspects(), r.aspectMention),
		Unclear:      m.GetUnclear(),
		Technicians:  m.GetTechnicians(),
		Services:     m.GetServices(),
		Problems:     m.GetProblems(),
		ServiceAreas: m.GetServiceAreas(),
		Topics:       m.GetTopics(),
	}
	if id := m.GetDuplicateOf(); id != "" {
		out.DuplicateOf = r.id("duplicate_of", id)
	}
	return out
}

func fromAspectMention(a review.AspectMention) *pb.AspectMention {
	return &pb.AspectMention{Id: a.ID, Sentiment: fromSentiment(a.Sentiment), Score: a.Score}
}

func (r *reader) aspectMention(m *pb.AspectMention) review.AspectMention {
	return review.AspectMention{ID: m.GetId(), Sentiment: r.sentiment(m.GetSentiment()), Score: m.GetScore()}
}
