package reviewpb

import (
	"github.com/reviewdata/reviewdata/pkg/review"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
)

// FromRecord writes a record that stands at line of its file.
func FromRecord(line int, r review.Record) *pb.Record {
	return &pb.Record{
		Line:            int64(line),
		Id:              r.ID,
		Source:          r.Source,
		SourceId:        r.SourceID,
		Author:          r.Author,
		AuthorAvatarUrl: r.AuthorAvatarURL,
		Rating:          int32(r.Rating),
		Date:            r.Date,
		Text:            r.Text,
		SourceUrl:       r.SourceURL,
		OwnerReply:      fromReplyRecord(r.OwnerReply),
		Unverified:      r.Unverified,
		Technicians:     r.Technicians,
		Services:        r.Services,
		Occurrence:      int32(r.Occurrence),
	}
}

// ToRecord reads a record and its line. It does not validate it.
func ToRecord(m *pb.Record) (line int, r review.Record) {
	return int(m.GetLine()), review.Record{
		ID:              m.GetId(),
		Source:          m.GetSource(),
		SourceID:        m.GetSourceId(),
		Author:          m.GetAuthor(),
		AuthorAvatarURL: m.GetAuthorAvatarUrl(),
		Rating:          int(m.GetRating()),
		Date:            m.GetDate(),
		Text:            m.GetText(),
		SourceURL:       m.GetSourceUrl(),
		OwnerReply:      toReplyRecord(m.GetOwnerReply()),
		Unverified:      m.GetUnverified(),
		Technicians:     m.GetTechnicians(),
		Services:        m.GetServices(),
		Occurrence:      int(m.GetOccurrence()),
	}
}

func fromReplyRecord(r *review.ReplyRecord) *pb.ReplyRecord {
	if r == nil {
		return nil
	}
	return &pb.ReplyRecord{Text: r.Text, Date: r.Date}
}

func toReplyRecord(m *pb.ReplyRecord) *review.ReplyRecord {
	if m == nil {
		return nil
	}
	return &review.ReplyRecord{Text: m.GetText(), Date: m.GetDate()}
}

// FromRejection writes a rejection.
func FromRejection(r review.Rejection) *pb.Rejection {
	return &pb.Rejection{Line: int64(r.Line), Issues: convert(r.Issues, FromIssue)}
}

// ToRejection reads a rejection.
func ToRejection(m *pb.Rejection) review.Rejection {
	return review.Rejection{Line: int(m.GetLine()), Issues: convert(m.GetIssues(), ToIssue)}
}

// FromIssue writes an issue.
func FromIssue(i review.Issue) *pb.Issue {
	return &pb.Issue{Path: i.Path, Code: string(i.Code), Message: i.Message, Received: i.Received}
}

// ToIssue reads an issue.
func ToIssue(m *pb.Issue) review.Issue {
	return review.Issue{Path: m.GetPath(), Code: review.Code(m.GetCode()), Message: m.GetMessage(), Received: m.GetReceived()}
}
