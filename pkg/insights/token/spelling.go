package token

import (
	_ "embed"
	"strings"
	"sync"
)

// spellings has a word on each line, and behind it how customers misspell it. None of
// these is a word itself, except such as nobody means in a review.
//
//go:embed spellings.txt
var spellings string

var misspelt = sync.OnceValue(func() map[string]string { //nolint:gochecknoglobals // read once, never changed
	out := map[string]string{}
	for line := range strings.Lines(spellings) {
		word, wrong, _ := strings.Cut(strings.TrimSpace(line), " ")
		for w := range strings.FieldsSeq(wrong) {
			out[w] = word
		}
	}
	return out
})

// Spelt returns a folded word as it is spelt, where its misspelling is a common one.
func Spelt(folded string) string {
	if right, wrong := misspelt()[folded]; wrong {
		return right
	}
	return folded
}
