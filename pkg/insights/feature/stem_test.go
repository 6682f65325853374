package feature

import (
	"strconv"
	"strings"
	"sync"
	"testing"
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

// A stemmer remembers no more words than it may, whoever asks at once, and stems
// the others none the worse.
func TestStemmerRemembersSoManyWords(t *testing.T) {
	t.Parallel()
	var s stemmer
	var asking sync.WaitGroup
	const askers, each = 4, rememberedStems / 2
	for asker := range askers {
		asking.Go(func() {
			for i := range each {
				base := "w" + strings.Map(func(r rune) rune { return r - '0' + 'k' }, strconv.Itoa(asker*each+i))
				if got := s.stem(base + "ing"); got != s.stem(base+"ing") || got == "" {
					t.Errorf("stem of %q is %q", base+"ing", got)
				}
			}
		})
	}
	asking.Wait()
	if held := s.held.Load(); held < rememberedStems || held >= rememberedStems+askers {
		t.Errorf("%d stems are remembered, want %d", held, rememberedStems)
	}
}
