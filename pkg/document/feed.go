package document

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// Both feeds show the same entries: a topic and its subscribers should hear of
// a change only when the entries shown, or the business, changed. So nothing
// in a feed comes from the revision, or from the time of the last change.

// feedLength is the number of reviews in a feed.
const feedLength = 50

// feedLanguage is the language of the titles, which we write.
const feedLanguage = "en"

// newest returns the reviews that the feeds show.
func newest(s *review.Snapshot) []review.Review {
	return s.Reviews[:min(feedLength, len(s.Reviews))]
}

func feedTitle(s *review.Snapshot) string {
	if s.Business == nil {
		return "Customer reviews"
	}
	return "Customer reviews of " + s.Business.Name
}

func feedDescription(s *review.Snapshot) string {
	subject := ""
	if s.Business != nil {
		subject = " of " + s.Business.Name
	}
	return fmt.Sprintf("The %d newest verified customer reviews%s.", feedLength, subject)
}

// entryURL is the address of a review, and its identifier in the feeds.
func entryURL(s *review.Snapshot, r review.Review) string {
	return s.BaseURL + PathReview + string(r.ID)
}

// entryTitle is a headline for a review, which has none of its own.
func entryTitle(r review.Review) string { return starsInWords(r) + " by " + r.Author }

// entryText is what the customer wrote, or what the stars say alone.
func entryText(r review.Review) string { return cmp.Or(r.Text, starsInWords(r)) }

func starsInWords(r review.Review) string {
	return fmt.Sprintf("%d out of %d stars", r.Rating, review.MaxRating)
}

// published is the date of a review as the instant that feeds ask for.
func published(r review.Review) Instant { return instant(r.Date.Time()) }

// category is a service or a technician that a review mentions.
type category struct{ term, label string }

// categories returns what a review mentions: services first, each labelled as
// in the business profile or by its id when the profile has it no more, then
// technicians.
func categories(s *review.Snapshot, r review.Review) []category {
	out := make([]category, 0, len(r.Services)+len(r.Technicians))
	for _, id := range r.Services {
		out = append(out, category{id, serviceLabel(s.Business, id)})
	}
	for _, name := range r.Technicians {
		out = append(out, category{name, name})
	}
	return out
}

func serviceLabel(b *review.Business, id string) string {
	if b == nil {
		return id
	}
	i := slices.IndexFunc(b.Services, func(s review.Service) bool { return s.ID == id })
	if i < 0 {
		return id
	}
	return b.Services[i].Label
}
