package reviewpb

import (
	"github.com/reviewdata/reviewdata/pkg/review"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
)

func fromCoverage(c review.Coverage) *pb.Coverage {
	return &pb.Coverage{
		Assessed:      int64(c.Assessed),
		Wordless:      int64(c.Wordless),
		OtherLanguage: int64(c.OtherLanguage),
		Duplicates:    int64(c.Duplicates),
	}
}

func toCoverage(m *pb.Coverage) review.Coverage {
	return review.Coverage{
		Assessed:      int(m.GetAssessed()),
		Wordless:      int(m.GetWordless()),
		OtherLanguage: int(m.GetOtherLanguage()),
		Duplicates:    int(m.GetDuplicates()),
	}
}

func fromFact(f review.Fact) *pb.Fact { return &pb.Fact{Id: f.ID, Text: f.Text} }

func toFact(m *pb.Fact) review.Fact { return review.Fact{ID: m.GetId(), Text: m.GetText()} }

func fromComparison(c *review.Comparison) *pb.Comparison {
	if c == nil {
		return nil
	}
	return &pb.Comparison{Recent: fromPeriod(c.Recent), Earlier: fromPeriod(c.Earlier), PValue: c.PValue}
}

func (r *reader) comparison(m *pb.Comparison) *review.Comparison {
	if m == nil {
		return nil
	}
	return &review.Comparison{Recent: r.period(m.GetRecent()), Earlier: r.period(m.GetEarlier()), PValue: m.GetPValue()}
}

func fromPeriod(p review.Period) *pb.Period {
	return &pb.Period{From: p.From.String(), To: p.To.String(), ReviewCount: int64(p.ReviewCount), Score: p.Score}
}

func (r *reader) period(m *pb.Period) review.Period {
	return review.Period{
		From:        r.date("from", m.GetFrom()),
		To:          r.date("to", m.GetTo()),
		ReviewCount: int(m.GetReviewCount()),
		Score:       m.GetScore(),
	}
}
