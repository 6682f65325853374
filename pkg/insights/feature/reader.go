// Package feature turns a review into what the models see: its clauses, the
// phrases of the taxonomy in them, and numbered features of each clause.
package feature

import (
	"fmt"
	"slices"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/insights/embedding"
	"github.com/reviewdata/reviewdata/pkg/insights/lexicon"
	"github.com/reviewdata/reviewdata/pkg/insights/network"
	"github.com/reviewdata/reviewdata/pkg/insights/phrase"
	"github.com/reviewdata/reviewdata/pkg/insights/taxonomy"
	"github.com/reviewdata/reviewdata/pkg/insights/token"
)

// Kind says what a seed of the taxonomy tells about its subject.
type Kind int

// A seed shows that a subject is spoken about, praises it, or blames it.
const (
	About Kind = iota
	Praise
	Blame
	kinds
)

// Hit is a seed in a text. A praise under a negation is a blame, and the other
// way round.
type Hit struct {
	Subject int // aspects of the taxonomy first, then its problems, the whole, and what decides
	Kind    Kind
	token.Span
}

// Reading is a text with what the word lists know of it.
type Reading struct {
	*token.Text
	Entries []lexicon.Entry // of each token
	Words   []network.Word  // each token, as a network sees it
	stems   []string        // of each token that is a word
	negated []bool          // of each token, within its clause
	Hits    []Hit           // in the order of their beginnings
	clauses []clause
}

// clause is what is known of one clause of a text.
type clause struct {
	hits    []Hit
	opinion Opinion
	ignored bool
	said    list
}

// Reader reads texts with one taxonomy. It is safe for concurrent use.
type Reader struct {
	lexicon  *lexicon.Lexicon
	vectors  *embedding.Table
	phrases  phrase.Set
	subjects []string // ids
	orders   phrase.Set
	stems    stemmer
}

// NewReader prepares to read texts.
func NewReader(l *lexicon.Lexicon, v *embedding.Table, t *taxonomy.Taxonomy) (*Reader, error) {
	r := &Reader{lexicon: l, vectors: v}
	for _, list := range [][]taxonomy.Subject{t.Aspects, t.Problems, {t.Overall, t.Decisive}} {
		for _, s := range list {
			if err := r.add(s); err != nil {
				return nil, err
			}
		}
	}
	for _, text := range t.Instructions {
		if err := r.orders.Add(text, 0, l); err != nil {
			return nil, fmt.Errorf("instructions: %w", err)
		}
	}
	return r, nil
}

func (r *Reader) add(s taxonomy.Subject) error {
	at := len(r.subjects) * int(kinds)
	r.subjects = append(r.subjects, s.ID)
	for kind, seeds := range [][]string{About: s.Seeds, Praise: s.PositiveSeeds, Blame: s.NegativeSeeds} {
		for _, seed := range seeds {
			if err := r.phrases.Add(seed, at+kind, r.lexicon); err != nil {
				return fmt.Errorf("seeds of %s: %w", s.ID, err)
			}
		}
	}
	return nil
}

// Read reads a text.
func (r *Reader) Read(text string) *Reading {
	parsed := token.Parse(text)
	out := &Reading{
		Text:    parsed,
		Entries: make([]lexicon.Entry, len(parsed.Tokens)),
		Words:   make([]network.Word, len(parsed.Tokens)),
		stems:   make([]string, len(parsed.Tokens)),
		negated: make([]bool, len(parsed.Tokens)),
		clauses: make([]clause, len(parsed.Clauses)),
	}
	for i, t := range parsed.Tokens {
		if t.Word {
			out.Entries[i] = r.lexicon.Lookup(t.Folded)
			out.stems[i] = r.stems.stem(t.Folded)
		}
		e := out.Entries[i]
		out.Words[i] = network.Word{Word: r.vectors.Lookup(t.Folded), General: e.General, Opinion: e.Opinion}
	}
	for _, s := range parsed.Sentences {
		words, places := out.words(s)
		if r.instructs(out.Text, s, words) {
			out.ignore(s)
			continue
		}
		out.Hits = append(out.Hits, r.hits(out, s, words, places)...)
	}
	out.share()
	for i, span := range out.Clauses {
		out.clauses[i].said = r.said(out, span)
	}
	return out
}

// words returns the words of a sentence and which tokens they are.
func (r *Reading) words(s token.Span) (words []phrase.Word, places []int) {
	words, places = make([]phrase.Word, 0, s.Len()), make([]int, 0, s.Len())
	for i := s.First; i < s.Last; i++ {
		if t := r.Tokens[i]; t.Word {
			words = append(words, phrase.Word{Folded: t.Folded, Concepts: r.Entries[i].Concepts, Negates: token.Negates(t.Folded)})
			places = append(places, i)
		}
	}
	return words, places
}

// instructs reports whether a sentence speaks to the machine that reads it, by
// its words or by being made of markup. A review is no place for orders: such
// a sentence says nothing about the business.
func (r *Reader) instructs(t *token.Text, s token.Span, words []phrase.Word) bool {
	source := t.Source[t.Tokens[s.First].Start:t.Tokens[s.Last-1].End]
	for _, mark := range []string{"\":", "{\"", "</", "<|", "```", "SYSTEM:", "System:", "ASSISTANT:", "[INST"} {
		if strings.Contains(source, mark) {
			return true
		}
	}
	return len(r.orders.Find(words)) > 0
}

// ignore leaves the clauses of a sentence out of what is judged.
func (r *Reading) ignore(s token.Span) {
	for i, c := range r.Clauses {
		if c.First >= s.First && c.Last <= s.Last {
			r.clauses[i].ignored = true
		}
	}
}

// Ignored reports whether a clause is not to be judged.
func (r *Reading) Ignored(clause int) bool { return r.clauses[clause].ignored }

// hits finds the seeds in a sentence.
func (r *Reader) hits(in *Reading, s token.Span, words []phrase.Word, places []int) []Hit {
	var out []Hit
	for _, found := range r.phrases.Find(words) {
		h := Hit{
			Subject: found.Phrase / int(kinds),
			Kind:    Kind(found.Phrase % int(kinds)),
			Span:    token.Span{First: places[found.First], Last: places[found.Last-1] + 1},
		}
		if h.Kind != About && in.Negated(h.First, s) {
			h.Kind = Praise + Blame - h.Kind
		}
		out = append(out, h)
	}
	return out
}

// share gives the clauses what was found in them. A seed belongs to the clause
// that it ends in.
func (r *Reading) share() {
	for i, span := range r.Clauses {
		c := &r.clauses[i]
		c.ignored = c.ignored || len(r.stemsOf(span)) == 0
		denies := r.denies(span) || r.Refuted(span)
		for at := span.First; at < span.Last; at++ {
			r.negated[at] = denies && r.Tokens[at].Word && r.Negated(at, span)
			r.Words[at].Turned = r.negated[at]
		}
		for _, h := range r.Hits {
			if span.First < h.Last && h.Last <= span.Last {
				c.hits = append(c.hits, h)
			}
		}
		c.opinion = r.opinionOf(span)
	}
}

// denies reports whether there may be a negation in a span, which spares most clauses a
// closer look.
func (r *Reading) denies(s token.Span) bool {
	return slices.ContainsFunc(r.Tokens[s.First:s.Last], func(t token.Token) bool { return token.Turns(t.Folded) })
}

// HitsIn returns the seeds in a clause.
func (r *Reading) HitsIn(clause int) []Hit { return r.clauses[clause].hits }

// OpinionIn returns the opinions of the words of a clause.
func (r *Reading) OpinionIn(clause int) Opinion { return r.clauses[clause].opinion }

// Speaks reports whether a seed of a subject stands in a clause.
func (r *Reader) Speaks(in *Reading, clause int, subject string) bool {
	for _, h := range in.HitsIn(clause) {
		if r.subjects[h.Subject] == subject {
			return true
		}
	}
	return false
}
