// Package reviewtest has snapshots for tests: a small one to read, and random
// ones of any size. Everything in them is made up, and everything is valid.
package reviewtest

import (
	"slices"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// Snapshot returns a sample that shows what a snapshot can hold: eight reviews
// in several scripts, with and without text, reply, picture and mentions, one
// review that was deleted, and insights into them. Every call returns a new
// copy.
func Snapshot() *review.Snapshot {
	return &review.Snapshot{
		Revision:   9,
		ChangedAt:  commit(9),
		BaseURL:    "https://reviews.example.com",
		Business:   Business(),
		Reviews:    reviews(),
		Tombstones: []review.Tombstone{{ID: Deleted(), Revision: 7, DeletedAt: commit(7)}},
		Marks: []review.Mark{
			{Date: 20260301, Revision: 6, ChangedAt: commit(6)},
			{Date: 20260220, Revision: 7, ChangedAt: commit(7)},
			{Date: 20260210, Revision: 9, ChangedAt: commit(9)},
		},
		Insights: insights(),
	}
}

// Deleted returns the id of the review that the sample has a tombstone of.
func Deleted() review.ID { return review.NewID("google", "deleted") }

// commit is when the sample committed a revision.
func commit(r review.Revision) time.Time {
	return time.Date(2026, 3, 2, int(r), 0, 0, 0, time.UTC)
}

// reviews returns the reviews of the sample in their order.
func reviews() []review.Review {
	out := slices.Concat(reviewsWithText(), reviewsOfFewWords())
	slices.SortFunc(out, review.Compare)
	return out
}

// The keys of the reviews of the sample on their platforms.
const (
	jane   = "jane"
	lukasz = "lukasz"
	rated  = "rated"
	sean   = "sean"
	maria  = "maria"
)

func id(key string) review.ID { return review.NewID("google", key) }

func reviewsWithText() []review.Review {
	return []review.Review{{
		ID:              id(jane),
		Author:          "Jane D.",
		AuthorAvatarURL: "https://photos.example.com/jane?size=96&crop=1",
		Rating:          5,
		Date:            20260301,
		Text:            "Gazi was on time and fixed our AC in an hour. Fair price!",
		Source:          "google",
		SourceURL:       "https://maps.example.com/reviews/jane",
		OwnerReply:      &review.OwnerReply{Text: "Thank you, Jane!", Date: 20260302},
		Technicians:     []string{"Gazi Rahman"},
		Services:        []string{"ac-repair"},
		UpdatedAt:       commit(6),
		Revision:        6,
	}, {
		ID:          id(lukasz),
		Author:      "Łukasz Żółć",
		Rating:      4,
		Date:        20260301,
		Text:        "Sehr gut & günstig – <b>fast</b> perfekt ❄️👍🏽\n\n\"Prima\", says my wife.",
		Source:      "google",
		Technicians: []string{"Gazi Rahman", "Zoë O'Neil"},
		Services:    []string{"ac-repair", "duct-cleaning"},
		UpdatedAt:   commit(5),
		Revision:    5,
	}, {
		ID:        review.NewID("trustpilot", "wang"),
		Author:    "王小明",
		Rating:    5,
		Date:      20260214,
		Text:      "服务很好，师傅非常专业。",
		Source:    "trustpilot",
		SourceURL: "https://trustpilot.example.com/reviews/wang",
		UpdatedAt: commit(2),
		Revision:  2,
	}, {
		ID:         id(sean),
		Author:     "Seán Ó'Briain",
		Rating:     1,
		Date:       20260120,
		Text:       "Nobody called back. The thermostat (model C:\\T-1000) still shows 1 < 2.",
		Source:     "google",
		OwnerReply: &review.OwnerReply{Text: "We are sorry. Please call us:\n+1 512 555 0100", Date: 20260122},
		Services:   []string{"thermostats"}, // which the profile does not list any more
		UpdatedAt:  commit(3),
		Revision:   3,
	}}
}

func reviewsOfFewWords() []review.Review {
	return []review.Review{{
		ID:        id(rated),
		Author:    review.Anonymous,
		Rating:    3,
		Date:      20260210,
		Source:    "google",
		UpdatedAt: commit(9),
		Revision:  9,
	}, {
		ID:        review.NewID("yelp", "salma"),
		Author:    "سلمى",
		Rating:    5,
		Date:      20260105,
		Text:      "خدمة ممتازة وسريعة\u200f!",
		Source:    "yelp",
		UpdatedAt: commit(2),
		Revision:  2,
	}, {
		ID:          id(maria),
		Author:      "Maria",
		Rating:      4,
		Date:        20251224,
		Text:        "Zoë\twas very friendly.",
		Source:      "google",
		Technicians: []string{"Zoë O'Neil"},
		UpdatedAt:   commit(2),
		Revision:    2,
	}, {
		ID:        review.NewID("yelp", "pat"),
		Author:    "Pat",
		Rating:    2,
		Date:      20251224,
		Text:      "meh",
		Source:    "yelp",
		UpdatedAt: commit(2),
		Revision:  2,
	}}
}
