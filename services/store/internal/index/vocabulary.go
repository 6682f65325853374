package index

import (
	"slices"
	"strings"
)

// separator stands between the words of the vocabulary; no word contains it.
const separator = '\n'

// vocabulary knows which reviews contain which words.
type vocabulary struct {
	buffer   string     // all distinct words, each with a separator before and after
	starts   []int      // where each word starts in buffer, ascending
	postings [][]uint32 // by word: the positions of the reviews that contain it, ascending
}

// newVocabulary indexes folded texts by position.
func newVocabulary(texts []string) *vocabulary {
	ids := map[string]uint32{}
	v := &vocabulary{}
	var buffer strings.Builder
	buffer.WriteByte(separator)
	for position, text := range texts {
		for word := range words(text) {
			id, known := ids[word]
			if !known {
				id = uint32(len(v.postings))
				ids[word] = id
				v.starts = append(v.starts, buffer.Len())
				v.postings = append(v.postings, nil)
				buffer.WriteString(word)
				buffer.WriteByte(separator)
			}
			if list := v.postings[id]; len(list) == 0 || list[len(list)-1] != uint32(position) {
				v.postings[id] = append(list, uint32(position))
			}
		}
	}
	v.buffer = buffer.String()
	return v
}

// find returns the positions of the reviews that have every word of the
// pattern where it must be, out of n.
func (v *vocabulary) find(p pattern, n int) bitset {
	var out bitset
	for i, word := range p.words {
		needle := word
		if i > 0 || !p.openStart {
			needle = string(separator) + needle
		}
		if i < len(p.words)-1 || !p.openEnd {
			needle += string(separator)
		}
		found := v.union(needle, n)
		if out == nil {
			out = found
		} else {
			out.and(found)
		}
	}
	return out
}

// union returns the positions of the reviews with a word that needle occurs
// in; separators in needle tie it to the ends of the word.
func (v *vocabulary) union(needle string, n int) bitset {
	out := newBitset(n)
	for at := 0; ; {
		i := strings.Index(v.buffer[at:], needle)
		if i < 0 {
			return out
		}
		at += i
		word, _ := slices.BinarySearch(v.starts, at+2)
		for _, position := range v.postings[word-1] {
			out.set(int(position))
		}
		// Go on at the next word: another occurrence in this one adds nothing.
		if word == len(v.starts) {
			return out
		}
		at = v.starts[word] - 1
	}
}
