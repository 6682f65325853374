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
func (r Review) SameContent(other Review) bool {
	return r.ID == other.ID && r.Author == other.Author && r.AuthorAvatarURL == other.AuthorAvatarURL &&
		r.Rating == other.Rating && r.Date == other.Date && r.Text == other.Text &&
		r.Source == other.Source && r.SourceURL == other.SourceURL &&
		sameReply(r.OwnerReply, other.OwnerReply) &&
		slices.Equal(r.Technicians, other.Technicians) && slices.Equal(r.Services, other.Services)
}

func sameReply(a, b *OwnerReply) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}
