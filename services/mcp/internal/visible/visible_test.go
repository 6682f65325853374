package visible

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
)

func TestJSON(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, text, want string }{
		{"ordinary text", "Straße ❤\ufe0f 👩\u200d🔧 שלום", "Straße ❤\ufe0f 👩\u200d🔧 שלום"},
		{"an override", "a\u202eb", `a\u202eb`},
		{"an isolate", "\u2066x\u2069", `\u2066x\u2069`},
		{"marks", "\u200e\u200f\u061c", `\u200e\u200f\u061c`},
		{"tag characters", "x\U000e0041\U000e007f", `x\udb40\udc41\udb40\udc7f`},
		{"variation selectors", "x\ufe00\U000e0100", `x\ufe00\udb40\udd00`},
		{"zero width", "a\u200bb\ufeffc\u2060d\u00ade", `a\u200bb\ufeffc\u2060d\u00ade`},
		{"controls", "a\u0085b\u007f", `a\u0085b\u007f`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := JSON([]byte(test.text)); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// What is written is the same value, without a character that hides.
func FuzzJSON(f *testing.F) {
	f.Add("plain")
	f.Add("a\u202eb\U000e0041\ufeff\u200d")
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(text, "?")
		body, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		shown := JSON(body)
		var got string
		if err := json.Unmarshal([]byte(shown), &got); err != nil || got != text {
			t.Fatalf("%q became %q, error %v", text, got, err)
		}
		for _, r := range shown {
			if unicode.Is(unicode.Bidi_Control, r) || 0xe0000 <= r && r <= 0xe0fff {
				t.Errorf("%q still has %U", shown, r)
			}
		}
	})
}
