package topic

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Index counts what the reviews of a business name. Reviews are added to it and
// taken from it again; what it finds depends on those in it only. It is not safe
// for concurrent use.
type Index struct {
	before, generic, empty map[string]bool

	terms map[string]*term
	pairs map[string]*term
}

// term is a word, or a pair of words, that reviews name.
type term struct {
	key      string
	head     string // the last word of a pair
	reviews  int
	asThing  int            // reviews in which a word stands before it that stands before things
	asFirst  int            // reviews in which it stands before another thing only, as in "water heater"
	capital  int            // reviews in which it is written in capitals, as in "DUI"
	spelling map[string]int // as reviews write it; nil for a pair
	chosen   int            // scratch: 1 + the number of its topic
}

// Names are what one review names.
type Names struct{ uses []use }

type use struct {
	term                      *term
	asThing, asFirst, capital bool
	written                   string
}

// NewIndex returns an index without reviews. The words of the names, such as
// those of the business and its people, are no topics.
func NewIndex(names ...string) *Index {
	x := &Index{before: before(), generic: generic(), empty: empty(), terms: map[string]*term{}, pairs: map[string]*term{}}
	for _, name := range names {
		for _, w := range split(name) {
			x.empty[w.folded], x.empty[singular(w.folded)] = true, true
		}
	}
	return x
}

// Add counts what the text of a review names.
func (x *Index) Add(text string) Names {
	all := split(text)
	loud := shouted(all)
	var out Names
	for i, w := range all {
		if !x.content(w.folded) {
			continue
		}
		follows := i > 0 && w.joined
		asThing := follows && (x.before[all[i-1].folded] || x.content(all[i-1].folded) && i > 1 && all[i-1].joined && x.before[all[i-2].folded])
		asFirst := i+1 < len(all) && all[i+1].joined && (x.content(all[i+1].folded) || x.generic[all[i+1].folded])
		out.note(use{x.term(x.terms, singular(w.folded), ""), asThing, asFirst, w.capital && !loud, w.folded})
		if follows && x.content(all[i-1].folded) {
			key := all[i-1].folded + " " + singular(w.folded)
			out.note(use{term: x.term(x.pairs, key, singular(w.folded))})
		}
	}
	for _, u := range out.uses {
		u.count(1)
	}
	return out
}

// Remove takes a review out again, by what Add returned.
func (x *Index) Remove(n Names) {
	for _, u := range n.uses {
		u.count(-1)
		if u.term.reviews == 0 {
			delete(x.terms, u.term.key)
			delete(x.pairs, u.term.key)
		}
	}
}

func (x *Index) content(w string) bool {
	if len(w) < 3 || strings.HasSuffix(w, "ly") || len(w) > 4 && strings.HasSuffix(w, "ed") && !strings.HasSuffix(w, "eed") {
		return false
	}
	for _, none := range []map[string]bool{x.before, x.generic, x.empty} {
		if none[w] || none[singular(w)] {
			return false
		}
	}
	return true
}

func (x *Index) term(in map[string]*term, key, head string) *term {
	t := in[key]
	if t == nil {
		t = &term{key: key, head: head}
		if head == "" {
			t.spelling = map[string]int{}
		}
		in[key] = t
	}
	return t
}

// note keeps a use of a term, once per review.
func (n *Names) note(u use) {
	i := slices.IndexFunc(n.uses, func(known use) bool { return known.term == u.term })
	if i < 0 {
		n.uses = append(n.uses, u)
		return
	}
	n.uses[i].asThing = n.uses[i].asThing || u.asThing
	n.uses[i].asFirst = n.uses[i].asFirst && u.asFirst
}

func (u use) count(by int) {
	u.term.reviews += by
	if u.asThing {
		u.term.asThing += by
	}
	if u.asFirst {
		u.term.asFirst += by
	}
	if u.capital {
		u.term.capital += by
	}
	if u.term.spelling == nil {
		return
	}
	if u.term.spelling[u.written] += by; u.term.spelling[u.written] == 0 {
		delete(u.term.spelling, u.written)
	}
}

// Topic is something that reviews have in common. ID is made of the words of
// the label.
type Topic struct {
	ID, Label string
	Keywords  []string // what reviews write, most frequent first
}

const (
	maxTopics   = 20
	maxKeywords = 5
	minReviews  = 3 // that name a topic
)

// Topics returns what most reviews name, most frequent first, and marks the
// names of each review for Of.
func (x *Index) Topics() []Topic {
	var heads []*term
	for _, t := range x.terms {
		t.chosen = 0
		if t.isThing() {
			heads = append(heads, t)
		}
	}
	slices.SortFunc(heads, moreOften)
	heads = heads[:min(len(heads), maxTopics)]
	for i, t := range heads {
		t.chosen = i + 1
	}
	pairs := x.pairsOf(heads)
	out := make([]Topic, len(heads))
	for i, t := range heads {
		out[i] = newTopic(t, pairs[t.key])
	}
	return out
}

// isThing reports whether a word is the name of a thing in enough reviews, and
// not mostly the beginning of another name.
func (t *term) isThing() bool {
	return t.reviews >= minReviews && 3*t.asThing >= t.reviews && 2*t.asFirst <= t.reviews
}

// pairsOf returns the pairs that end in one of the words, by that word.
func (x *Index) pairsOf(heads []*term) map[string][]*term {
	out := map[string][]*term{}
	for _, t := range heads {
		out[t.key] = nil
	}
	for _, p := range x.pairs {
		if list, ok := out[p.head]; ok && p.reviews > 1 {
			out[p.head] = append(list, p)
		}
	}
	return out
}

// Of returns the numbers of the topics that a review names, in ascending order.
// It speaks of the topics that the last call of Topics returned.
func (n Names) Of() []int {
	var out []int
	for _, u := range n.uses {
		if u.term.chosen > 0 {
			out = append(out, u.term.chosen-1)
		}
	}
	slices.Sort(out)
	return out
}

func moreOften(a, b *term) int {
	return cmp.Or(cmp.Compare(b.reviews, a.reviews), cmp.Compare(a.key, b.key))
}

// newTopic makes the topic of a word. When most reviews that have the word have
// one word before it, it is called by both.
func newTopic(t *term, pairs []*term) Topic {
	slices.SortFunc(pairs, moreOften)
	name := t
	if len(pairs) > 0 && 5*pairs[0].reviews >= 3*t.reviews {
		name = pairs[0]
	}
	out := Topic{Label: capital(name.written())}
	if 2*name.capital > name.reviews {
		out.Label = strings.ToUpper(name.key)
	}
	out.ID = idOf(name.key)
	out.Keywords = []string{t.written()}
	for _, p := range pairs[:min(len(pairs), maxKeywords-1)] {
		out.Keywords = append(out.Keywords, p.written())
	}
	return out
}

// idOf makes an id of a word or a pair: "water heater" and "water-heater" have
// different ones.
func idOf(key string) string {
	return strings.ReplaceAll(strings.ReplaceAll(key, "-", "--"), " ", "-")
}

func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// written returns the most frequent spelling.
func (t *term) written() string {
	if t.spelling == nil {
		return t.key
	}
	best := ""
	for s, n := range t.spelling {
		if best == "" || cmp.Or(cmp.Compare(n, t.spelling[best]), cmp.Compare(best, s)) > 0 {
			best = s
		}
	}
	return best
}
