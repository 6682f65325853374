package reviewpb

import (
	"github.com/reviewdata/reviewdata/pkg/review"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
)

// FromReview writes a review.
func FromReview(r review.Review) *pb.Review {
	return &pb.Review{
		Id:              string(r.ID),
		Author:          r.Author,
		AuthorAvatarUrl: r.AuthorAvatarURL,
		Rating:          int32(r.Rating),
		Date:            r.Date.String(),
		Text:            r.Text,
		Source:          r.Source,
		SourceUrl:       r.SourceURL,
		OwnerReply:      fromReply(r.OwnerReply),
		Technicians:     r.Technicians,
		Services:        r.Services,
		UpdatedAt:       fromTime(r.UpdatedAt),
		Revision:        uint64(r.Revision),
	}
}

// ToReview reads a review.
func ToReview(m *pb.Review) (review.Review, error) {
	var read reader
	out := review.Review{
		ID:              read.id("id", m.GetId()),
		Author:          m.GetAuthor(),
		AuthorAvatarURL: m.GetAuthorAvatarUrl(),
		Rating:          int(m.GetRating()),
		Date:            read.date("date", m.GetDate()),
		Text:            m.GetText(),
		Source:          m.GetSource(),
		SourceURL:       m.GetSourceUrl(),
		OwnerReply:      read.reply(m.GetOwnerReply()),
		Technicians:     m.GetTechnicians(),
		Services:        m.GetServices(),
		UpdatedAt:       toTime(m.GetUpdatedAt()),
		Revision:        review.Revision(m.GetRevision()),
	}
	if out.Rating < review.MinRating || out.Rating > review.MaxRating {
		read.fail("rating", m.GetId())
	}
	return out, read.err
}

// FromReviews writes reviews in order.
func FromReviews(reviews []review.Review) []*pb.Review { return convert(reviews, FromReview) }

// ToReviews reads reviews in order.
func ToReviews(ms []*pb.Review) ([]review.Review, error) { return toList(ms, ToReview) }

func fromReply(r *review.OwnerReply) *pb.OwnerReply {
	if r == nil {
		return nil
	}
	return &pb.OwnerReply{Text: r.Text, Date: r.Date.String()}
}

func (r *reader) reply(m *pb.OwnerReply) *review.OwnerReply {
	if m == nil {
		return nil
	}
	return &review.OwnerReply{Text: m.GetText(), Date: r.date("owner_reply.date", m.GetDate())}
}

// FromTombstone writes a tombstone.
func FromTombstone(t review.Tombstone) *pb.Tombstone {
	return &pb.Tombstone{Id: string(t.ID), Revision: uint64(t.Revision), DeletedAt: fromTime(t.DeletedAt)}
}

// ToTombstone reads a tombstone.
func ToTombstone(m *pb.Tombstone) (review.Tombstone, error) {
	var read reader
	out := review.Tombstone{
		ID:        read.id("id", m.GetId()),
		Revision:  review.Revision(m.GetRevision()),
		DeletedAt: toTime(m.GetDeletedAt()),
	}
	return out, read.err
}

// FromTombstones writes tombstones in order.
func FromTombstones(ts []review.Tombstone) []*pb.Tombstone { return convert(ts, FromTombstone) }

// ToTombstones reads tombstones in order.
func ToTombstones(ms []*pb.Tombstone) ([]review.Tombstone, error) { return toList(ms, ToTombstone) }
