package review_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// TestNewIDNeverChanges: these ids are out there. Another value for any of
// them would give every review of every installation a new identity.
func TestNewIDNeverChanges(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		source, key string
		want        review.ID
	}{
		{"google", "locations/7731/reviews/1d5ec046dc6183273c841734", "1G7S015CXE8PP6FHKJNKHGYFE9"},
		{"trustpilot", "56f06ac40000ff0009482e33", "6HSH2SRH37G539NFHH2TCM4DZ0"},
		{"yelp", "Ünï—✓", "1Z1AWN3SGAGVX3RQ40QJTEJ5M7"},
		{"a", "b", "2SP9RTW6XWP79HTGCJK0BZ9CBF"},
		{"", "", "3E6G5SSZXKFAC9S9A4WTXQG2HC"},
	} {
		got := review.NewID(test.source, test.key)
		if got != test.want {
			t.Errorf("NewID(%q, %q) = %s, want %s", test.source, test.key, got, test.want)
		}
		if again, err := review.ParseID(string(got)); err != nil || again != got {
			t.Errorf("ParseID(%s) = %s, %v", got, again, err)
		}
	}
}

func TestNewIDTellsSourceFromKey(t *testing.T) {
	t.Parallel()
	if review.NewID("ab", "c") == review.NewID("a", "bc") {
		t.Error("the border between source and key does not count")
	}
}

func TestParseID(t *testing.T) {
	t.Parallel()
	const id = "01JC3Y5N8Q4T6V7W8X9Y0Z1A2B"
	for s, want := range map[string]review.ID{
		id:                            id,
		strings.ToLower(id):           id,
		"7ZZZZZZZZZZZZZZZZZZZZZZZZZ":  "7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
		"00000000000000000000000000":  "00000000000000000000000000",
		"8ZZZZZZZZZZZZZZZZZZZZZZZZZ":  "", // more than 128 bits
		"ZZZZZZZZZZZZZZZZZZZZZZZZZZ":  "",
		"":                            "",
		id[1:]:                        "",
		id + "0":                      "",
		"01JC3Y5N8Q4T6V7W8X9Y0Z1A2I":  "", // I, L, O and U are no digits
		"01JC3Y5N8Q4T6V7W8X9Y0Z1A2l":  "",
		"01JC3Y5N8Q4T6V7W8X9Y0Z1A2O":  "",
		"01JC3Y5N8Q4T6V7W8X9Y0Z1A2u":  "",
		"01JC3Y5N8Q4T6V7W8X9Y0Z1A2 ":  "",
		"01JC3Y5N8Q4T6V7W8X9Y0Z1A2\n": "",
		"01JC3Y5N8Q4T6V7W8X9Y0Z1Aſ":   "", // its capital is S
		"01JC3Y5N8Q4T6V7W8X9Y0Z1Aé":   "",
	} {
		got, err := review.ParseID(s)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("ParseID(%q) = %q, %v; want %q", s, got, err, want)
		}
		if err != nil && !errors.Is(err, review.ErrNotAnID) {
			t.Errorf("ParseID(%q): %v, want %v", s, err, review.ErrNotAnID)
		}
	}
}
