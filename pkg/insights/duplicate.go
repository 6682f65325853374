package insights

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// copies finds reviews that say again what an earlier one of the same author
// said, as happens when a site or a customer posts a review in several places.
// Reviews that share a fingerprint are candidates.
type copies struct {
	groups  map[fingerprint][]*reading
	crowded map[fingerprint]bool // groups of more than one
	marked  []*reading           // those with an original
}

func newCopies() *copies {
	return &copies{groups: map[fingerprint][]*reading{}, crowded: map[fingerprint]bool{}}
}

// fingerprint is a hash of what an author wrote, such that texts that are nearly
// alike probably have one of a few in common.
type fingerprint uint64

const (
	minShingles = 6   // shorter texts are alike by chance: "Great service, thank you!"
	alike       = 0.8 // share of the shingles that two texts have in common when they are one
	bands       = 6
)

// shingles returns the hashes of all sequences of three words of a text.
func shingles(text string) map[uint64]bool {
	words := strings.FieldsFunc(review.Fold(text), func(r rune) bool { return !inWord(r) })
	out := map[uint64]bool{}
	for i := range len(words) - 2 {
		out[hash(words[i]+" "+words[i+1]+" "+words[i+2])] = true
	}
	return out
}

// fingerprints returns those of a review: in each band the two least values
// that the shingles take in two orders of chance (MinHash). Texts with four
// fifths of their shingles in common share one of them in 998 of 1,000 cases.
func fingerprints(r *review.Review) []fingerprint {
	all := shingles(r.Text)
	if len(all) < minShingles {
		return nil
	}
	author := hash(author(r))
	out := make([]fingerprint, bands)
	for band := range uint64(bands) {
		one, two := ^uint64(0), ^uint64(0)
		for s := range all {
			one, two = min(one, mix(s+2*band)), min(two, mix(s+2*band+1))
		}
		out[band] = fingerprint(mix(mix(one)+two) ^ author + band)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// author returns the author of a review in a form to compare; empty for the
// names that platforms give to customers without one.
func author(r *review.Review) string {
	switch name := review.Fold(strings.TrimSpace(r.Author)); name {
	case "anonymous", "a google user", "google user", "customer", "a customer", "verified customer":
		return ""
	default:
		return name
	}
}

// add takes up a review.
func (c *copies) add(r *reading) {
	for _, p := range r.prints {
		c.set(p, append(c.groups[p], r))
	}
}

// remove takes a review out again.
func (c *copies) remove(r *reading) {
	for _, p := range r.prints {
		c.set(p, slices.DeleteFunc(c.groups[p], func(other *reading) bool { return other == r }))
	}
}

func (c *copies) set(p fingerprint, group []*reading) {
	if len(group) == 0 {
		delete(c.groups, p)
	} else {
		c.groups[p] = group
	}
	if len(group) > 1 {
		c.crowded[p] = true
	} else {
		delete(c.crowded, p)
	}
}

// mark finds the original of every review that repeats one: the oldest review
// that is alike and no copy itself.
func (c *copies) mark() {
	for _, r := range c.marked {
		r.original = nil
	}
	c.marked = nil
	candidates := c.candidates()
	for r := range candidates {
		if r.shingles == nil {
			r.shingles = shingles(r.review.Text)
		}
	}
	for _, r := range oldestFirst(slices.Collect(maps.Keys(candidates))) {
		for _, old := range oldestFirst(candidates[r]) {
			if old == r {
				break
			}
			if old.original == nil && old.review.Rating == r.review.Rating && similar(old.shingles, r.shingles) {
				r.original = old
				c.marked = append(c.marked, r)
				break
			}
		}
	}
}

// candidates returns the reviews that share a fingerprint with each other.
func (c *copies) candidates() map[*reading][]*reading {
	out := map[*reading][]*reading{}
	for p := range c.crowded {
		for _, r := range c.groups[p] {
			out[r] = append(out[r], c.groups[p]...)
		}
	}
	return out
}

func oldestFirst(readings []*reading) []*reading {
	slices.SortFunc(readings, func(a, b *reading) int {
		return cmp.Or(cmp.Compare(a.review.Date, b.review.Date), cmp.Compare(a.review.ID, b.review.ID))
	})
	return slices.Compact(readings)
}

// similar reports whether two texts have enough shingles in common (Jaccard).
func similar(a, b map[uint64]bool) bool {
	both := 0
	for s := range a {
		if b[s] {
			both++
		}
	}
	return float64(both) >= alike*float64(len(a)+len(b)-both)
}

// hash is FNV-1a (64 bit), which is the same in every process.
func hash(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}

// mix is the finaliser of SplitMix64: it gives each shingle another place in
// each order.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
