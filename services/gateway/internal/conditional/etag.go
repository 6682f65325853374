package conditional

import (
	"strings"

	"github.com/reviewdata/reviewdata/services/gateway/internal/coding"
)

// matchNone evaluates If-None-Match (RFC 9110 §13.1.2): it is a list of entity
// tags, which are compared weakly, or "*", which matches anything.
func matchNone(lines []string, tag string, accepted coding.Accepted, chosen coding.Coding) (coding.Coding, bool) {
	if len(lines) == 1 && trim(lines[0]) == "*" {
		return chosen, true
	}
	found, matched := coding.Identity, false
	for _, line := range lines {
		for opaque, rest, ok := nextTag(line); ok; opaque, rest, ok = nextTag(rest) {
			c, same := codingOf(opaque, tag)
			if !same || accepted[c] == 0 {
				continue
			}
			if c == chosen {
				return c, true
			}
			found, matched = c, true
		}
	}
	return found, matched
}

// codingOf reports whether opaque, an entity tag without its quotes, is one of
// the content named tag, and of which coding.
func codingOf(opaque, tag string) (coding.Coding, bool) {
	suffix, ok := strings.CutPrefix(opaque, tag)
	if !ok {
		return coding.Identity, false
	}
	if suffix == "" {
		return coding.Identity, true
	}
	for c := coding.Gzip; c < coding.Count; c++ {
		if suffix[0] == '-' && suffix[1:] == c.String() {
			return c, true
		}
	}
	return coding.Identity, false
}

// nextTag takes the first entity tag (RFC 9110 §8.8.3) off a list and returns
// what stands between its quotes. A weak one is taken like a strong one. What
// follows a malformed one is lost: nobody knows where the next begins.
func nextTag(list string) (opaque, rest string, ok bool) {
	list = strings.TrimLeft(list, " \t,")
	list = strings.TrimPrefix(list, "W/")
	if !strings.HasPrefix(list, `"`) {
		return "", "", false
	}
	opaque, rest, ok = strings.Cut(list[1:], `"`)
	if !ok || strings.ContainsFunc(opaque, isNoTagCharacter) {
		return "", "", false
	}
	rest = strings.TrimLeft(rest, " \t")
	return opaque, rest, rest == "" || rest[0] == ','
}

// isNoTagCharacter reports whether r cannot stand in an entity tag. The quote
// cannot either, but ends it.
func isNoTagCharacter(r rune) bool { return r <= 0x20 || r == 0x7f }

// trim removes the optional white space of HTTP (RFC 9110 §5.6.3).
func trim(s string) string { return strings.Trim(s, " \t") }
