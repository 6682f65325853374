package roster

import "strings"

// phrases maps sequences of words to what they stand for, by their first word.
type phrases map[string][]phrase

type phrase struct {
	words  []string // folded
	target string
}

// add lets text stand for target, unless it already stands for something.
func (p phrases) add(text, target string) {
	words := folded(text)
	if len(words) == 0 || p.exact(words) != "" {
		return
	}
	p[words[0]] = append(p[words[0]], phrase{words, target})
}

// has reports whether text stands for something.
func (p phrases) has(text string) bool { return p.exact(folded(text)) != "" }

// canonical replaces every name that stands for something by what it stands
// for, and keeps the others.
func (p phrases) canonical(names []string) []string {
	out := make([]string, 0, len(names))
	for _, name := range names {
		if target := p.exact(folded(name)); target != "" {
			name = target
		}
		out = append(out, name)
	}
	return out
}

func (p phrases) exact(words []string) string {
	if len(words) == 0 {
		return ""
	}
	for _, candidate := range p[words[0]] {
		if strings.Join(candidate.words, " ") == strings.Join(words, " ") {
			return candidate.target
		}
	}
	return ""
}

// match returns what the longest phrase at the start of text stands for and
// how many words it has; 0 when there is none. The first word may be in the plural.
func (p phrases) match(text []word) (target string, n int) {
	first := text[0].folded
	target, n = longest(p[first], text)
	if singular, plural := strings.CutSuffix(first, "s"); plural {
		if other, m := longest(p[singular], text); m > n {
			return other, m
		}
	}
	return target, n
}

// longest returns the longest of some phrases that text begins with.
func longest(of []phrase, text []word) (target string, n int) {
	for _, candidate := range of {
		if len(candidate.words) > n && startsWith(text, candidate.words) {
			target, n = candidate.target, len(candidate.words)
		}
	}
	return target, n
}

// startsWith reports whether text begins with words, the last of which may be
// in the plural.
func startsWith(text []word, words []string) bool {
	if len(text) < len(words) {
		return false
	}
	for i, w := range words {
		same := text[i].folded == w
		plural := i == len(words)-1 && text[i].folded == w+"s"
		if !same && !plural {
			return false
		}
	}
	return true
}

func folded(text string) []string {
	words := split(text)
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = w.folded
	}
	return out
}

// find returns the longest phrases in a text, from left to right.
func (p phrases) find(words []word) []Found {
	if len(p) == 0 {
		return nil
	}
	var out []Found
	for at := 0; at < len(words); {
		target, n := p.match(words[at:])
		if n > 0 {
			out = append(out, Found{target, words[at].start, words[at+n-1].end})
		}
		at += max(n, 1)
	}
	return out
}
