package insights

import (
	"slices"
	"testing"
)

// A phrase is as common as the reviews that have it: one review does not make
// it typical, however often it repeats itself.
func TestTopPhrasesCountReviews(t *testing.T) {
	t.Parallel()
	of := func(readings ...*reading) statements {
		var out statements
		for _, r := range readings {
			out.add(r, "a leaking valve")
		}
		return out
	}
	one, other := &reading{}, &reading{}
	for name, test := range map[string]struct {
		said statements
		want bool
	}{
		"one review, three times": {of(one, one, one), false},
		"two reviews":             {of(one, one, other), true},
	} {
		got := topPhrases(map[string]statements{"quality": test.said, "value": of()}, nil)["quality"]
		if slices.Contains(got, "leaking valve") != test.want {
			t.Errorf("%s: phrases %q, want the one: %t", name, got, test.want)
		}
	}
}

// What is left of a sentence when its sense is gone is no phrase.
func TestPhrasesOf(t *testing.T) {
	t.Parallel()
	got := phrasesOf("He said they couldn’t find the leaking valve")
	for phrase, want := range map[string]bool{"leaking valve": true, "said": false, "couldn’t": false, "they couldn’t": false} {
		if slices.Contains(got, phrase) != want {
			t.Errorf("%q among %q: want %t", phrase, got, want)
		}
	}
}
