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
		for given, rest, ok := nextTag(line); ok; given, rest, ok = nextTag(rest) {
			c, same := codingOf(given.opaque, tag)
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

// matchSome evaluates If-Match (RFC 9110 §13.1.1): it is a list of entity tags,
// which are compared strongly, or "*", which matches anything. A tag of any
// coding will do: which one the answer would have may change between two
// requests without the content.
func matchSome(lines []string, tag string) bool {
	if len(lines) == 1 && trim(lines[0]) == "*" {
		return true
	}
	for _, line := range lines {
		for given, rest, ok := nextTag(line); ok; given, rest, ok = nextTag(rest) {
			if _, same := codingOf(given.opaque, tag); same && !given.weak {
				return true
			}
		}
	}
	return false
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

// entityTag is an entity tag of a list (RFC 9110 §8.8.3).
type entityTag struct {
	opaque string // what stands between its quotes
	weak   bool
}

// nextTag takes the first entity tag off a list. What follows a malformed one
// is lost: nobody knows where the next begins.
func nextTag(list string) (tag entityTag, rest string, ok bool) {
	list, tag.weak = strings.CutPrefix(strings.TrimLeft(list, " \t,"), "W/")
	if !strings.HasPrefix(list, `"`) {
		return entityTag{}, "", false
	}
	tag.opaque, rest, ok = strings.Cut(list[1:], `"`)
	if !ok || strings.ContainsFunc(tag.opaque, isNoTagCharacter) {
		return entityTag{}, "", false
	}
	rest = strings.TrimLeft(rest, " \t")
	return tag, rest, rest == "" || rest[0] == ','
}

// isNoTagCharacter reports whether r cannot stand in an entity tag. The quote
// cannot either, but ends it.
func isNoTagCharacter(r rune) bool { return r <= 0x20 || r == 0x7f }

// trim removes the optional white space of HTTP (RFC 9110 §5.6.3).
func trim(s string) string { return strings.Trim(s, " \t") }
