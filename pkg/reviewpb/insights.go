package reviewpb

import (
	"github.com/reviewdata/reviewdata/pkg/review"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
)

// FromInsights writes insights.
func FromInsights(in *review.Insights) *pb.Insights {
	return &pb.Insights{
		Model:       in.Model,
		Taxonomy:    in.Taxonomy,
		ReviewCount: int64(in.ReviewCount),
		Coverage:    fromCoverage(in.Coverage),
		Earliest:    in.Earliest.String(),
		Latest:      in.Latest.String(),
		Overall: &pb.OverallSentiment{
			Score:       in.Overall.Score,
			PositivePct: in.Overall.PositivePct,
			NeutralPct:  in.Overall.NeutralPct,
			NegativePct: in.Overall.NegativePct,
		},
		Aspects:           convert(in.Aspects, fromAspect),
		Technicians:       convert(in.Technicians, fromEntity),
		Services:          convert(in.Services, fromEntity),
		Problems:          convert(in.Problems, fromEntity),
		ServiceAreas:      convert(in.ServiceAreas, fromEntity),
		Topics:            convert(in.Topics, fromTopic),
		Monthly:           convert(in.Monthly, fromMonth),
		Trend:             fromTrend(in.Trend),
		Comparison:        fromComparison(in.Comparison),
		PerReview:         convert(in.PerReview, fromReviewInsight),
		Faq:               convert(in.FAQ, fromFAQEntry),
		Summary:           in.Summary,
		SummaryFacts:      in.SummaryFacts,
		Facts:             convert(in.Facts, fromFact),
		PullQuote:         in.PullQuote,
		PullQuoteReviewId: string(in.PullQuoteReviewID),
	}
}

// ToInsights reads insights.
func ToInsights(m *pb.Insights) (review.Insights, error) {
	var read reader
	out := review.Insights{
		Model:       m.GetModel(),
		Taxonomy:    m.GetTaxonomy(),
		ReviewCount: int(m.GetReviewCount()),
		Coverage:    toCoverage(m.GetCoverage()),
		Earliest:    read.date("earliest", m.GetEarliest()),
		Latest:      read.date("latest", m.GetLatest()),
		Overall: review.OverallSentiment{
			Score:       m.GetOverall().GetScore(),
			PositivePct: m.GetOverall().GetPositivePct(),
			NeutralPct:  m.GetOverall().GetNeutralPct(),
			NegativePct: m.GetOverall().GetNegativePct(),
		},
		Aspects:      convert(m.GetAspects(), read.aspect),
		Technicians:  convert(m.GetTechnicians(), read.entity),
		Services:     convert(m.GetServices(), read.entity),
		Problems:     convert(m.GetProblems(), read.entity),
		ServiceAreas: convert(m.GetServiceAreas(), read.entity),
		Topics:       convert(m.GetTopics(), read.topic),
		Monthly:      convert(m.GetMonthly(), toMonth),
		Trend:        read.trend(m.GetTrend()),
		Comparison:   read.comparison(m.GetComparison()),
		PerReview:    convert(m.GetPerReview(), read.reviewInsight),
		FAQ:          convert(m.GetFaq(), read.faqEntry),
		Summary:      m.GetSummary(),
		SummaryFacts: m.GetSummaryFacts(),
		Facts:        convert(m.GetFacts(), toFact),
		PullQuote:    m.GetPullQuote(),
	}
	if id := m.GetPullQuoteReviewId(); id != "" {
		out.PullQuoteReviewID = read.id("pull_quote_review_id", id)
	}
	return out, read.err
}

func fromSentiment(s review.Sentiment) pb.Sentiment {
	switch s {
	case review.Positive:
		return pb.Sentiment_SENTIMENT_POSITIVE
	case review.Neutral:
		return pb.Sentiment_SENTIMENT_NEUTRAL
	case review.Negative:
		return pb.Sentiment_SENTIMENT_NEGATIVE
	default:
		return pb.Sentiment_SENTIMENT_UNSPECIFIED
	}
}

func (r *reader) sentiment(s pb.Sentiment) review.Sentiment {
	switch s {
	case pb.Sentiment_SENTIMENT_POSITIVE:
		return review.Positive
	case pb.Sentiment_SENTIMENT_NEUTRAL:
		return review.Neutral
	case pb.Sentiment_SENTIMENT_NEGATIVE:
		return review.Negative
	default:
		r.fail("sentiment", s.String())
		return ""
	}
}

func fromTrend(t review.Trend) pb.Trend {
	switch t {
	case review.Improving:
		return pb.Trend_TREND_IMPROVING
	case review.Stable:
		return pb.Trend_TREND_STABLE
	case review.Declining:
		return pb.Trend_TREND_DECLINING
	default:
		return pb.Trend_TREND_UNSPECIFIED
	}
}

func (r *reader) trend(t pb.Trend) review.Trend {
	switch t {
	case pb.Trend_TREND_IMPROVING:
		return review.Improving
	case pb.Trend_TREND_STABLE:
		return review.Stable
	case pb.Trend_TREND_DECLINING:
		return review.Declining
	default:
		r.fail("trend", t.String())
		return ""
	}
}

// aspectTrend reads the trend of an aspect, which stores of former versions do
// not tell.
func (r *reader) aspectTrend(t pb.Trend) review.Trend {
	if t == pb.Trend_TREND_UNSPECIFIED {
		return ""
	}
	return r.trend(t)
}

func fromAspect(a review.AspectInsight) *pb.AspectInsight {
	return &pb.AspectInsight{
		Id:               a.ID,
		Label:            a.Label,
		MentionCount:     int64(a.MentionCount),
		PositiveCount:    int64(a.PositiveCount),
		NeutralCount:     int64(a.NeutralCount),
		NegativeCount:    int64(a.NegativeCount),
		UnclearCount:     int64(a.UnclearCount),
		PositivePct:      a.PositivePct,
		PositivePctLow:   a.PositivePctLow,
		PositivePctHigh:  a.PositivePctHigh,
		Score:            a.Score,
		Trend:            fromTrend(a.Trend),
		TopPhrases:       a.TopPhrases,
		ExampleReviewIds: idStrings(a.ExampleReviewIDs),
		Evidence:         convert(a.Evidence, fromEvidence),
	}
}

func (r *reader) aspect(m *pb.AspectInsight) review.AspectInsight {
	return review.AspectInsight{
		ID:               m.GetId(),
		Label:            m.GetLabel(),
		MentionCount:     int(m.GetMentionCount()),
		PositiveCount:    int(m.GetPositiveCount()),
		NeutralCount:     int(m.GetNeutralCount()),
		NegativeCount:    int(m.GetNegativeCount()),
		UnclearCount:     int(m.GetUnclearCount()),
		PositivePct:      m.GetPositivePct(),
		PositivePctLow:   m.GetPositivePctLow(),
		PositivePctHigh:  m.GetPositivePctHigh(),
		Score:            m.GetScore(),
		Trend:            r.aspectTrend(m.GetTrend()),
		TopPhrases:       m.GetTopPhrases(),
		ExampleReviewIDs: r.ids("example_review_ids", m.GetExampleReviewIds()),
		Evidence:         convert(m.GetEvidence(), r.evidence),
	}
}

func fromEvidence(e review.Evidence) *pb.Evidence {
	return &pb.Evidence{
		ReviewId:  string(e.ReviewID),
		Quote:     e.Quote,
		Start:     int64(e.Start),
		End:       int64(e.End),
		Sentiment: fromSentiment(e.Sentiment),
	}
}

func (r *reader) evidence(m *pb.Evidence) review.Evidence {
	return review.Evidence{
		ReviewID:  r.id("review_id", m.GetReviewId()),
		Quote:     m.GetQuote(),
		Start:     int(m.GetStart()),
		End:       int(m.GetEnd()),
		Sentiment: r.sentiment(m.GetSentiment()),
	}
}

func fromEntity(e review.EntityInsight) *pb.EntityInsight {
	return &pb.EntityInsight{
		Id:               e.ID,
		Label:            e.Label,
		MentionCount:     int64(e.MentionCount),
		AverageRating:    e.AverageRating,
		PositivePct:      e.PositivePct,
		Score:            e.Score,
		TopPhrases:       e.TopPhrases,
		ExampleReviewIds: idStrings(e.ExampleReviewIDs),
		Evidence:         convert(e.Evidence, fromEvidence),
	}
}

func (r *reader) entity(m *pb.EntityInsight) review.EntityInsight {
	return review.EntityInsight{
		ID:               m.GetId(),
		Label:            m.GetLabel(),
		MentionCount:     int(m.GetMentionCount()),
		AverageRating:    m.GetAverageRating(),
		PositivePct:      m.GetPositivePct(),
		Score:            m.GetScore(),
		TopPhrases:       m.GetTopPhrases(),
		ExampleReviewIDs: r.ids("example_review_ids", m.GetExampleReviewIds()),
		Evidence:         convert(m.GetEvidence(), r.evidence),
	}
}

func fromTopic(t review.Topic) *pb.Topic {
	return &pb.Topic{
		Id:               t.ID,
		Label:            t.Label,
		MentionCount:     int64(t.MentionCount),
		Score:            t.Score,
		Keywords:         t.Keywords,
		ExampleReviewIds: idStrings(t.ExampleReviewIDs),
	}
}

func (r *reader) topic(m *pb.Topic) review.Topic {
	return review.Topic{
		ID:               m.GetId(),
		Label:            m.GetLabel(),
		MentionCount:     int(m.GetMentionCount()),
		Score:            m.GetScore(),
		Keywords:         m.GetKeywords(),
		ExampleReviewIDs: r.ids("example_review_ids", m.GetExampleReviewIds()),
	}
}

func fromMonth(m review.Month) *pb.Month {
	return &pb.Month{Month: m.Month, ReviewCount: int64(m.ReviewCount), AverageRating: m.AverageRating, Score: m.Score}
}

func toMonth(m *pb.Month) review.Month {
	return review.Month{Month: m.GetMonth(), ReviewCount: int(m.GetReviewCount()), AverageRating: m.GetAverageRating(), Score: m.GetScore()}
}

func fromFAQEntry(f review.FAQEntry) *pb.FaqEntry {
	return &pb.FaqEntry{Question: f.Question, Answer: f.Answer, Facts: f.Facts, ReviewIds: idStrings(f.ReviewIDs)}
}

func (r *reader) faqEntry(m *pb.FaqEntry) review.FAQEntry {
	return review.FAQEntry{Question: m.GetQuestion(), Answer: m.GetAnswer(), Facts: m.GetFacts(), ReviewIDs: r.ids("review_ids", m.GetReviewIds())}
}
