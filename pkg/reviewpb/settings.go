package reviewpb

import (
	"github.com/reviewdata/reviewdata/pkg/review"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
)

func fromInsightSettings(s review.InsightSettings) *pb.InsightSettings {
	return &pb.InsightSettings{
		Vertical:            s.Vertical,
		Aspects:             convert(s.Aspects, fromSubjectSettings),
		Problems:            convert(s.Problems, fromSubjectSettings),
		DiscoverTechnicians: s.DiscoverTechnicians,
	}
}

func toInsightSettings(m *pb.InsightSettings) review.InsightSettings {
	return review.InsightSettings{
		Vertical:            m.GetVertical(),
		Aspects:             convert(m.GetAspects(), toSubjectSettings),
		Problems:            convert(m.GetProblems(), toSubjectSettings),
		DiscoverTechnicians: m.GetDiscoverTechnicians(),
	}
}

func fromSubjectSettings(s review.SubjectSettings) *pb.SubjectSettings {
	return &pb.SubjectSettings{
		Id:            s.ID,
		Label:         s.Label,
		Seeds:         s.Seeds,
		PositiveSeeds: s.PositiveSeeds,
		NegativeSeeds: s.NegativeSeeds,
		Disabled:      s.Disabled,
	}
}

func toSubjectSettings(m *pb.SubjectSettings) review.SubjectSettings {
	return review.SubjectSettings{
		ID:            m.GetId(),
		Label:         m.GetLabel(),
		Seeds:         m.GetSeeds(),
		PositiveSeeds: m.GetPositiveSeeds(),
		NegativeSeeds: m.GetNegativeSeeds(),
		Disabled:      m.GetDisabled(),
	}
}
