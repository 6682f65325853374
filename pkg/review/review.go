package review

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Revision numbers a state of the data: it grows by one with every committed
// change, and 0 is the empty store before its first.
type Revision uint64

// The bounds of a star rating.
const (
	MinRating = 1
	MaxRating = 5
)

// Review is one verified customer review as it is published.
type Review struct {
	ID              ID
	Author          string
	AuthorAvatarURL string
	Rating          int // stars, MinRating to MaxRating
	Date            Date
	Text            string // empty for a rating without words
	Source          string // the platform, such as "google"
	SourceURL       string
	OwnerReply      *OwnerReply
	Technicians     []string // names of the people it mentions, sorted
	Services        []string // ids of the services it mentions, sorted
	UpdatedAt       time.Time
	Revision        Revision // the revision of its last change
}

// OwnerReply is the answer of the business to a review.
type OwnerReply struct {
	Text string
	Date Date
}

// Compare orders reviews as every list does: newest date first, and among
// those of one day the greatest id first.
func Compare(a, b Review) int { return a.Position().Compare(b.Position()) }

// Position is the place of a review in the order of every list.
type Position struct {
	Date Date
	ID   ID
}

// Position returns the place of r in the order of every list.
func (r Review) Position() Position { return Position{r.Date, r.ID} }

// Compare orders positions: date descending, then id descending.
func (p Position) Compare(other Position) int {
	return cmp.Or(cmp.Compare(other.Date, p.Date), strings.Compare(string(other.ID), string(p.ID)))
}

// SameContent reports whether two versions of a review would be published
// alike, whenever they were written.
func (r Review) SameContent(other Review) bool { return r.ID == other.ID && len(r.Differs(other)) == 0 }

// Differs returns the names of the members that two versions of a review are
// published with differently, whenever they were written.
func (r Review) Differs(other Review) []string {
	var out []string
	for _, member := range []struct {
		name string
		same bool
	}{
		{"author", r.Author == other.Author},
		{"author_avatar_url", r.AuthorAvatarURL == other.AuthorAvatarURL},
		{"rating", r.Rating == other.Rating},
		{"date", r.Date == other.Date},
		{"text", r.Text == other.Text},
		{"source", r.Source == other.Source},
		{"source_url", r.SourceURL == other.SourceURL},
		{"owner_reply", sameReply(r.OwnerReply, other.OwnerReply)},
		{"technicians", slices.Equal(r.Technicians, other.Technicians)},
		{"services", slices.Equal(r.Services, other.Services)},
	} {
		if !member.same {
			out = append(out, member.name)
		}
	}
	return out
}

func sameReply(a, b *OwnerReply) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}
