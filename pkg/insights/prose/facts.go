package prose

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// note keeps a fact and returns it as it stands in the text.
func (p *passage) note(id, text string) string {
	p.writer.facts[id] = text
	if !slices.Contains(p.facts, id) {
		p.facts = append(p.facts, id)
	}
	return text
}

// number notes a count.
func (p *passage) number(id string, n int) string { return p.note(id, strconv.Itoa(n)) }

// reviewsOf notes a count of reviews: "1 review", "2 reviews".
func (p *passage) reviewsOf(id string, n int) string {
	return p.number(id, n) + plural(n, " review", " reviews")
}

// date notes a date, as in "3 March 2026".
func (p *passage) date(id string, d review.Date) string {
	return p.note(id, d.Time().Format("2 January 2006"))
}

// name notes what something is called.
func (p *passage) name(id, name string) string { return p.note(id, name) }

// label notes what something is called, for the middle of a sentence: "Quality
// of work" is written "quality of work" there, but "AC repair" stays.
func (p *passage) label(id, label string) string { return p.note(id, small(label)) }

func small(label string) string {
	first, n := utf8.DecodeRuneInString(label)
	second, _ := utf8.DecodeRuneInString(label[n:])
	if unicode.IsLower(second) {
		return string(unicode.ToLower(first)) + label[n:]
	}
	return label
}

// quote notes the words of a customer.
func (p *passage) quote(e review.Evidence) string {
	id := "reviews." + string(e.ReviewID) + ".text." + strconv.Itoa(e.Start) + "-" + strconv.Itoa(e.End)
	p.cite(e.ReviewID)
	return "“" + p.note(id, oneLine(e.Quote)) + "”"
}

// oneLine writes a quote on one line.
func oneLine(quote string) string { return strings.ReplaceAll(quote, "\n", " ") }

// cite adds a review that the passage rests on.
func (p *passage) cite(ids ...review.ID) {
	for _, id := range ids {
		if !slices.Contains(p.reviews, id) {
			p.reviews = append(p.reviews, id)
		}
	}
}

// sheet returns all facts noted, by id.
func (w *writer) sheet() []review.Fact {
	out := make([]review.Fact, 0, len(w.facts))
	for _, id := range slices.SortedFunc(maps.Keys(w.facts), cmp.Compare[string]) {
		out = append(out, review.Fact{ID: id, Text: w.facts[id]})
	}
	return out
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// list joins parts as in "a, b and c".
func list(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}
