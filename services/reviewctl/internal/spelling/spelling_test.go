package spelling_test

import (
	"testing"

	"github.com/reviewdata/reviewdata/services/reviewctl/internal/spelling"
)

func TestNearest(t *testing.T) {
	t.Parallel()
	known := []string{"author", "rating", "date", "id", "text", "title"}
	for word, want := range map[string]string{
		"ratng":   "rating",
		"Rating":  "rating",
		"raiting": "rating",
		"auhtor":  "author",
		"titel":   "title",
		"dates":   "date",
		"stars":   "",
		"":        "",
		"x":       "",
		"xy":      "", // two letters of two replaced say nothing
		"a very long word that is nothing like them": "",
	} {
		got, ok := spelling.Nearest(word, known)
		if !ok {
			got = ""
		}
		if got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}
