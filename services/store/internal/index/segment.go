package index

import (
	"math"
	"slices"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// segment indexes reviews once and for all.
type segment struct {
	reviews     []review.Review // newest first
	texts       []string        // folded, by position
	words       *vocabulary
	ratings     [review.MaxRating + 1]bitset
	technicians map[string]bitset // by folded full and first name
	services    map[string]bitset // by folded id
}

// newSegment indexes reviews, newest first.
func newSegment(reviews []review.Review) *segment {
	s := &segment{
		reviews:     reviews,
		texts:       make([]string, len(reviews)),
		technicians: map[string]bitset{},
		services:    map[string]bitset{},
	}
	for stars := range s.ratings {
		s.ratings[stars] = newBitset(len(reviews))
	}
	for i, r := range reviews {
		s.texts[i] = review.Fold(r.Text)
		s.ratings[r.Rating].set(i)
		for _, name := range r.Technicians {
			s.mark(s.technicians, name, i)
			s.mark(s.technicians, firstName(name), i)
		}
		for _, id := range r.Services {
			s.mark(s.services, id, i)
		}
	}
	s.words = newVocabulary(s.texts)
	return s
}

func (s *segment) mark(sets map[string]bitset, key string, position int) {
	key = review.Fold(key)
	if sets[key] == nil {
		sets[key] = newBitset(len(s.reviews))
	}
	sets[key].set(position)
}

func firstName(name string) string {
	first, _, _ := strings.Cut(name, " ")
	return first
}

// find returns the positions of the reviews that match f.
func (s *segment) find(f filter) bitset {
	out := newBitset(len(s.reviews))
	out.setRange(s.dated(f))
	if f.Rating != 0 {
		out.and(s.ratings[f.Rating])
	}
	for stars := review.MinRating; stars < int(math.Ceil(f.MinRating)); stars++ {
		out.without(s.ratings[stars])
	}
	if f.technician != "" {
		out.and(s.technicians[f.technician])
	}
	if f.services != nil {
		out.and(s.offering(f.services))
	}
	if f.text != "" {
		s.containing(f, out)
	}
	return out
}

// dated returns the range of positions whose date f admits.
func (s *segment) dated(f filter) (low, high int) {
	low, high = 0, len(s.reviews)
	// Dates descend, so the last date admitted gives the first position.
	at := func(d review.Date) int {
		i, _ := slices.BinarySearchFunc(s.reviews, d, func(r review.Review, d review.Date) int {
			if r.Date > d {
				return -1
			}
			return 1
		})
		return i
	}
	if f.Until != 0 {
		low = at(f.Until)
	}
	if f.Since != 0 {
		high = at(f.Since - 1)
	}
	return low, max(low, high)
}

func (s *segment) offering(ids []string) bitset {
	out := newBitset(len(s.reviews))
	for _, id := range ids {
		out.or(s.services[id])
	}
	return out
}

// containing keeps in out the reviews whose text contains f.text. The words of
// the query narrow them down; where they do not decide, the texts do.
func (s *segment) containing(f filter, out bitset) {
	if len(f.pattern.words) > 0 {
		out.and(s.words.find(f.pattern, len(s.reviews)))
	}
	if f.pattern.exact {
		return
	}
	for i := out.next(0); i >= 0; i = out.next(i + 1) {
		if !strings.Contains(s.texts[i], f.text) {
			out[i/64] &^= 1 << (i % 64)
		}
	}
}
