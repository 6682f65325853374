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
