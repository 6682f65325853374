package index

import (
	"math"
	"slices"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// filter is a query made ready to compare with reviews: everything that is
// compared without regard to case is folded.
type filter struct {
	review.Query
	text       string
	pattern    pattern
	technician string
	services   []string // folded ids the query may mean; nil does not filter
}

// newFilter prepares q. A label stands for the services of the profile that
// have it.
func newFilter(q review.Query, business *review.Business) filter {
	f := filter{Query: q, text: review.Fold(q.Text), technician: review.Fold(q.Technician)}
	f.pattern = newPattern(f.text)
	if q.Service == "" {
		return f
	}
	wanted := review.Fold(q.Service)
	f.services = []string{wanted}
	if business == nil {
		return f
	}
	for _, s := range business.Services {
		if review.Fold(s.Label) == wanted {
			f.services = append(f.services, review.Fold(s.ID))
		}
	}
	return f
}

// matches reports whether a review with the folded text matches, without any
// index: this is what a search means.
func (f filter) matches(r review.Review, text string) bool {
	return (f.Rating == 0 || r.Rating == f.Rating) &&
		float64(r.Rating) >= math.Ceil(f.MinRating) &&
		(f.Since == 0 || r.Date >= f.Since) &&
		(f.Until == 0 || r.Date <= f.Until) &&
		strings.Contains(text, f.text) &&
		(f.technician == "" || slices.ContainsFunc(r.Technicians, f.isTechnician)) &&
		(f.services == nil || slices.ContainsFunc(r.Services, f.isService))
}

func (f filter) isTechnician(name string) bool {
	return review.Fold(name) == f.technician || review.Fold(firstName(name)) == f.technician
}

func (f filter) isService(id string) bool { return slices.Contains(f.services, review.Fold(id)) }
