package people

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reviewdata/reviewdata/pkg/insights/token"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// bare returns a word in lower case, without a possessive ending.
func (s *search) bare(i int) string {
	folded := s.Tokens[i].Folded
	if name, ok := strings.CutSuffix(folded, "'s"); ok {
		return name
	}
	return strings.TrimSuffix(folded, "'")
}

// person names a span as it stands in the text, titles and all, without a
// possessive ending.
func (s *search) person(span token.Span) Person {
	span = s.untitled(span)
	name, _, _ := s.Slice(span)
	for _, ending := range []string{"'s", "’s", "'", "’"} {
		name = strings.TrimSuffix(name, ending)
	}
	return Person{Name: tidy(name), Span: span}
}

// tidy writes a name as careful writers do: "Dr. Hoffman" for "Dr.hoffman" and "Doctor
// Hoffman", "Seth" for "seth" and "SETH". A sentence that follows without a space is cut off.
func tidy(name string) string {
	words := strings.Fields(name)
	if title, rest, glued := strings.Cut(words[0], "."); glued && rest != "" && among(titles, review.Fold(title)) {
		words = append([]string{title + ".", capitalised(rest)}, words[1:]...)
	}
	words[0] = cmp.Or(abbreviated(words[0]), capitalised(words[0]))
	for i, word := range words {
		if head, tail, glued := strings.Cut(word, "."); glued && tail != "" {
			words[i] = head
		}
		if len(word) > 2 && strings.ToUpper(word) == word && !among(degrees, review.Fold(word)) {
			words[i] = capitalised(review.Fold(words[i]))
		}
	}
	return strings.Join(words, " ")
}

// abbreviated is the usual form of a title that customers write in several; empty for
// other words.
func abbreviated(title string) string {
	switch review.Fold(strings.TrimSuffix(title, ".")) {
	case "dr", "doctor":
		return "Dr."
	case "mr":
		return "Mr."
	case "mrs":
		return "Mrs."
	case "ms":
		return "Ms."
	}
	return ""
}

func capitalised(word string) string {
	first, n := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(first)) + word[n:]
}

// untitled leaves out a title before a first name: "Mr. Casey" is called so,
// "Mr. Andrew Casey" is Andrew Casey. Doctors keep theirs.
func (s *search) untitled(span token.Span) token.Span {
	title := s.Tokens[span.First].Folded
	if !among(titles, title) || among(learned, title) {
		return span
	}
	name := span.First + 1
	if s.Tokens[name].Text == "." {
		name++
	}
	for i := name + 1; i < span.Last; i++ {
		if s.Tokens[i].Upper && s.Tokens[i].Start > s.Tokens[i-1].End && !among(particles, s.Tokens[i-1].Folded) {
			span.First = name
		}
	}
	return span
}

// merge keeps each person once, by the fullest name, and drops the author.
func merge(found []Person, author string) []Person {
	var out []Person
	for _, p := range found {
		at := -1
		for i, known := range out {
			if same(known.Name, p.Name) {
				at = i
			}
		}
		switch {
		case author != "" && same(author, p.Name) && len(found) > 1:
		case at < 0:
			out = append(out, p)
		case len(p.Name) > len(out[at].Name):
			out[at].Name = p.Name
		}
	}
	return out
}

// same reports whether one name is the beginning or the end of the other, or
// what somebody with the other is called for short.
func same(a, b string) bool {
	a, b = withoutTitle(review.Fold(a)), withoutTitle(review.Fold(b))
	if len(a) > len(b) {
		a, b = b, a
	}
	return a == b || len(a) == 1 && strings.HasPrefix(b, a) || strings.HasPrefix(b, a+" ") || strings.HasSuffix(b, " "+a) ||
		short(a, b)
}

// short reports whether one of two first names is short for the other, "Ken"
// for "Kenneth" and not "Andy" for "Drew".
func short(a, b string) bool {
	return len(a) > 1 && strings.HasPrefix(b, a[:2]) && slices.Contains(calledLike()[a], b)
}

func withoutTitle(name string) string {
	first, rest, several := strings.Cut(name, " ")
	if several && among(titles, strings.TrimSuffix(first, ".")) {
		return rest
	}
	return name
}
