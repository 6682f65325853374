package feature

import (
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/kljensen/snowball/english"
)

func TestStem(t *testing.T) {
	t.Parallel()
	var s stemmer
	long := strings.Repeat("a", maxWord)
	for word, want := range map[string]string{
		"walls": "wall", "walked": "walk", "rudely": "rude", "24th": "#", "éclairs": "éclairs", long + "ing": long,
	} {
		for range 2 { // found, and remembered
			if got := s.stem(word); got != want {
				t.Errorf("stem of %q is %q, want %q", word, got, want)
			}
		}
	}
	if held := s.held.Load(); held != 3 {
		t.Errorf("%d stems are remembered, want those of three words", held)
	}
}

// A stemmer remembers so many words, whoever asks at once, and stems the others
// none the worse.
func TestStemmerRemembersSoManyWords(t *testing.T) {
	t.Parallel()
	var s stemmer
	var asking sync.WaitGroup
	const askers, each = 4, rememberedStems / 2
	for asker := range askers {
		asking.Go(func() {
			for i := range each {
				base := "w" + strings.Map(func(r rune) rune { return r - '0' + 'k' }, strconv.Itoa(asker*each+i))
				if got, want := s.stem(base+"ing"), english.Stem(base+"ing", true); got != want {
					t.Errorf("stem of %q is %q, want %q", base+"ing", got, want)
				}
			}
		})
	}
	asking.Wait()
	if held := s.held.Load(); held < rememberedStems || held >= rememberedStems+askers {
		t.Errorf("%d stems are remembered, want %d", held, rememberedStems)
	}
}
