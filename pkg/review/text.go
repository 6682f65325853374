package review

import (
	"strings"
	"unicode/utf8"
)

// CleanText prepares customer text for a record: line ends become "\n" and the
// space around it goes. What the customer wrote stays as it is. The separators
// of Unicode are line ends too: keyboards of phones produce them.
func CleanText(s string) string {
	lines := strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n")
	return strings.TrimSpace(lines.Replace(s))
}

// forbidden reports whether r must not occur in published text: control
// characters, and the bidirectional embeddings, overrides and isolates that
// make text read differently from what it says (Unicode Standard Annex #9
// §2.1–2.5). The implicit marks LRM, RLM and ALM stay, right-to-left
// languages need them.
func forbidden(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case r < 0x20, 0x7f <= r && r <= 0x9f:
		return true
	case r == 0x2028, r == 0x2029, 0x202a <= r && r <= 0x202e, 0x2066 <= r && r <= 0x2069:
		return true
	default:
		return r == 0xfffe || r == 0xffff
	}
}

// checkText adds the problems that s has as a text of at most limit code
// points.
func (is *Issues) checkText(path, s string, limit int) {
	if !utf8.ValidString(s) {
		is.add(path, CodeInvalidUTF8, s, "%s must be valid UTF-8", path)
		return
	}
	if n := utf8.RuneCountInString(s); n > limit {
		is.add(path, CodeTooLong, s, "%s must have at most %d characters, it has %d", path, limit, n)
	}
	if i := strings.IndexFunc(s, forbidden); i >= 0 {
		r, _ := utf8.DecodeRuneInString(s[i:])
		is.add(path, CodeInvalidCharacter, s, "%s must not contain the control character %U", path, r)
	}
}

// checkLine is checkText for a text of one line.
func (is *Issues) checkLine(path, s string, limit int) {
	is.checkText(path, s, limit)
	if strings.ContainsAny(s, "\n\t") {
		is.add(path, CodeInvalidCharacter, s, "%s must be a single line without tabs", path)
	}
}

// required reports whether s is not empty, and adds a problem if it is.
func (is *Issues) required(path, s string) bool {
	if s == "" {
		is.add(path, CodeMissing, "", "%s is required", path)
	}
	return s != ""
}
