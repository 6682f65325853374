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
	groups map[fingerprint][]*reading
	dirty  map[fingerprint]bool // groups that changed since the last mark
}

func newCopies() *copies {
	return &copies{groups: map[fingerprint][]*reading{}, dirty: map[fingerprint]bool{}}
}

// fingerprint is a hash of what an author wrote, such that texts that are nearly
// alike probably have one of a few in common.
type fingerprint uint64

const (
	minShingles = 6   // shorter texts are alike by chance: "Great service, thank you!"
	alike       = 0.8 // share of the shingles that two texts have in common when they are one
	bands       = 8
	maxCompared = 20 // reviews that share a fingerprint, the oldest ones
)

// shingles returns the hashes of all sequences of three words of a text, sorted and
// without repeats.
func shingles(text string) []uint64 {
	words := strings.FieldsFunc(review.Fold(text), func(r rune) bool { return !inWord(r) })
	out := make([]uint64, max(0, len(words)-2))
	for i := range out {
		out[i] = hash(words[i : i+3]...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// fingerprints returns those of a review: in each band the three least values
// that the shingles take in three orders of chance (MinHash). Texts with four
// fifths of their shingles in common share one of them in 997 of 1,000 cases,
// those with a third in 3 of 10.
func fingerprints(r *review.Review) []fingerprint {
	all := shingles(r.Text)
	if len(all) < minShingles {
		return nil
	}
	who := hash(author(r)) + uint64(r.Rating)
	out := make([]fingerprint, bands)
	for band := range uint64(bands) {
		one, two, three := ^uint64(0), ^uint64(0), ^uint64(0)
		for _, s := range all {
			one, two, three = min(one, mix(s+3*band)), min(two, mix(s+3*band+1)), min(three, mix(s+3*band+2))
		}
		out[band] = fingerprint(mix(mix(mix(one)+two)+three) ^ who + band)
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

// moved tells that a review has another date.
func (c *copies) moved(r *reading) {
	for _, p := range r.prints {
		c.dirty[p] = true
	}
}

func (c *copies) set(p fingerprint, group []*reading) {
	c.dirty[p] = true
	if len(group) == 0 {
		delete(c.groups, p)
	} else {
		c.groups[p] = group
	}
}

// mark finds the original of every review that repeats one: the oldest review
// that is alike and no copy itself. Only reviews that have to do with those that
// changed are looked at.
func (c *copies) mark() {
	type words struct {
		first fingerprint // of the text and its author
		text  string
	}
	originals := map[fingerprint][]*reading{}
	verbatim := map[words]*reading{} // what stands for a text, found without comparing
	for _, r := range oldestFirst(c.touched()) {
		key := words{r.prints[0], r.review.Text}
		if same := verbatim[key]; same != nil {
			r.original = cmp.Or(same.original, same)
			continue
		}
		verbatim[key] = r
		if r.original = findOriginal(originals, r); r.original != nil {
			continue
		}
		for _, p := range r.prints {
			if len(originals[p]) < maxCompared {
				originals[p] = append(originals[p], r)
			}
		}
	}
}

// findOriginal returns the oldest of the originals that share a fingerprint with
// a review and are alike.
func findOriginal(originals map[fingerprint][]*reading, r *reading) *reading {
	var found *reading
	for _, p := range r.prints {
		for _, old := range originals[p] {
			if (found == nil || older(old, found) < 0) && similar(old, r) {
				found = old
				break // the others are younger
			}
		}
	}
	return found
}

// touched returns the reviews in groups that changed, those that share another
// group with them, and so on.
func (c *copies) touched() []*reading {
	queue := slices.Collect(maps.Keys(c.dirty))
	seen := c.dirty
	c.dirty = map[fingerprint]bool{}
	found := map[*reading]bool{}
	var out []*reading
	for len(queue) > 0 {
		p := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, r := range c.groups[p] {
			if found[r] {
				continue
			}
			found[r] = true
			out = append(out, r)
			for _, other := range r.prints {
				if !seen[other] {
					seen[other] = true
					queue = append(queue, other)
				}
			}
		}
	}
	return out
}

func oldestFirst(readings []*reading) []*reading {
	slices.SortFunc(readings, older)
	return readings
}

func older(a, b *reading) int {
	return cmp.Or(cmp.Compare(a.review.Date, b.review.Date), cmp.Compare(a.review.ID, b.review.ID))
}

// similar reports whether two texts have enough shingles in common (Jaccard).
func similar(a, b *reading) bool {
	if a.review.Text == b.review.Text {
		return true
	}
	one, two := a.allShingles(), b.allShingles()
	both := 0
	for _, s := range one {
		if _, there := slices.BinarySearch(two, s); there {
			both++
		}
	}
	return float64(both) >= alike*float64(len(one)+len(two)-both)
}

// allShingles returns the shingles of a review, which are kept once asked for.
func (r *reading) allShingles() []uint64 {
	if r.shingles == nil {
		r.shingles = shingles(r.review.Text)
	}
	return r.shingles
}

// hash is FNV-1a (64 bit) of words with spaces between them, which is the same in every
// process.
func hash(words ...string) uint64 {
	const prime = 1099511628211
	h := uint64(14695981039346656037)
	for i, word := range words {
		if i > 0 {
			h = (h ^ ' ') * prime
		}
		for at := range len(word) {
			h = (h ^ uint64(word[at])) * prime
		}
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
