package storetest

import (
	"fmt"
	"strconv"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
)

// fillers is how many reviews of the sample there are beside the ones to look
// at: enough that every limit is reached.
const fillers = 120

// FillSample gives a store the sample and returns its revision: the profile of
// reviewtest, the records of [Sample], and then the review "deleted" removed.
func (s *Store) FillSample() review.Revision {
	s.t.Helper()
	s.Apply(reviewtest.Business())
	s.Import(Sample()...)
	return s.Remove(review.NewID("google", "deleted"))
}

// Sample returns records that show every trait of a review, under ids that the
// scripts of the services speak of.
func Sample() []review.Record {
	out := []review.Record{
		{
			Source: "google", SourceID: "jane", Author: "Jane D.", Rating: 5, Date: "2025-03-01",
			Text:       "Gazi was on time and fixed our AC in an hour. Fair price!",
			SourceURL:  "https://maps.example.com/jane",
			OwnerReply: &review.ReplyRecord{Text: "Thank you, Jane!", Date: "2025-03-02"},
			Services:   []string{"ac-repair"},
		},
		{Source: "yelp", SourceID: "lukasz", Author: "Łukasz", Rating: 4, Date: "2025-03-01", Text: "Straße & ÜBERALL: <b>fast</b> perfekt ❄️", Technicians: []string{"Zoë O'Neil"}},
		{Source: "google", SourceID: "rated", Rating: 3, Date: "2025-02-10"},
		{Source: "google", SourceID: "sean", Author: "Seán", Rating: 1, Date: "2025-01-20", Text: "Nobody called back about the duct cleaning."},
		{Source: "google", SourceID: "leap", Author: "Leap", Rating: 2, Date: "2024-02-29", Text: "meh"},
		{Source: "google", SourceID: "deleted", Rating: 1, Date: "2025-03-01", Text: "This one goes away."},
		{Source: "google", SourceID: "withheld", Rating: 1, Date: "2025-03-01", Text: "Nobody verified this.", Unverified: true},
	}
	first := time.Date(2023, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range fillers {
		out = append(out, review.Record{
			Source: "trustpilot", SourceID: strconv.Itoa(i), Rating: i%review.MaxRating + 1,
			Date: first.AddDate(0, 0, i).Format(time.DateOnly),
			Text: fmt.Sprintf("Filler number %d.", i),
		})
	}
	return out
}
