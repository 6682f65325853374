package people

import (
	"strings"

	"github.com/reviewdata/reviewdata/pkg/insights/token"
)

// titled returns a title with the capitalised name after it, such as
// "Dr. Patel". Some write them without a space.
func (s *search) titled(i int, sentence token.Span) token.Span {
	t := s.Tokens[i]
	if s.glued(t) {
		return s.extend(token.Span{First: i, Last: i + 1}, sentence)
	}
	if !among(titles, t.Folded) || !t.Upper && t.Folded == "miss" {
		return token.Span{}
	}
	at := i + 1
	if at < sentence.Last && s.Tokens[at].Text == "." {
		at++
	}
	if !s.upper(at, sentence) || s.Tokens[at].Text == "A" || !t.Upper && !s.unusual(at) ||
		among(pronouns+calendar, s.Tokens[at].Folded) || among(sayings, t.Folded+"_"+s.bare(at)) {
		return token.Span{}
	}
	return s.extend(token.Span{First: i, Last: at + 1}, sentence)
}

// glued reports whether a token is a short title with a name, "Dr.Gavin".
func (s *search) glued(t token.Token) bool {
	title, name, _ := strings.Cut(t.Folded, ".")
	return len(name) > 1 && among(" dr mr mrs ms ", title) && !among(pronouns, name) && (s.first[name] || !s.words[name])
}

// unusual reports whether the word at i is no word of English.
func (s *search) unusual(i int) bool {
	return !s.words[s.bare(i)] && !among(commonWords, s.bare(i))
}

// extend adds the surname, when a capitalised word that can be one follows.
func (s *search) extend(span, sentence token.Span) token.Span {
	for span.Last < sentence.Last && span.Len() < 6 {
		if s.hyphenated(span.Last, sentence) {
			span.Last += 2
			continue
		}
		if n := s.particles(span.Last, sentence); n > 0 {
			span.Last += n + 1
			continue
		}
		last, next := s.Tokens[span.Last-1], s.Tokens[span.Last]
		if strings.HasSuffix(last.Folded, "'s") || !next.Word || !next.Upper || len(s.bare(span.Last)) < 2 ||
			next.Start != last.End+1 || among(notSurnames, s.bare(span.Last)) || s.firm[s.bare(span.Last)] {
			return span
		}
		span.Last++
	}
	return span
}

// particles returns how many words such as "van der" stand at i before a
// surname.
func (s *search) particles(i int, sentence token.Span) int {
	n := 0
	for i+n < sentence.Last && !s.Tokens[i+n].Upper && among(particles, s.Tokens[i+n].Folded) {
		n++
	}
	if n > 0 && s.upper(i+n, sentence) {
		return n
	}
	return 0
}

// hyphenated reports whether a hyphen and the other half of a name stand at i.
func (s *search) hyphenated(i int, sentence token.Span) bool {
	return i+1 < sentence.Last && s.Tokens[i].Text == "-" && s.Tokens[i].Start == s.Tokens[i-1].End &&
		s.Tokens[i+1].Upper && s.Tokens[i+1].Start == s.Tokens[i].End
}
