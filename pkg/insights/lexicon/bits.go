package lexicon

import "strings"

// Bits are the classes that each word has, from the words of each class, a text of
// them with white space between. A class is one bit.
func Bits[Class ~int](words map[Class]string) map[string]Class {
	out := map[string]Class{}
	for class, text := range words {
		for word := range strings.FieldsSeq(text) {
			out[word] |= class
		}
	}
	return out
}
