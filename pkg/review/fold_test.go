package review_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/reviewdata/reviewdata/pkg/review"
)

func TestFold(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"":                 "",
		"already folded 1": "already folded 1",
		"AC Repair":        "ac repair",
		"ΣΊΣΥΦΟΣ":          review.Fold("σίσυφος"),
		"ŻÓŁĆ":             review.Fold("żółć"),
		"\u212Aelvin":      "kelvin", // KELVIN SIGN
		"ſtar":             "star",   // LONG S
		"日本 😀":             "日本 😀",
	} {
		if got := review.Fold(s); got != want {
			t.Errorf("Fold(%q) = %q, want %q", s, got, want)
		}
	}
	for _, pair := range [][2]string{{"ß", "ss"}, {"İ", "i"}, {"ı", "i"}, {"é", "e"}, {"ﬁ", "fi"}} {
		if review.Fold(pair[0]) == review.Fold(pair[1]) {
			t.Errorf("%q and %q differ in more than case", pair[0], pair[1])
		}
	}
}

// TestFoldAgreesWithEqualFold: strings.EqualFold is simple case folding too.
func TestFoldAgreesWithEqualFold(t *testing.T) {
	t.Parallel()
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		folded := review.Fold(string(r))
		if !strings.EqualFold(folded, string(r)) {
			t.Errorf("%U is folded to %q, which is another letter", r, folded)
		}
		if again := review.Fold(folded); again != folded {
			t.Errorf("%U is folded to %q and then to %q", r, folded, again)
		}
		if other := unicode.SimpleFold(r); review.Fold(string(other)) != folded {
			t.Errorf("%U and %U differ in case only, but are folded to %q and %q", r, other, folded, review.Fold(string(other)))
		}
	}
}

func FuzzFold(f *testing.F) {
	f.Add("Straße", "STRASSE")
	f.Add("\xffK", "\xffk")
	f.Fuzz(func(t *testing.T, a, b string) {
		// Fold mends invalid UTF-8, which EqualFold compares as it is.
		if !utf8.ValidString(a) || !utf8.ValidString(b) {
			return
		}
		if got, want := review.Fold(a) == review.Fold(b), strings.EqualFold(a, b); got != want {
			t.Errorf("%q and %q: folded alike is %t, want %t", a, b, got, want)
		}
	})
}
