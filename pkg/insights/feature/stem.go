package feature

import (
	"strings"
	"sync"
	"sync/atomic"

	"github.com/kljensen/snowball/english"
)

// stemmer finds the stems of words and remembers them: to find one takes longer
// than all else that is looked up of a word. It is safe for concurrent use.
type stemmer struct {
	known sync.Map // strings by string
	held  atomic.Int32
}

// rememberedStems is how many stems are remembered, or one more for each that is
// found at the same time: those of the words that are met first.
const rememberedStems = 1 << 14

// digits stands for every number.
const digits = "#"

// maxWord bounds what is looked at of a word.
const maxWord = 30

// stem returns the stem of a folded word.
func (s *stemmer) stem(folded string) string {
	switch {
	case folded[0] >= '0' && folded[0] <= '9':
		return digits
	case len(folded) > maxWord:
		return folded[:maxWord]
	case folded[0] >= 0x80:
		return folded
	default:
		return s.english(folded)
	}
}

func (s *stemmer) english(folded string) string {
	if known, ok := s.known.Load(folded); ok {
		return known.(string) //nolint:forcetypeassert // nothing else is stored
	}
	out := strings.Clone(english.Stem(folded, true)) // and not a part of the review
	if s.held.Load() < rememberedStems {
		if _, known := s.known.LoadOrStore(strings.Clone(folded), out); !known {
			s.held.Add(1)
		}
	}
	return out
}
