package document

import (
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// The values that members of bodies have. The schemas state the form of each.
type (
	// Date is a calendar date, YYYY-MM-DD.
	Date string
	// Instant is a time in UTC to the second, as RFC 3339 writes it.
	Instant string
	// URL is an absolute http or https URL.
	URL string
	// Rating is a number of stars, 1 to 5.
	Rating int
	// AverageRating is a mean number of stars, rounded half up to 2 decimals.
	AverageRating float64
	// Score is a sentiment from -1 to 1, rounded to 2 decimals.
	Score float64
	// Percent is a share from 0 to 100, rounded to 2 decimals.
	Percent float64
)

// optional is s as a member, absent when empty.
func optional[T ~string](s string) *T {
	if s == "" {
		return nil
	}
	t := T(s)
	return &t
}

func optionalDate(d review.Date) *Date { return optional[Date](d.String()) }

func instant(t time.Time) Instant { return Instant(t.UTC().Format(time.RFC3339)) }

func optionalInstant(t time.Time) *Instant {
	if t.IsZero() {
		return nil
	}
	i := instant(t)
	return &i
}

// average is the mean of n ratings, absent when there are none.
func average(value float64, n int) *AverageRating {
	if n == 0 {
		return nil
	}
	mean := AverageRating(value)
	return &mean
}

// list is s as a member: [] when there are no entries, never null.
func list[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

// convert maps each entry of a list; the result is never nil.
func convert[A, B any](from []A, each func(A) B) []B {
	out := make([]B, len(from))
	for i, a := range from {
		out[i] = each(a)
	}
	return out
}
