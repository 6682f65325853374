package names_test

import (
	"testing"

	"github.com/reviewdata/reviewdata/services/reviewctl/internal/names"
)

func TestInitials(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"":                     "",
		"Jane Doe":             "Jane D.",
		"Jane":                 "Jane",
		"Jane D.":              "Jane D.",
		"Jane D":               "Jane D.",
		"  Jane  van der Berg": "Jane B.",
		"Mary-Ann O'Neil":      "Mary-Ann O.",
		"Jane (Doe)":           "Jane D.",
		"Jane !":               "Jane .",
		"Ana A\u0301lvarez":    "Ana A\u0301.",
		"jane.doe@example.com": "jane d.",
		"jane@example.com":     "jane",
		"@example":             "Anonymous",
		"山田太郎":                 "山.",
		"山":                    "山",
		"山田 太郎":                "山田 太.",
		"Anonymous":            "Anonymous",
		"A Google user":        "A Google user",
	} {
		if got := names.Initials(name); got != want {
			t.Errorf("Initials(%q) = %q, want %q", name, got, want)
		}
	}
}

// FuzzInitials checks that a name is shortened once and for all.
func FuzzInitials(f *testing.F) {
	for _, seed := range []string{"Jane Doe", "jane.doe@example.com", "山田太郎", " ", "A Google user"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		once := names.Initials(name)
		if twice := names.Initials(once); twice != once {
			t.Errorf("Initials(%q) = %q, of which it makes %q", name, once, twice)
		}
		if (name == "") != (once == "") {
			t.Errorf("Initials(%q) = %q", name, once)
		}
	})
}
